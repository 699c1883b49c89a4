import { describe, expect, it } from "vitest";
import { CoppiceError } from "../base/errors.js";
import * as z from "../base/schema.js";
import { CRITERION_CHOICES } from "./criterion/criterionFor.js";
import { checkOptions, describeOptions } from "./options.js";
import { PRUNE_CHOICES } from "./prune/pruneOptions.js";
import { learnerNamed, learners } from "./registry.js";
import { treeDefaults } from "./treeOptions.js";

const cart = learnerNamed("cart");

function failure(options: Record<string, unknown>, learner = cart): string {
  try {
    checkOptions(learner, options);
  } catch (error) {
    if (error instanceof CoppiceError) return error.toString();
    throw error;
  }
  return "no failure";
}

describe("checkOptions", () => {
  it("fills in the defaults, and leaves out what has none", () => {
    const options = checkOptions(cart, { maxDepth: 3 });
    expect(options).toMatchObject({ ...treeDefaults, prune: "costComplexity", maxDepth: 3 });
    expect("maxLeaves" in options).toBe(false);
    expect(checkOptions(learnerNamed("c45"), {})).toMatchObject({
      criterion: "gainRatio",
      minLeaf: 2,
      missing: "share",
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ["OPTION_RANGE: maxDepth must be an integer ≥ 1; got 0", { maxDepth: 0 }],
    ["OPTION_RANGE: maxDepth must be an integer ≥ 1; got 2.5", { maxDepth: 2.5 }],
    ['OPTION_RANGE: maxDepth must be an integer ≥ 1; got "3"', { maxDepth: "3" }],
    ["OPTION_RANGE: bins must be an integer from 2 to 1000; got 1", { bins: 1 }],
    ["OPTION_RANGE: purity must be a number above 0 and at most 1; got 0", { purity: 0 }],
    ["OPTION_RANGE: validation must be a number above 0 and below 1; got 1", { validation: 1 }],
    ["OPTION_RANGE: minGain must be a non-negative number; got NaN", { minGain: Number.NaN }],
    ["OPTION_RANGE: minGain must be a non-negative number; got Infinity", { minGain: 1 / 0 }],
    ["OPTION_RANGE: zeroGain must be true or false; got 1", { zeroGain: 1 }],
    ['OPTION_RANGE: binning must be one of equalFrequency, equalWidth; got "odd"', { binning: "odd" }],
    [`OPTION_RANGE: prune must be one of ${PRUNE_CHOICES.join(", ")}; got "yes"`, { prune: "yes" }],
    [
      `OPTION_RANGE: criterion must be one of ${CRITERION_CHOICES.join(", ")}; got "ginni"; did you mean "gini"?`,
      { criterion: "ginni" },
    ],
    [
      'OPTION_RANGE: minLeaf must be a non-negative number of rows, or a share such as 5%; got "5"',
      { minLeaf: "5" },
    ],
    [
      "OPTION_RANGE: minLeaf must be a non-negative number of rows, or a share such as 5%; got -1",
      { minLeaf: -1 },
    ],
    ['OPTION_UNKNOWN: cart has no option "maxdepht"; did you mean "maxDepth"?', { maxdepht: 3 }],
    ['OPTION_UNKNOWN: cart has no option "colour"', { colour: "red" }],
    ['OPTION_UNKNOWN: cart has no option "__proto__"', JSON.parse('{"__proto__": 1}')],
  ])("says %s", (message, options) => expect(failure(options)).toBe(message));

  it("names unknown options by the learner that lacks them", () => {
    expect(failure({ maxDepth: 3 }, learnerNamed("oneR"))).toBe(
      'OPTION_UNKNOWN: oneR has no option "maxDepth"',
    );
  });

  it.each([{ minSplit: 0 }, { minSplit: "5%" }, { minSplit: "0.5%" }, { minLeaf: 1.5 }, { significance: 1 }])(
    "accepts %j",
    (options) => expect(checkOptions(cart, options)).toMatchObject(options),
  );
});

describe("describeOptions", () => {
  it.each(learners.map((learner) => [learner.name, learner] as const))(
    "says all there is to say of %s",
    (_, learner) => {
      const facts = describeOptions(learner);
      const filled = checkOptions(learner, {});
      expect(facts.map(({ name }) => name)).toEqual(Object.keys(learner.options.shape));
      for (const { name, help, rule, type, default: value } of facts) {
        expect(help, name).not.toBe("");
        expect(rule, name).not.toBe("");
        expect(
          ["choice", "rows", "integer", "number", "boolean", "loss", "priors", "matrix", "costs", "options"],
          name,
        ).toContain(type);
        // A default is a value that the option accepts.
        if (value !== undefined) expect(checkOptions(learner, filled)[name]).toEqual(value);
      }
    },
  );

  it("gives bounds, choices and defaults as data", () => {
    const facts = new Map(describeOptions(cart).map((option) => [option.name, option]));
    expect(facts.get("bins")).toMatchObject({ type: "integer", min: 2, max: 1000, default: 5 });
    expect(facts.get("binning")).toMatchObject({
      type: "choice",
      choices: ["equalFrequency", "equalWidth"],
      default: "equalFrequency",
    });
    expect(facts.get("minLeaf")).toMatchObject({ type: "rows", default: 1 });
    expect(facts.get("maxDepth")).toMatchObject({ type: "integer", min: 1 });
    expect(facts.get("maxDepth")).not.toHaveProperty("default");
    expect(facts.get("maxDepth")).not.toHaveProperty("max");
    expect(facts.get("zeroGain")).toMatchObject({ type: "boolean", default: true, rule: "true or false" });
  });

  it("describes the options of a learner of one's own", () => {
    const options = z.strictObject({
      level: z.number().optional().describe("how much"),
      n: z.int().optional().describe("how many"),
    });
    expect(describeOptions({ options })).toEqual([
      { name: "level", type: "number", rule: "a number", help: "how much" },
      { name: "n", type: "integer", rule: "an integer", help: "how many" },
    ]);
  });
});

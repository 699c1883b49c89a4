import { expect, it } from "vitest";
import { refusal } from "../../test/kit/refusal.js";
import * as z from "../base/schema.js";
import { CRITERION_CHOICES } from "./criterion/criterionFor.js";
import { checkOptions, describeOptions } from "./options.js";
import { learnerNamed, learners } from "./registry.js";
import { treeDefaults } from "./treeOptions.js";

const cart = learnerNamed("cart");

it("checkOptions fills in the defaults, and leaves out what has none", () => {
  const options = checkOptions(cart, { maxDepth: 3 });
  expect(options).toMatchObject({ ...treeDefaults, prune: "costComplexity", maxDepth: 3 });
  expect("maxLeaves" in options).toBe(false);
  const own = { criterion: "gainRatio", minLeaf: 2, missing: "share" };
  expect(checkOptions(learnerNamed("c45"), {})).toMatchObject(own);
});

it("checkOptions suggests the choice that was probably meant", () => {
  expect(refusal(() => checkOptions(cart, { criterion: "ginni" }))).toBe(
    `OPTION_RANGE: criterion must be one of ${CRITERION_CHOICES.join(", ")}; got "ginni"; did you mean "gini"?`,
  );
});

it("checkOptions names unknown options by the learner that lacks them", () => {
  expect(refusal(() => checkOptions(learnerNamed("oneR"), { maxDepth: 3 }))).toBe(
    'OPTION_UNKNOWN: oneR has no option "maxDepth"',
  );
});

const TYPES = "choice rows integer number boolean loss priors matrix costs options".split(" ");

it.each(learners)("describeOptions: $name's options in order, with types and sound defaults", (learner) => {
  const facts = describeOptions(learner);
  const filled = checkOptions(learner, {});
  expect(facts.map(({ name }) => name)).toEqual(Object.keys(learner.options.shape));
  for (const { name, type, default: value } of facts) {
    expect(TYPES, name).toContain(type);
    if (value !== undefined) expect(checkOptions(learner, filled)[name]).toEqual(value);
  }
});

it("describeOptions gives bounds, choices and defaults as data", () => {
  const facts = new Map(describeOptions(cart).map((option) => [option.name, option]));
  expect(facts.get("bins")).toMatchObject({ type: "integer", min: 2, max: 1000, default: 5 });
  const choices = ["equalFrequency", "equalWidth"];
  expect(facts.get("binning")).toMatchObject({ type: "choice", choices, default: choices[0] });
  expect(facts.get("minLeaf")).toMatchObject({ type: "rows", default: 1 });
  expect(facts.get("maxDepth")).toMatchObject({ type: "integer", min: 1 });
  expect(facts.get("maxDepth")).not.toHaveProperty("default");
  expect(facts.get("maxDepth")).not.toHaveProperty("max");
  expect(facts.get("zeroGain")).toMatchObject({ type: "boolean", default: true, rule: "true or false" });
});

it("describeOptions describes the options of a learner of one's own", () => {
  const options = z.strictObject({
    level: z.number().optional().describe("how much"),
    n: z.int().optional().describe("how many"),
  });
  expect(describeOptions({ options })).toEqual([
    { name: "level", type: "number", rule: "a number", help: "how much" },
    { name: "n", type: "integer", rule: "an integer", help: "how many" },
  ]);
});

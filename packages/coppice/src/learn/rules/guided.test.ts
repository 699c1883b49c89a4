import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll, labelsOf, madeTable, mixedTable, once } from "../../../test/kit/index.js";
import type { Condition } from "../../model/condition.js";
import type { RuleModel } from "../../model/ruleSet.js";
import { EXACT } from "../../model/words.js";
import { isForbidden, parseExpertRules } from "../../rules/parse/parseExpertRules.js";
import { rulesText } from "../../rules/rulesText.js";
import { columnSchema } from "../../table/column.js";
import type { Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import type { RuleLearner } from "../learner.js";
import { ripper } from "./ripper.js";

const mixed = mixedTable({ rows: 150, seed: 3, target: "classes", missing: 0.05 });
const LEARNERS = ["ripper", "irep", "prism", "c45rules"] as const;

const learn = (learner: string, rules: string, table: Table = mixed, options: object = {}) =>
  fitTable(table, { target: "y", learner, rules, options: { ...options } }) as RuleModel;

/** 40 rows: y is yes above 25, but for what everybody knows of x between 5 and 8. */
const isYes = (x: number) => x > 25 || (x > 5 && x <= 8);
const numbers = madeTable("x y", 40, (x) => `${x} ${isYes(x) ? "yes" : "no"}`);

describe.each(LEARNERS)("%s goes by what people say", (learner) => {
  const plain = once(() => fitTable(mixed, { target: "y", learner }) as RuleModel);

  it("locked rules stand first, as they are, with what they answer for", () => {
    const model = learn(learner, "LOCKED IF 4.25 < x <= 9.5 THEN no", numbers);
    expect(model.rules[0]).toEqual({
      if: [{ kind: "range", attribute: 0, above: 4.25, atMost: 9.5 }],
      then: { weight: 5, counts: [2, 3], label: 0 }, // 5 and 9 are no; 6, 7 and 8 are yes
      locked: true,
    });
    expect(model.rules.slice(1).every(({ locked }) => locked === undefined)).toBe(true);
    // The three exceptions are covered by hand, so that nothing is learned about them.
    const all = [...model.rules.map(({ then }) => then), model.otherwise];
    expect(all.reduce((sum, { weight }) => sum + weight, 0)).toBe(40);
    expect(labelsOf(model, numbers).slice(4, 10)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(rulesText(model)).toMatch(/^LOCKED IF 4.25 < x <= 9.5 {2}THEN no {3}\(5 rows, 40%\)\n/);
  });

  it("a default that is locked is what is said where no rule holds", () => {
    const model = learn(learner, "LOCKED OTHERWISE yes", numbers);
    expect(model.otherwise).toMatchObject({ label: 1 });
    // The other class has the rules then.
    expect(model.rules.some(({ then }) => "label" in then && then.label === 0)).toBe(true);
    expect(labelsOf(model, numbers)[30]).toBe(1);
  });

  it("attributes that are forbidden are never asked for", () => {
    const model = learn(learner, "FORBIDDEN ATTRIBUTE color\nFORBIDDEN ATTRIBUTE fine");
    const asked = new Set(model.rules.flatMap((rule) => rule.if.map(({ attribute }) => attribute)));
    expect(asked.size).toBeGreaterThan(0);
    expect(asked.has(0) || asked.has(1)).toBe(false);
  });

  it("forbidden conjunctions are in no rule", () => {
    const attributes = mixed.columns.slice(0, 5).map(columnSchema);
    const words = { attributes, target: columnSchema(mixed.columns[5]) };
    const bound = fc.double({ min: -2, max: 2, noNaN: true });
    const condition = fc.oneof(
      fc.tuple(fc.constantFrom(">", "<="), bound).map((parts) => `fine ${parts.join(" ")}`),
      fc.constantFrom("color = red", "color = blue", "color in {blue, grey}", "color is known"),
      fc.constantFrom("size > small", "size <= medium", "size = medium"),
      fc.constantFrom("coarse > 2", "1 < coarse <= 3"),
    );
    const ban = fc
      .tuple(fc.array(condition, { minLength: 1, maxLength: 2 }), fc.constantFrom("", " THEN a", " THEN c"))
      .map(([all, then]) => `FORBIDDEN IF ${all.join(" AND ")}${then}`);
    forAll(12, [fc.array(ban, { minLength: 1, maxLength: 6 }), fc.boolean()], (bans, sets) => {
      const text = bans.join("\n");
      const { forbidden } = parseExpertRules(text, words);
      const bySets = sets && learner !== "c45rules";
      const model = learn(learner, text, mixed, bySets ? { nominal: "sets" } : {});
      const wrong = model.rules.filter((rule) => forbidden.some((one) => isForbidden(rule, one, attributes)));
      expect(wrong).toEqual([]);
    });
  });

  it("what is said of no rule changes nothing", () => {
    expect(learn(learner, "# nothing\n")).toEqual(plain());
    expect(learn(learner, "FORBIDDEN IF size is missing AND color is missing")).toEqual(plain());
  });

  it("takes its own printed rules", () => {
    const model = plain();
    const again = learn(learner, rulesText(model));
    expect(again.rules.length).toBeGreaterThan(0);
    const locked = learn(learner, rulesText(model).replaceAll(/^IF/gm, "LOCKED IF"));
    // Bounds are printed to people, so that the rows that they part are the same, not their last digits.
    const said = ({ rules }: RuleModel) => rules.slice(0, model.rules.length).map(({ then }) => then);
    expect(said(locked)).toEqual(said(model));
    const lockedIn = ({ rules }: RuleModel) => rules.filter((rule) => rule.locked);
    expect(lockedIn(learn(learner, rulesText(locked, { signs: EXACT })))).toEqual(lockedIn(locked));
  });
});

const always = { folds: 3, optimisations: 0 };

it("given rules start the rules of their class, with their own bounds", () => {
  const model = learn("ripper", "GIVEN IF 5.25 < x <= 8.75 THEN yes", numbers, always);
  expect(model.rules[0].if).toEqual([{ kind: "range", attribute: 0, above: 5.25, atMost: 8.75 }]);
  expect(model.rules[0].then).toMatchObject({ weight: 3, counts: [0, 3], label: 1 });
  expect(model.rules[0]).not.toHaveProperty("locked");
  expect(model.rules.length).toBeGreaterThan(1);
});

it("given rules stand before all others where they are for the default class", () => {
  const model = learn("ripper", "IF x <= 3 THEN no", numbers, always);
  expect(model.rules[0]).toMatchObject({
    if: [{ kind: "range", attribute: 0, atMost: 3 }],
    then: { weight: 4, counts: [4, 0], label: 0 },
  });
  expect(model.otherwise).toMatchObject({ label: 0 });
});

it("given rules are made longer by prism until they err no more, and dropped by ripper where they cost more than they save", () => {
  const longer = learn("prism", "IF x > 5 THEN yes", numbers);
  const own = longer.rules.find(({ then }) => "label" in then && then.label === 1)!;
  expect(own.if[0]).toMatchObject({ kind: "range", above: expect.any(Number) });
  expect("counts" in own.then && own.then.counts[0]).toBe(0);
  const model = learn("ripper", "IF x <= 2 THEN yes", numbers);
  const dropped = { kind: "range", attribute: 0, atMost: 2 };
  expect(model.rules.map((rule) => rule.if)).not.toContainEqual([dropped]);
});

it("given rules may ask whether a cell is there, and beyond all cells", () => {
  const rules = ["color is missing AND fine > -100", "size is known AND fine <= 100 AND size != medium"];
  const text = rules.map((rule) => `IF ${rule} THEN a`).join("\n");
  const all = learn("ripper", text, mixed, always).rules.map((rule) => rule.if);
  expect(all).toContainEqual([
    { kind: "missing", attribute: 1 },
    { kind: "range", attribute: 0, above: -100 },
  ]);
  const isOfSize = ({ attribute, kind }: Condition) => attribute === 2 && kind !== "known";
  expect(all.some((one) => one.some(isOfSize))).toBe(true);
});

it("given rules of c45rules are generalised and chosen with those of the tree", () => {
  const model = learn("c45rules", "IF 5.25 < x <= 8.75 THEN yes\nIF x <= 2 THEN yes", numbers);
  const yes = model.rules.filter(({ then }) => "label" in then && then.label === 1).map((rule) => rule.if);
  expect(yes).toContainEqual([{ kind: "range", attribute: 0, above: 5.25, atMost: 8.75 }]);
  expect(yes).not.toContainEqual([{ kind: "range", attribute: 0, atMost: 2 }]);
});

it("learners that cannot go by rules say so", () => {
  const deaf: RuleLearner = { ...ripper, name: "deaf" };
  delete (deaf as { guided?: true }).guided;
  const learnVoting: RuleLearner["learn"] = function* (options, context) {
    return { ...(yield* ripper.learn(options, context)), order: "vote" };
  };
  const voting: RuleLearner = { ...ripper, name: "voting", learn: learnVoting };
  const given = (learner: RuleLearner | string, rules: string) => () =>
    fitTable(numbers, { target: "y", learner, rules });

  expect(given("cart", "IF x > 3 THEN yes")).toThrow(
    "cart learns no rules, so it cannot go by rules that are given",
  );
  expect(given("forest", "")).toThrow(expect.objectContaining({ code: "LEARNER_RULES" }));
  expect(given(deaf, "IF x > 3 THEN yes")).toThrow(
    "deaf cannot start from given rules, only keep those that are LOCKED",
  );
  expect(given(deaf, "FORBIDDEN ATTRIBUTE x")).toThrow("deaf cannot keep clear of forbidden ones");
  expect(given(deaf, "LOCKED IF x > 3 THEN yes")).not.toThrow();
  expect(given(voting, "LOCKED IF x > 3 THEN yes")).toThrow(
    "voting's rules vote, so none can be locked to come first",
  );
});

it("locked rules that cover every row leave nothing to learn", () => {
  const model = learn("ripper", "LOCKED IF x is known THEN yes", numbers);
  expect(model.rules).toHaveLength(1);
  expect(model.rules[0].then).toEqual({ weight: 40, counts: [23, 17], label: 1 }); // 26 to 39, and three are yes
  expect(model.otherwise).toEqual({ weight: 0, counts: [23, 17], label: 0 });
});

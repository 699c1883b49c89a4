import { describe, expect, it } from "vitest";
import { DEEP, deepTree } from "../../test/kit/deepTree.js";
import { known, leaf, levelsOf, missing, range } from "../../test/kit/handmade.js";
import { hostileModel, irisModel, paintModel, rentModel, tennisModel } from "../../test/models.js";
import type { Condition } from "../model/condition.js";
import { merge } from "./merge.js";
import { rulesJson } from "./rulesJson.js";
import { rulesOf } from "./rulesOf.js";
import { rulesText } from "./rulesText.js";

const at = range.bind(undefined, 0);
const codes = levelsOf.bind(undefined, 0);
const [absent, present] = [missing(0), known(0)];

it.each<[Condition, Condition, Condition]>([
  [at(2), at(undefined, 5), at(2, 5)],
  [at(2, 9), at(3), at(3, 9)],
  [codes(0, 1, 2), codes(1, 2, 3), codes(1, 2)],
  [at(0, 2), codes(0, 2, 3), codes(2)],
  [codes(0, 1), at(1), codes()],
  [present, at(2), at(2)],
  [codes(1), present, codes(1)],
  [at(2), absent, absent],
  [absent, codes(1), absent],
])("%o and %o are merged", (a, b, both) => {
  expect(merge(a, b, { name: "size", type: "ordered", levels: ["s", "m", "l", "xl"] })).toEqual(both);
});

describe("rulesOf", () => {
  it("merges the conditions of a path and counts its rows", () => {
    const rules = rulesJson(irisModel());
    expect(rules.rules.map((rule) => rule.if)).toEqual([
      ["petal width <= 0.8"],
      ["0.8 < petal width <= 1.75", "petal length <= 4.95"],
      ["0.8 < petal width <= 1.75", "petal length > 4.95"],
      ["petal width > 1.75"],
    ]);
    expect(rules.conditions).toBe(6); // 1 + 2 + 2 + 1
    expect(rules.rules[1]).toEqual({
      if: ["0.8 < petal width <= 1.75", "petal length <= 4.95"],
      then: "versicolor",
      support: 48,
      coverage: 48 / 150,
      confidence: 47 / 48,
      lift: 47 / 48 / (50 / 150),
    });
    expect(JSON.parse(JSON.stringify(rules))).toEqual(rules);
  });

  it("gives value and error for regression", () => {
    const { rules } = rulesJson(rentModel());
    expect(rules.map((rule) => [rule.if.join(" and "), rule.then, rule.error])).toEqual([
      ["age <= 10 and size <= medium", 800, 0],
      ["age <= 10 and size > medium", 1000, 0],
      ["10 < age <= 20.5", 600, 20],
      ["age > 20.5", 400, 16.25],
      ["age is missing", 650, 2500],
    ]);
    expect(rulesOf(rentModel())[0]).not.toHaveProperty("confidence");
  });

  it("flags a leaf that no row reached, and keeps tree order", () => {
    const rules = rulesOf(paintModel());
    expect(rules.map((rule) => rule.support)).toEqual([1.5, 5, 0, 3.5]);
    expect(rules.map((rule) => rule.leaf)).toEqual([2, 3, 4, 5]);
  });

  it("leaves lift out if the root has no row of the class", () => {
    const model = irisModel();
    const [root, ...below] = model.nodes;
    const lone = { ...model, nodes: [{ ...root, counts: [150, 0, 0] } as never, ...below] };
    expect(rulesOf(lone)[0].lift).toBe(1); // 100% of the leaf over 100% of all
    expect(rulesOf(lone)[3]).not.toHaveProperty("lift");
  });

  it("keeps one condition per attribute in deep trees", () => {
    const rules = rulesOf(deepTree());
    expect(rules).toHaveLength(DEEP + 1);
    expect(rules[DEEP - 1].if).toEqual([range(0, DEEP - 2, DEEP - 1)]);
    expect(rules[DEEP].if).toEqual([range(0, DEEP - 1)]);
  });
});

it("rulesText aligns conclusions", () => {
  expect(rulesText(irisModel()).split("\n")).toEqual([
    "IF petal width <= 0.8                                  THEN setosa      (50 rows, 100%)",
    "IF 0.8 < petal width <= 1.75 AND petal length <= 4.95  THEN versicolor  (48 rows, 98%)",
    "IF 0.8 < petal width <= 1.75 AND petal length > 4.95   THEN virginica   (6 rows, 67%)",
    "IF petal width > 1.75                                  THEN virginica   (46 rows, 98%)",
  ]);
});

it("rulesText wraps long conditions", () => {
  expect(rulesText(tennisModel(), { width: 30 }).split("\n")).toEqual([
    "IF outlook = sunny",
    "   AND humidity = high    THEN no   (3 rows, 100%)",
    "IF outlook = sunny",
    "   AND humidity = normal  THEN yes  (2 rows, 100%)",
    "IF outlook = overcast     THEN yes  (4 rows, 100%)",
    "IF outlook = rain",
    "   AND wind = weak        THEN yes  (3 rows, 100%)",
    "IF outlook = rain",
    "   AND wind = strong      THEN no   (2 rows, 100%)",
  ]);
});

it("rulesText prints errors for regression, and rules without rows", () => {
  expect(rulesText(rentModel()).split("\n")[3]).toBe(
    "IF age > 20.5                    THEN 400   (4 rows, MSE 16.25)",
  );
  expect(rulesText(paintModel()).split("\n")[2]).toContain("coat = none   THEN yes  (no rows)");
});

it("rulesText prints a single leaf, and no control characters", () => {
  const lone = rulesText({ ...irisModel(), nodes: [leaf(1, 2, 0)] });
  expect(lone).toBe("ALWAYS  THEN versicolor  (3 rows, 67%)");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(rulesText(hostileModel())).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

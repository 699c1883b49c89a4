import { expect, it } from "vitest";
import { labelsOf, madeTable, matrix } from "../../../test/kit/index.js";
import { predictor } from "../../predict/predictor.js";
import { rulesText } from "../../rules/rulesText.js";
import { monks1, monks3, tennis } from "../../synthetic/index.js";
import { fitTable } from "../fit.js";

it("prism covers play tennis without an error", () => {
  const model = fitTable(tennis(), { target: "Play", learner: "prism" });
  const { rules, otherwise } = model;
  expect(rules.every(({ then }) => "counts" in then && then.counts[then.label] === then.weight)).toBe(true);
  expect(rules.reduce((sum, { then }) => sum + then.weight, otherwise.weight)).toBe(14);
  expect(rulesText(model).split("\n").at(-1)).toMatch(/^OTHERWISE +THEN yes +\(no rows\)$/);
});

it("irep ends at the first rule that errs too often", () => {
  const noise = madeTable("x y", 60, (i) => `${(i * 7) % 60} ${i % 2 === 0 ? "a" : "b"}`);
  const rulesBy = (options: object) =>
    fitTable(noise, { target: "y", learner: "irep", options: { ...options } }).rules;
  const rules = rulesBy({});
  for (const { then } of rules)
    if ("counts" in then) expect(then.counts[then.label] / then.weight).toBeGreaterThanOrEqual(0.5);
  expect(rulesBy({ maxError: 1 }).length).toBeGreaterThanOrEqual(rules.length);
});

it("rules say one level, or sets of levels where asked", () => {
  const table = monks3();
  const sizes = (nominal: string) =>
    fitTable(table, { target: "class", learner: "ripper", options: { nominal } }).rules.flatMap((rule) =>
      rule.if.map((condition) => (condition.kind === "levels" ? condition.levels.length : 0)),
    );
  expect(new Set(sizes("level"))).toEqual(new Set([1]));
  expect(Math.max(...sizes("sets"))).toBeGreaterThan(1);
});

it("rules cover more of a class that is dear to miss", () => {
  // The rare class is one row in three of the upper half.
  const table = madeTable("x y", 200, (i) => `${i} ${i >= 100 && i % 3 === 0 ? "b" : "a"}`);
  const said = (options: object) => {
    const model = fitTable(table, { target: "y", learner: "ripper", options: { ...options } });
    return labelsOf(model, table).filter((label) => label === 1).length;
  };
  expect(said({})).toBe(0);
  expect(said({ loss: matrix("0 1; 20 0") })).toBeGreaterThanOrEqual(90);
});

it("a missing cell fulfils no condition, in tables and in rows", () => {
  const table = monks1({ rows: 200, seed: 1 });
  const model = fitTable(table, { target: "class", learner: "ripper" });
  const { row } = predictor(model);
  const nothing = row({});
  if (nothing.kind !== "classification" || !("label" in model.otherwise)) throw new Error("classes expected");
  expect(nothing.code).toBe(model.otherwise.label);
});

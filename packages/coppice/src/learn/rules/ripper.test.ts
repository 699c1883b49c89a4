import { describe, expect, it } from "vitest";
import { predictor } from "../../predict/predictor.js";
import { predictTable } from "../../predict/predictTable.js";
import { rulesText } from "../../rules/rulesText.js";
import { monks1, monks3, tennis } from "../../synthetic/index.js";
import { makeTable } from "../../table/table.js";
import { fitTable } from "../fit.js";

describe("rule learners", () => {
  it("prism covers play tennis without an error", () => {
    const model = fitTable(tennis(), { target: "Play", learner: "prism" });
    const { rules, otherwise } = model;
    expect(rules.every(({ then }) => "counts" in then && then.counts[then.label] === then.weight)).toBe(true);
    expect(rules.reduce((sum, { then }) => sum + then.weight, otherwise.weight)).toBe(14);
    expect(rulesText(model).split("\n").at(-1)).toMatch(/^OTHERWISE +THEN yes +\(no rows\)$/);
  });

  it("ripper finds the concept of the first monk", () => {
    const table = monks1({ rows: 400, seed: 4 });
    const model = fitTable(table, { target: "class", learner: "ripper" });
    // (a1 = a2) or (a5 = 1): an equality of two attributes takes a rule per level.
    expect(model.rules).toHaveLength(4);
    const answer = predictTable(model, table);
    const target = table.columns.find(({ name }) => name === "class");
    if (answer.kind !== "classification" || target?.type !== "nominal") throw new Error("classes expected");
    expect(answer.labels).toEqual(target.codes);
  });

  it("irep ends at the first rule that errs too often", () => {
    const noise = makeTable([
      { name: "x", type: "numeric", values: Float64Array.from({ length: 60 }, (_, i) => (i * 7) % 60) },
      {
        name: "y",
        type: "nominal",
        levels: ["a", "b"],
        codes: Int32Array.from({ length: 60 }, (_, i) => (i * 13) % 2),
      },
    ]);
    const { rules } = fitTable(noise, { target: "y", learner: "irep" });
    for (const { then } of rules) {
      if ("counts" in then) expect(then.counts[then.label] / then.weight).toBeGreaterThanOrEqual(0.5);
    }
    const all = fitTable(noise, { target: "y", learner: "irep", options: { maxError: 1 } }).rules;
    expect(all.length).toBeGreaterThanOrEqual(rules.length);
  });

  it("says one level, or sets of levels where asked", () => {
    const table = monks3();
    const sizes = (nominal: string) =>
      fitTable(table, { target: "class", learner: "ripper", options: { nominal } }).rules.flatMap((rule) =>
        rule.if.map((condition) => (condition.kind === "levels" ? condition.levels.length : 0)),
      );
    expect(new Set(sizes("level"))).toEqual(new Set([1]));
    expect(Math.max(...sizes("sets"))).toBeGreaterThan(1);
  });

  it("covers more of a class that is dear to miss", () => {
    const rows = 200;
    const x = Float64Array.from({ length: rows }, (_, i) => i);
    // The rare class is one row in three of the upper half.
    const codes = Int32Array.from({ length: rows }, (_, i) => (i >= 100 && i % 3 === 0 ? 1 : 0));
    const table = makeTable([
      { name: "x", type: "numeric", values: x },
      { name: "y", type: "nominal", levels: ["common", "rare"], codes },
    ]);
    const said = (loss?: number[][]) => {
      const options = loss ? { loss } : {};
      const answer = predictTable(fitTable(table, { target: "y", learner: "ripper", options }), table);
      return answer.kind === "classification" ? answer.labels.filter((label) => label === 1).length : 0;
    };
    const dear = [
      [0, 1],
      [20, 0],
    ];
    expect(said()).toBe(0);
    expect(said(dear)).toBeGreaterThanOrEqual(90);
  });

  it("lets a missing cell fulfil no condition, in tables and in rows", () => {
    const table = monks1({ rows: 200, seed: 1 });
    const model = fitTable(table, { target: "class", learner: "ripper" });
    const { row } = predictor(model);
    const nothing = row({});
    if (nothing.kind !== "classification" || !("label" in model.otherwise))
      throw new Error("classes expected");
    expect(nothing.code).toBe(model.otherwise.label);
  });
});

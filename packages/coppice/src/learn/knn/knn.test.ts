import { describe, expect, it } from "vitest";
import { mixedTable } from "../../../test/mixedTable.js";
import { random } from "../../base/random.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { modelJson } from "../../model/modelJson.js";
import { areAnswers } from "../../model/neighbours.js";
import { parseModel } from "../../model/parse.js";
import { predictTable } from "../../predict/predictTable.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { explain } from "../../use/explain/explain.js";
import { fitTable } from "../fit.js";
import { rowsPerLeaf } from "./treeFigures.js";

const half = (table: Table, from: number) =>
  selectRows(
    table,
    Int32Array.from({ length: table.rows >> 1 }, (_, i) => 2 * i + from),
  );

/** The class depends on x alone; eight columns are noise. */
function noisy(rows: number): Table {
  const rng = random(9);
  const numbers = () => Float64Array.from({ length: rows }, () => rng.uniform());
  const x = numbers();
  const noise = Array.from({ length: 8 }, (_, i) => ({
    type: "numeric" as const,
    name: `n${i}`,
    values: numbers(),
  }));
  const codes = Int32Array.from(x, (value) => (Math.floor(value * 4) % 2 === 0 ? 0 : 1));
  return makeTable([
    { type: "numeric", name: "x", values: x },
    ...noise,
    { type: "nominal", name: "y", levels: ["a", "b"], codes },
  ]);
}

function accuracy(model: EnsembleModel, table: Table): number {
  const answer = predictTable(model, table);
  const target = table.columns[table.columns.length - 1];
  if (answer.kind !== "classification" || target.type === "numeric") throw new Error("kind");
  return target.codes.filter((code, row) => answer.labels[row] === code).length / table.rows;
}

describe("knn", () => {
  it("predicts from the nearest rows: worked by hand", () => {
    // x has mean 3 and variance (4 + 1 + 0 + 1 + 4) / 5 = 2. Nearest to 4.4 are 4 (0.4) and 5 (0.6): weights
    // 1 / (0.4 + 0.06) and 1 / (0.6 + 0.06), in units of √2, which cancels.
    const table = makeTable([
      { type: "numeric", name: "x", values: Float64Array.of(1, 2, 3, 4, 5) },
      { type: "numeric", name: "y", values: Float64Array.of(10, 20, 30, 40, 60) },
    ]);
    const model = fitTable(table, { target: "y", learner: "knn", options: { k: 2, attributes: "all" } });
    const asked = makeTable([{ type: "numeric", name: "x", values: Float64Array.of(4.4) }]);
    const answer = predictTable(model, asked);
    const [near, far] = [1 / 0.46, 1 / 0.66];
    if (answer.kind !== "regression") throw new Error("kind");
    expect(answer.values[0]).toBeCloseTo((40 * near + 60 * far) / (near + far), 10);
  });

  it("uses the attributes of the tree, which beats all attributes where most are noise", () => {
    const table = noisy(400);
    const fit = (attributes: "tree" | "all") =>
      fitTable(half(table, 0), { target: "y", learner: "knn", options: { attributes } });
    const chosen = fit("tree");
    expect(chosen.neighbours!.columns.some(({ attribute }) => attribute === 0)).toBe(true);
    expect(chosen.neighbours!.columns.length).toBeLessThan(9);
    expect(fit("all").neighbours!.columns).toHaveLength(9);
    expect(accuracy(chosen, half(table, 1))).toBeGreaterThan(accuracy(fit("all"), half(table, 1)) + 0.1);
  });

  it.each(["classes", "values"] as const)(
    "explains rows with missing values by the nearest ones: %s",
    (target) => {
      const table = mixedTable({ rows: 120, seed: 3, target, missing: 0.1 });
      const model = fitTable(table, { target: "y", learner: "knn" });
      expect(JSON.stringify(explain(model, table))).toContain('"nearest":');
    },
  );

  it("takes k from the rows per leaf, at most the root of all rows", () => {
    const table = noisy(400);
    const { neighbours, members } = fitTable(table, { target: "y", learner: "knn" });
    if (members.kind !== "models") throw new Error("kind");
    expect(neighbours!.count).toBe(Math.min(20, rowsPerLeaf(members.models[0])));
  });

  it("counts a row of weight 3 as three equal rows", () => {
    const weight = Float64Array.of(1, 3, 1, 1);
    const columns = [
      { type: "numeric" as const, name: "x", values: Float64Array.of(0, 1, 2, 9) },
      { type: "numeric" as const, name: "w", values: weight },
      { type: "nominal" as const, name: "y", levels: ["a", "b"], codes: Int32Array.of(0, 1, 0, 0) },
    ];
    const model = fitTable(makeTable(columns), {
      target: "y",
      learner: "knn",
      weight: "w",
      options: { k: 3, attributes: "all" },
    });
    if (!areAnswers(model.neighbours!)) throw new Error("kind");
    expect(model.neighbours.weights).toEqual([1, 3, 1, 1]);
    const answer = predictTable(model, makeTable([{ ...columns[0], values: Float64Array.of(1) } as never]));
    if (answer.kind !== "classification") throw new Error("kind");
    // Distances 1, 0, 1 (in scales s): weights 1/1.1, 3/0.1, 1/1.1.
    expect(answer.probabilities[1]).toBeCloseTo(30 / (30 + 2 / 1.1), 10);
  });

  it.each([
    [
      "neighbours.answers[0]",
      (n: { answers: number[] }) => {
        n.answers[0] = 7;
      },
    ],
    [
      "neighbours.count",
      (n: { count: number }) => {
        n.count = 0;
      },
    ],
    [
      "neighbours.columns[0].levelScale",
      (n: { columns: { levelScale: number }[] }) => {
        n.columns[0].levelScale = -1;
      },
    ],
  ])("refuses a model with a wrong %s", (path, spoil) => {
    const model = fitTable(noisy(60), { target: "y", learner: "knn" });
    const json = JSON.parse(JSON.stringify(modelJson(model)));
    spoil(json.neighbours);
    expect(() => parseModel(json)).toThrow(path as string);
  });
});

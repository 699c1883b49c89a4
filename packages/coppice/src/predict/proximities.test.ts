import { expect, it } from "vitest";
import { schemas, treeOf } from "../../test/kit/handmade.js";
import { fitTable } from "../learn/fit.js";
import type { EnsembleModel } from "../model/ensemble.js";
import { tableFrom } from "../source/tableFrom.js";
import { twonorm } from "../synthetic/index.js";
import type { NominalColumn } from "../table/column.js";
import { columnOf, makeTable } from "../table/table.js";
import { nominal, numeric } from "../testing/index.js";
import { proximities } from "./proximities.js";

it("proximities are the share of trees in which rows reach the same leaf", () => {
  // One tree, x <= 0: rows -2 and -1 go left, 1, 2 and 3 right. Another, x <= 1.5, sends 1 to the left.
  const trees = {
    ...{ starts: Int32Array.of(0, 3, 6), attribute: Int32Array.of(0, -1, -1, 0, -1, -1) },
    ...{ threshold: Float64Array.of(0, 0, 0, 1.5, 0, 0), skip: Int32Array.of(2, 0, 1, 2, 0, 1) },
    ...{ flags: new Uint8Array(6), sets: new Uint32Array(0), values: Float64Array.of(0, 1), width: 1 },
  };
  const { nodes: _, ...head } = treeOf(schemas`x`, [{ weight: 5, value: 0, error: 0 }]);
  const members = { kind: "packed", trees } as const;
  const model: EnsembleModel = { ...head, format: "coppice-ensemble", combine: { kind: "mean" }, members };
  const table = tableFrom({ x: [-2, -1, 1, 2, 3] });
  const p = proximities(model, table);
  expect(Array.from(p.subarray(0, 5))).toEqual([1, 1, 0.5, 0, 0]);
  expect(Array.from(p.subarray(10, 15))).toEqual([0.5, 0.5, 1, 0.5, 0.5]);
});

it("proximities are greater between rows of one class than between others, in bags of models too", () => {
  const table = twonorm({ rows: 60, seed: 2 });
  const model = fitTable(table, { target: "class", learner: "bagging", options: { trees: 15, of: "c45" } });
  const p = proximities(model, table);
  const { codes } = columnOf(table, "class") as NominalColumn;
  const mean = (same: boolean) => {
    const cells = Array.from(p).filter((_, i) => (codes[Math.floor(i / 60)] === codes[i % 60]) === same);
    return cells.reduce((a, b) => a + b, 0) / cells.length;
  };
  expect(mean(true)).toBeGreaterThan(2 * mean(false));
});

it("proximities are 0 between rows that every tree divides among its branches", () => {
  const values = Float64Array.from({ length: 24 }, (_, row) => (row < 2 ? Number.NaN : row % 12));
  const codes = Int32Array.from(values, (value, row) => Number(row < 2 ? row : value > 5));
  const table = makeTable([numeric("x", values), nominal("y", ["a", "b"], codes)]);
  const model = fitTable(table, { target: "y", learner: "bagging", options: { trees: 5, of: "c45" } });
  const p = proximities(model, table);
  expect([...p.subarray(0, 3)]).toEqual([1, 0, 0]);
  expect(p[2 * 24 + 14]).toBe(1);
});

it("proximities are rejected for too many rows", () => {
  const table = { rows: 20_001, columns: [] };
  expect(() => proximities({} as EnsembleModel, table)).toThrow("take at most 20000 rows");
});

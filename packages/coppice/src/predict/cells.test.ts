import { expect, it } from "vitest";
import { classesSaid } from "../../test/kit/answers.js";
import { leaf, schemas, shares, split, subset, threshold, treeOf } from "../../test/kit/handmade.js";
import { clinicModel } from "../../test/models.js";
import type { TreeModel } from "../model/tree.js";
import { makeTable, type Table } from "../table/table.js";
import { nominal, numeric } from "../testing/index.js";
import { cellsOf, tableAttributes } from "./cells.js";
import { walk } from "./walk.js";

const N = Number.NaN;

function clinic(age: number[], sex: number[], pulse: number[]): Table {
  return makeTable([numeric("age", age), nominal("sex", ["f", "m"], sex), numeric("pulse", pulse)]);
}

const table = clinic([30, N, 50], [0, -1, 1], [N, N, 66]);

it("cellsOf imputes, predicts and adds by the model's `derived`, from the table's own cells", () => {
  const { cells } = cellsOf(clinicModel(), table);
  expect(Array.from(cells[0])).toEqual([30, N, 50]); // `walk` tries each value
  expect(Array.from(cells[1])).toEqual([0, 1, 1]);
  expect(Array.from(cells[2])).toEqual([0, 1, 0]);
  // 30 is at most 40, so 80; a missing age goes to branch 0, so 80; 66 is known.
  expect(Array.from(cells[3])).toEqual([80, 80, 66]);
});

it("cellsOf needs from tables only what is not derived", () => {
  expect(tableAttributes(clinicModel()).map(({ name }) => name)).toEqual(["age", "sex", "pulse"]);
  const { derived: _, ...plain } = clinicModel();
  expect(tableAttributes(plain)).toBe(plain.attributes);
  expect(() => cellsOf(plain, table)).toThrow('the model needs a column "missing(age)"');
});

it("cellsOf does not change the table's own arrays", () => {
  cellsOf(clinicModel(), table);
  expect(table.columns[1]).toMatchObject({ codes: Int32Array.of(0, -1, 1) });
});

it("surrogates at prediction are tried in order, then the rule for rows for which none is defined", () => {
  const { derived: _, ...plain } = clinicModel();
  const columns = [...clinic([30, 50, N, N], [0, 0, 0, 1], [N, N, N, N]).columns];
  columns.push({ type: "nominal", name: "missing(age)", levels: ["no", "yes"], codes: new Int32Array(4) });
  const answer = classesSaid(plain, makeTable(columns));
  // age <= 40 gives branch 1 (yes), age > 40 branch 0 (no), f branch 0; m is undefined: half and half.
  expect(Array.from(answer.probabilities)).toEqual([0, 1, 1, 0, 1, 0, 0.5, 0.5]);
  expect(Array.from(answer.labels)).toEqual([1, 0, 0, 0]);
});

/** age <= 40, and below it on the right age <= 70, then 0 or 1. */
const agesModel = (): TreeModel =>
  treeOf(
    schemas`age`,
    split(threshold(0, 40), [leaf(9, 1), split(threshold(0, 70), [leaf(4, 6), leaf(10, 0)])]),
    { derived: [{ kind: "eachValue", attribute: 0, cells: [20, 60, 65, 80], shares: [0.4, 0.2, 0.2, 0.2] }] },
  );

const ages = makeTable([numeric("age", [N, 90])]);

it("eachValue walks to every leaf that some value leads and keeps that value further down", () => {
  const model = agesModel();
  const reached: [number, number][] = [];
  walk(model, cellsOf(model, ages).cells, 0, (leaf, share) => {
    reached.push([leaf, share]);
  });
  expect(reached.map(([leaf]) => leaf)).toEqual([1, 3, 4]);
  // 20 goes left; of 60, 65 and 80, which go right, two thirds go left there.
  [0.4, 0.6 * (2 / 3), 0.6 / 3].forEach((share, i) => {
    expect(reached[i][1]).toBeCloseTo(share, 12);
  });
});

it("eachValue takes the most probable label: each value votes with its share", () => {
  const answer = classesSaid(agesModel(), ages);
  // Class 0: 0.4 + 0.2 = 0.6 of the votes; class 1: 0.4.
  expect(Array.from(answer.labels)).toEqual([0, 0]);
  // 0.4·0.1 + 0.4·0.6 + 0.2·0 = 0.28
  expect(answer.probabilities[1]).toBeCloseTo(0.28, 12);
});

it("eachValue sends a value that a test does not cover by the node's rule", () => {
  const nodes = split(subset(0, [0], [1]), [leaf(1, 0), leaf(0, 1)], shares(0.5, 0.5));
  const model = treeOf(schemas`age=young|old|ancient`, nodes, {
    derived: [{ kind: "eachValue", attribute: 0, cells: [0, 1, 2], shares: [0.5, 0.25, 0.25] }],
  });
  const table = makeTable([nominal("age", ["young", "old", "ancient"], [-1, 2])]);
  const answer = classesSaid(model, table);
  // Missing: 0.5 + 0.25/2 left. A row with the value ancient is divided by the rule: 0.5.
  expect(Array.from(answer.probabilities)).toEqual([0.625, 0.375, 0.5, 0.5]);
});

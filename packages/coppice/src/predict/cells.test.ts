import { describe, expect, it } from "vitest";
import { clinicModel } from "../../test/models.js";
import type { TreeModel } from "../model/tree.js";
import { makeTable, type Table } from "../table/table.js";
import { nominal, numeric } from "../testing/index.js";
import { cellsOf, tableAttributes } from "./cells.js";
import { type ClassPrediction, predictTable } from "./predictTable.js";
import { walk } from "./walk.js";

const N = Number.NaN;

function clinic(age: number[], sex: number[], pulse: number[]): Table {
  return makeTable([numeric("age", age), nominal("sex", ["f", "m"], sex), numeric("pulse", pulse)]);
}

describe("cellsOf", () => {
  const table = clinic([30, N, 50], [0, -1, 1], [N, N, 66]);

  it("imputes, predicts and adds by the model's `derived`, from the table's own cells", () => {
    const { cells } = cellsOf(clinicModel(), table);
    expect(Array.from(cells[0])).toEqual([30, N, 50]); // `walk` tries each value
    expect(Array.from(cells[1])).toEqual([0, 1, 1]);
    expect(Array.from(cells[2])).toEqual([0, 1, 0]);
    // 30 is at most 40, so 80; a missing age goes to branch 0, so 80; 66 is known.
    expect(Array.from(cells[3])).toEqual([80, 80, 66]);
  });

  it("needs from tables only what is not derived", () => {
    expect(tableAttributes(clinicModel()).map(({ name }) => name)).toEqual(["age", "sex", "pulse"]);
    const { derived: _, ...plain } = clinicModel();
    expect(tableAttributes(plain)).toBe(plain.attributes);
    expect(() => cellsOf(plain, table)).toThrow('the model needs a column "missing(age)"');
  });

  it("does not change the table's own arrays", () => {
    cellsOf(clinicModel(), table);
    expect(table.columns[1]).toMatchObject({ codes: Int32Array.of(0, -1, 1) });
  });
});

describe("surrogates at prediction", () => {
  it("are tried in order, then the rule for rows for which none is defined", () => {
    const { derived: _, ...plain } = clinicModel();
    const columns = [...clinic([30, 50, N, N], [0, 0, 0, 1], [N, N, N, N]).columns];
    columns.push({ type: "nominal", name: "missing(age)", levels: ["no", "yes"], codes: new Int32Array(4) });
    const answer = predictTable(plain, makeTable(columns)) as ClassPrediction;
    // age <= 40 gives branch 1 (yes), age > 40 branch 0 (no), f branch 0; m is undefined: half and half.
    expect(Array.from(answer.probabilities)).toEqual([0, 1, 1, 0, 1, 0, 0.5, 0.5]);
    expect(Array.from(answer.labels)).toEqual([1, 0, 0, 0]);
  });
});

/** age <= 40, and below it on the right age <= 70, then 0 or 1. */
function agesModel(): TreeModel {
  const model = clinicModel();
  const facts = { weight: 4, counts: [2, 2], label: 0 };
  const split = (threshold: number, branches: number[]) =>
    ({
      ...facts,
      test: { kind: "threshold", attribute: 0, threshold },
      branches,
      missing: { kind: "branch", to: 0 },
      gain: 0,
    }) as const;
  return {
    ...model,
    attributes: [model.attributes[0]],
    derived: [{ kind: "eachValue", attribute: 0, cells: [20, 60, 65, 80], shares: [0.4, 0.2, 0.2, 0.2] }],
    nodes: [
      split(40, [1, 2]),
      { weight: 2, counts: [9, 1], label: 0 },
      split(70, [3, 4]),
      { weight: 1, counts: [4, 6], label: 1 },
      { weight: 1, counts: [10, 0], label: 0 },
    ],
  };
}

describe("eachValue", () => {
  const ages = makeTable([numeric("age", [N, 90])]);

  it("walks to every leaf that some value leads to, and keeps that value further down", () => {
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

  it("takes the most probable label: each value votes with its share", () => {
    const answer = predictTable(agesModel(), ages) as ClassPrediction;
    // Class 0: 0.4 + 0.2 = 0.6 of the votes; class 1: 0.4.
    expect(Array.from(answer.labels)).toEqual([0, 0]);
    // 0.4·0.1 + 0.4·0.6 + 0.2·0 = 0.28
    expect(answer.probabilities[1]).toBeCloseTo(0.28, 12);
  });

  it("sends a value that a test does not cover by the node's rule", () => {
    const model: TreeModel = {
      ...agesModel(),
      attributes: [{ name: "age", type: "nominal", levels: ["young", "old", "ancient"] }],
      derived: [{ kind: "eachValue", attribute: 0, cells: [0, 1, 2], shares: [0.5, 0.25, 0.25] }],
      nodes: [
        {
          weight: 4,
          counts: [2, 2],
          label: 0,
          test: { kind: "subset", attribute: 0, left: [0], right: [1] },
          branches: [1, 2],
          missing: { kind: "share", shares: [0.5, 0.5] },
          gain: 0,
        },
        { weight: 2, counts: [1, 0], label: 0 },
        { weight: 2, counts: [0, 1], label: 1 },
      ],
    };
    const table = makeTable([nominal("age", ["young", "old", "ancient"], [-1, 2])]);
    const answer = predictTable(model, table) as ClassPrediction;
    // Missing: 0.5 + 0.25/2 left. A row with the value ancient is divided by the rule: 0.5.
    expect(Array.from(answer.probabilities)).toEqual([0.625, 0.375, 0.5, 0.5]);
  });
});

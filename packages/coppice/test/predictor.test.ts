import { describe, expect, it } from "vitest";
import type { Model } from "../src/model/model.js";
import { predictor, type RowAnswer } from "../src/predict/predictor.js";
import { type Prediction, predictTable } from "../src/predict/predictTable.js";
import type { RowCell } from "../src/predict/rowCells.js";
import { cellText } from "../src/table/column.js";
import type { Table } from "../src/table/table.js";
import { itHoldsForEveryModel } from "./everyModel.js";
import { mixedTable } from "./mixedTable.js";
import { irisModel, tennisModel } from "./models.js";

/** Levels and numbers that no training row had are in it, and cells are missing. */
const unseen = mixedTable({ rows: 60, seed: 2, target: "classes", missing: 0.2 });

function cellAt(table: Table, c: number, row: number): RowCell {
  const column = table.columns[c];
  if (column.type === "numeric") return column.values[row];
  return cellText(column, row);
}

/** What `predict` said of a row of a table. */
function answerAt(model: Model, all: Prediction, row: number): RowAnswer {
  if (all.kind === "regression") return { kind: "regression", value: all.values[row] };
  const levels = model.target.levels!;
  const code = all.labels[row];
  const probabilities = all.probabilities.slice(row * levels.length, (row + 1) * levels.length);
  return { kind: "classification", label: levels[code], code, probabilities };
}

function agrees(model: Model): void {
  const ready = predictor(model);
  const all = predictTable(model, unseen);
  const names = unseen.columns.map(({ name }) => name);
  for (let row = 0; row < unseen.rows; row += 7) {
    const wanted = answerAt(model, all, row);
    const cells = new Map(names.map((name, c) => [name, cellAt(unseen, c, row)]));
    expect(ready.row(Object.fromEntries(cells))).toEqual(wanted);
    expect(ready.row(cells)).toEqual(wanted);
    if (!("preparation" in model)) {
      expect(ready.row(model.attributes.map(({ name }) => cells.get(name)))).toEqual(wanted);
    }
  }
}

describe("a predictor answers for a row as predict does", () => {
  itHoldsForEveryModel(agrees);
});

describe("a predictor's rows", () => {
  it("may leave out cells, and may have more", () => {
    const { row } = predictor(irisModel());
    expect(row({ "petal width": 0.2, owner: "me" })).toMatchObject({ label: "setosa", code: 0 });
    expect(row({ "petal width": "0.2" })).toMatchObject({ label: "setosa" });
    expect(row([null, undefined, Number.NaN, 0.2])).toMatchObject({ label: "setosa" });
  });

  it("are refused where they cannot be meant", () => {
    const { row } = predictor(irisModel());
    expect(() => row([1, 2])).toThrow("a row given as a list must have 4 cells, one an attribute; got 2");
    expect(() => row({ "petal width": "wide" })).toThrow(
      'the model needs a number for "petal width"; the row has "wide"',
    );
    expect(() => row({ "petal width": Number.POSITIVE_INFINITY })).toThrow("Infinity");
    const outlook = {} as unknown as string;
    expect(() => predictor(tennisModel()).row({ outlook })).toThrow("the row has an object");
  });
});

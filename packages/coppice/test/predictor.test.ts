import { describe, expect, it } from "vitest";
import type { Model } from "../src/model/model.js";
import { bind } from "../src/predict/bind.js";
import { predictBy } from "../src/predict/predictBy.js";
import { predictor } from "../src/predict/predictor.js";
import { predictorBy } from "../src/predict/predictorBy.js";
import { type Prediction, predictTable } from "../src/predict/predictTable.js";
import type { RowCell } from "../src/predict/rowCells.js";
import { byWalking } from "../src/predict/treeTraversal.js";
import { itHoldsForEveryModel } from "./kit/models.js";
import { rowObject } from "./kit/rows.js";
import { mixedTable } from "./mixedTable.js";
import { irisModel, tennisModel } from "./models.js";

/** Contains levels and numbers that are not in training, and missing values. */
const unseen = mixedTable({ rows: 60, seed: 2, target: "classes", missing: 0.2 });

/** The prediction of `predictTable` for a row of a table. */
function answerAt(model: Model, all: Prediction, row: number): object {
  if (all.kind === "regression") return { kind: "regression", value: all.values[row] };
  const levels = model.target.levels!;
  const code = all.labels[row];
  const shares = all.probabilities.slice(row * levels.length, (row + 1) * levels.length);
  const probabilities = Object.fromEntries(levels.map((level, k) => [level, shares[k]]));
  return { kind: "classification", label: levels[code], code, probabilities };
}

function agrees(model: Model): void {
  const ready = predictor(model);
  const light = predictorBy(byWalking, model);
  const all = predictTable(model, unseen);
  expect(predictBy(byWalking, bind, model, unseen)).toEqual(all);
  const names = unseen.columns.map(({ name }) => name);
  for (let row = 0; row < unseen.rows; row += 7) {
    const wanted = answerAt(model, all, row);
    const given = rowObject(unseen, row);
    const cells = new Map(Object.entries(given));
    const answer = ready.row(given);
    expect(answer).toMatchObject(wanted);
    expect(answer.missing).toEqual(
      names.filter((name) => name !== model.target.name && isMissing(cells.get(name))),
    );
    expect(ready.row(cells)).toEqual(answer);
    expect(light.row(cells)).toEqual(answer);
    if (!("derived" in model)) {
      expect(ready.row(model.attributes.map(({ name }) => cells.get(name)))).toEqual(answer);
    }
  }
}

const isMissing = (cell: RowCell) => cell === null || Number.isNaN(cell);

describe("a predictor predicts a row as predict does", () => {
  itHoldsForEveryModel(agrees);
});

describe("a predictor's rows", () => {
  const { row } = predictor(irisModel());

  it("may omit cells, and the answer lists them", () => {
    const missing = ["sepal length", "sepal width", "petal length"];
    const setosa = { label: "setosa", code: 0, missing, unseen: [] };
    expect(row({ "petal width": 0.2 })).toMatchObject(setosa);
    expect(row({ "petal width": "0.2", species: "unknown" })).toMatchObject(setosa);
    expect(row({ "petal width": 0.2, "sepal width": "", "sepal length": "NA" })).toMatchObject(setosa);
    expect(row([null, undefined, Number.NaN, 0.2])).toMatchObject(setosa);
    expect(row({ "petal width": 2n })).toEqual(row({ "petal width": 2 }));
  });

  it("list levels not in training", () => {
    const answer = predictor(tennisModel()).row({ outlook: "foggy" });
    expect(answer).toMatchObject({ unseen: ["outlook"], missing: ["humidity", "wind"] });
  });

  it("with a key that is not an attribute are rejected, unless such keys are ignored", () => {
    const wrong =
      'the row has a key "petal widht" that is not an attribute of the model; did you mean "petal width"?';
    expect(() => row({ "petal widht": 0.2 })).toThrow(wrong);
    expect(() => row(new Map([["owner", "me"]]))).toThrow('a key "owner"');
    const tolerant = predictor(irisModel(), { unknownKeys: "ignore" });
    expect(tolerant.row({ "petal width": 0.2, owner: "me" })).toMatchObject({ label: "setosa" });
  });

  it.each([
    [[1, 2], "the row's length must be 4, one cell per attribute; got 2"],
    [{ "petal width": "wide" }, 'the model needs a number for "petal width"; the row has "wide"'],
    [{ "petal width": Number.POSITIVE_INFINITY }, "Infinity"],
    [{ "petal width": {} as unknown as string }, "the row has an object"],
  ])("are rejected if invalid: %j", (cells, message) => expect(() => row(cells)).toThrow(message));
});

import * as arrow from "apache-arrow";
import { describe, expect, expectTypeOf, it } from "vitest";
import { itHoldsForEveryModel } from "../../test/kit/models.js";
import { refusal } from "../../test/kit/refusal.js";
import { mixedTable } from "../../test/mixedTable.js";
import { irisModel, rentModel, tennisModel } from "../../test/models.js";
import type { Model } from "../model/model.js";
import { tableFrom } from "../source/tableFrom.js";
import { type Column, cellText } from "../table/column.js";
import { type Predicted, type PredictedClasses, type PredictedValues, predict } from "./predict.js";
import type { RowAnswer, RowClass } from "./predictor.js";
import { predictTable } from "./predictTable.js";

const unseen = mixedTable({ rows: 60, seed: 2, target: "classes", missing: 0.2 });

const cellOf = (column: Column, row: number) =>
  column.type === "numeric" ? column.values[row] : cellText(column, row);
const unseenRows = Array.from({ length: unseen.rows }, (_, row) =>
  Object.fromEntries(unseen.columns.map((column) => [column.name, cellOf(column, row)])),
);

describe("predict gives the predictions of predictTable, with class names", () => {
  itHoldsForEveryModel((model: Model) => {
    const codes = predictTable(model, unseen);
    const answers = predict(model, unseenRows);
    if (answers.kind === "regression" || codes.kind === "regression") {
      expect(answers).toEqual(codes);
      return;
    }
    const levels = model.target.levels!;
    expect(answers.classes).toEqual(levels);
    expect(answers.codes).toEqual(codes.labels);
    expect(answers.labels).toEqual(Array.from(codes.labels, (code) => levels[code]));
    levels.forEach((level, k) => {
      const column = codes.probabilities.filter((_, i) => i % levels.length === k);
      expect(answers.probabilities[level]).toEqual(column);
    });
    expect(answers.warnings).toEqual(codes.warnings);
    expect(predict(model, unseen)).toEqual(answers);
  });
});

const flower = { "sepal length": 5, "sepal width": 3.4, "petal length": 1.5, "petal width": 0.2 };

describe("predict", () => {
  const model = irisModel() as Model & { readonly task: "classification" };
  const columns = Object.fromEntries(Object.entries(flower).map(([name, cell]) => [name, [cell, cell]]));

  it.each([
    ["rows", [flower, flower]],
    ["columns", columns],
    ["an Arrow table", arrow.tableFromArrays(columns)],
    ["a matrix in the model's order", [Object.values(flower), Object.values(flower)]],
    ["a table", tableFrom([flower, flower])],
    ["more columns than the model has", [{ ...flower, owner: "me" }, flower]],
    ["texts", [flower, { ...flower, "petal width": "0.2" }]],
  ])("takes %s", (_, data) => {
    expect(predict(model, data).labels).toEqual(["setosa", "setosa"]);
  });

  it("returns a promise for asynchronous data", async () => {
    async function* rows() {
      yield flower;
    }
    expect((await predict(model, rows())).labels).toEqual(["setosa"]);
  });

  it("predicts one row, given by attribute name", () => {
    expect(predict(model, flower)).toMatchObject({ label: "setosa", code: 0, missing: [] });
    expect(predict(model, new Map([["petal width", 0.2]]))).toMatchObject({ label: "setosa" });
    expect(() => predict(model, { "petal with": 0.2 })).toThrow('did you mean "petal width"?');
    expect(predict(model, { ...flower, owner: "me" }, { unknownKeys: "ignore" })).toMatchObject({ code: 0 });
  });

  it("gives results that are plain data", () => {
    const answers = predict(model, [flower]);
    expect(Object.keys(answers)).toEqual(["kind", "classes", "codes", "warnings", "labels", "probabilities"]);
    expect(structuredClone(answers)).toEqual(answers);
    expect(JSON.parse(JSON.stringify(answers.labels))).toEqual(["setosa"]);
  });

  it("needs every attribute's column, unless some may be missing", () => {
    const rows = [{ "petal width": 0.2 }];
    const message = refusal(() => predict(model, rows));
    expect(message).toContain('the model needs a column "sepal length", and there is none in the rows');
    expect(message).not.toContain("did you mean"); // only a column that is no other attribute
    expect(() => predict(model, [{ ...flower, "sepal length": undefined, "sepal lenght": 5 }])).not.toThrow();
    const { "sepal length": length, ...others } = flower;
    const misspelt = [{ ...others, "sepal lenght": length }];
    expect(() => predict(model, misspelt)).toThrow('did you mean "sepal lenght"?');
    expect(predict(model, rows, { allowMissing: true }).labels).toEqual(["setosa"]);
    expect(predict(model, tableFrom(rows), { allowMissing: true }).labels).toEqual(["setosa"]);
  });

  it("reads missing markers as missing, and names the row of a cell that is not a number", () => {
    const empty = { ...flower, "sepal length": "", "sepal width": "NA" };
    expect(predict(model, [empty]).labels).toEqual(["setosa"]);
    expect(refusal(() => predict(model, [flower, { ...flower, "petal width": "wide" }]))).toBe(
      'CELL_TYPE: the model needs a number for "petal width"; row 2 has "wide"',
    );
    const marked = [{ ...flower, "sepal width": "-" }];
    expect(predict(model, marked, { missing: ["-"] }).labels).toEqual(["setosa"]);
  });

  it("warns of levels that the model never saw", () => {
    const rows = [{ outlook: "foggy", humidity: "high", wind: "weak" }];
    const { warnings } = predict(tennisModel(), rows);
    expect(warnings).toMatchObject([{ code: "UNSEEN_LEVELS", column: "outlook" }]);
  });

  it("has precise result types", () => {
    const any: Model = model;
    interface Flower {
      readonly "petal width": number;
    }
    const some = { allowMissing: true };
    const one: Flower = { "petal width": 0.2 };
    expectTypeOf(predict(any, one)).toEqualTypeOf<RowAnswer>();
    expectTypeOf(predict(any, [one], some)).toEqualTypeOf<Predicted>();
    expectTypeOf(predict(any, { "petal width": [0.2] }, some)).toEqualTypeOf<Predicted>();
    expectTypeOf(predict(model, [one], some)).toEqualTypeOf<PredictedClasses>();
    expectTypeOf(predict(model, one)).toEqualTypeOf<RowClass>();
    const values = rentModel() as Model & { readonly task: "regression" };
    expectTypeOf(() => predict(values, [one])).returns.toEqualTypeOf<PredictedValues>();
  });
});

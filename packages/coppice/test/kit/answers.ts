import type { Model } from "../../src/model/model.js";
import { type ClassPrediction, predictTable, type ValuePrediction } from "../../src/predict/predictTable.js";
import { columnOf, type Table } from "../../src/table/table.js";

/** What a model of classes says of these rows. */
export function classesSaid(model: Model, table: Table): ClassPrediction {
  const said = predictTable(model, table);
  if (said.kind !== "classification") throw new Error("the model predicts no classes");
  return said;
}

/** The values that a model of numbers predicts for these rows. */
export function valuesSaid(model: Model, table: Table): ValuePrediction["values"] {
  const said = predictTable(model, table);
  if (said.kind !== "regression") throw new Error("the model predicts no values");
  return said.values;
}

/** The codes of a column of levels. */
export function codesIn(table: Table, name: string): Int32Array {
  const column = columnOf(table, name);
  if (column.type === "numeric") throw new Error(`${name} is numeric`);
  return column.codes;
}

/** The share of rows whose class is predicted. */
export function accuracyOn(model: Model, table: Table): number {
  const { labels } = classesSaid(model, table);
  const truth = codesIn(table, model.target.name);
  return labels.filter((label, row) => label === truth[row]).length / table.rows;
}

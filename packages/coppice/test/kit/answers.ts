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

export const valuesOf = (model: Model, table: Table): number[] => [...valuesSaid(model, table)];
/** The codes of the predicted classes. */
export const labelsOf = (model: Model, table: Table): number[] => [...classesSaid(model, table).labels];

/** The codes of a column of levels. */
export function codesIn(table: Table, name: string): Int32Array {
  const column = columnOf(table, name);
  if (column.type === "numeric") throw new Error(`${name} is numeric`);
  return column.codes;
}

/** The numbers of a table's column, or the codes of its levels. */
export function cellsIn(table: Table, name: string): number[] {
  const column = columnOf(table, name);
  return [...(column.type === "numeric" ? column.values : column.codes)];
}

/** How many rows of the table are predicted another class than theirs. */
export function wrongRows(model: Model, table: Table): number {
  const codes = codesIn(table, model.target.name);
  return labelsOf(model, table).filter((label, row) => label !== codes[row]).length;
}

/** The share of rows whose class is predicted. */
export const accuracyOn = (model: Model, table: Table) => 1 - wrongRows(model, table) / table.rows;

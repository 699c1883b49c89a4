import type { Model } from "../../src/model/model.js";
import { predictTable } from "../../src/predict/predictTable.js";
import { columnOf, type Table } from "../../src/table/table.js";

/** The predicted values of a table's rows. */
export function valuesOf(model: Model, table: Table): number[] {
  const answer = predictTable(model, table);
  if (answer.kind !== "regression") throw new Error("the model predicts classes");
  return [...answer.values];
}

/** The codes of the predicted classes. */
export function labelsOf(model: Model, table: Table): number[] {
  return [...classesOf(model, table).labels];
}

/** The predicted shares of the classes, row by row. */
export function probabilitiesOf(model: Model, table: Table): number[] {
  return [...classesOf(model, table).probabilities];
}

function classesOf(model: Model, table: Table) {
  const answer = predictTable(model, table);
  if (answer.kind !== "classification") throw new Error("the model predicts values");
  return answer;
}

/** The numbers of a table's column, or the codes of its levels. */
export function cellsIn(table: Table, name: string): number[] {
  const column = columnOf(table, name);
  return [...(column.type === "numeric" ? column.values : column.codes)];
}

/** How many rows of the table are predicted another class than theirs. */
export function wrongRows(model: Model, table: Table): number {
  const codes = cellsIn(table, model.target.name);
  return labelsOf(model, table).filter((label, row) => label !== codes[row]).length;
}

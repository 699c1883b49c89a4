import type { ColumnSchema } from "../table/schema.js";
import { hasOrder } from "../table/schema.js";
import { attributeOf, checkFinite, isIndex, need, needList, needObject } from "./checks.js";

/** The training rows that correct an ensemble's predictions. */
export function checkNeighbours(given: unknown, path: string, attributes: readonly ColumnSchema[]): void {
  needObject(given, path);
  const { count, share, residuals, columns } = given;
  needList(residuals, `${path}.residuals`, "a list of numbers");
  residuals.forEach((residual, i) => {
    checkFinite(residual, `${path}.residuals[${i}]`);
  });
  const most = residuals.length;
  need(isIndex(count, most + 1) && count > 0, `${path}.count`, `an integer from 1 to ${most}`, count);
  checkFinite(share, `${path}.share`);
  needList(columns, `${path}.columns`, "a list of columns");
  columns.forEach((column, c) => {
    checkColumn(column, `${path}.columns[${c}]`, attributes, most);
  });
}

function checkColumn(column: unknown, path: string, attributes: readonly ColumnSchema[], rows: number): void {
  needObject(column, path);
  const attribute = attributeOf(column, path, attributes);
  const { scale, cells } = column;
  const isRight = hasOrder(attribute) ? Number.isFinite(scale) && (scale as number) > 0 : scale === undefined;
  need(isRight, `${path}.scale`, hasOrder(attribute) ? "a positive number" : "absent for levels", scale);
  needList(cells, `${path}.cells`, `a list of ${rows} cells, one for each residual`, rows);
  cells.forEach((cell, i) => {
    if (cell !== null) checkFinite(cell, `${path}.cells[${i}]`);
  });
}

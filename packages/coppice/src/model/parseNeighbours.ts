import type { ColumnSchema } from "../table/schema.js";
import { hasOrder } from "../table/schema.js";
import {
  attributeOf,
  checkFinite,
  checkIndex,
  isIndex,
  type Json,
  need,
  needList,
  needObject,
} from "./checks.js";
import type { ModelHead } from "./head.js";

/** The training rows that correct an ensemble's predictions, or make them. */
export function checkNeighbours(
  given: unknown,
  path: string,
  head: Pick<ModelHead, "task" | "target" | "attributes">,
): void {
  needObject(given, path);
  const { count, columns } = given;
  const rows =
    given.answers === undefined ? checkResiduals(given, path, head) : checkAnswers(given, path, head);
  need(isIndex(count, rows + 1) && count > 0, `${path}.count`, `an integer from 1 to ${rows}`, count);
  needList(columns, `${path}.columns`, "a list of columns");
  columns.forEach((column, c) => {
    checkColumn(column, `${path}.columns[${c}]`, head.attributes, rows);
  });
}

/** Returns the number of rows. */
function checkResiduals({ residuals, share }: Json, path: string, { task }: Pick<ModelHead, "task">): number {
  need(task === "regression", `${path}.residuals`, "absent in classification", residuals);
  checkNumbers(residuals, `${path}.residuals`);
  checkFinite(share, `${path}.share`);
  return residuals.length;
}

function checkAnswers(
  { answers, weights }: Json,
  path: string,
  { task, target }: Pick<ModelHead, "task" | "target">,
): number {
  checkNumbers(answers, `${path}.answers`);
  const classes = target.levels?.length ?? 0;
  if (task === "classification")
    answers.forEach((code, i) => {
      checkIndex(code, classes, `${path}.answers[${i}]`, "a class code");
    });
  if (weights === undefined) return answers.length;
  checkNumbers(weights, `${path}.weights`, answers.length);
  weights.forEach((weight, i) => {
    need((weight as number) > 0, `${path}.weights[${i}]`, "a positive number", weight);
  });
  return answers.length;
}

function checkNumbers(given: unknown, path: string, length?: number): asserts given is number[] {
  needList(given, path, "a list of numbers", length);
  given.forEach((value, i) => {
    checkFinite(value, `${path}[${i}]`);
  });
}

function checkColumn(column: unknown, path: string, attributes: readonly ColumnSchema[], rows: number): void {
  needObject(column, path);
  const attribute = attributeOf(column, path, attributes);
  const { scale, levelScale = 1, cells } = column;
  need(
    Number.isFinite(levelScale) && (levelScale as number) > 0,
    `${path}.levelScale`,
    "a positive number",
    levelScale,
  );
  const isRight = hasOrder(attribute) ? Number.isFinite(scale) && (scale as number) > 0 : scale === undefined;
  need(isRight, `${path}.scale`, hasOrder(attribute) ? "a positive number" : "absent for levels", scale);
  needList(cells, `${path}.cells`, `a list of ${rows} cells, one for each training row`, rows);
  cells.forEach((cell, i) => {
    if (cell !== null) checkFinite(cell, `${path}.cells[${i}]`);
  });
}

import { CoppiceError, mustBe } from "../base/errors.js";
import { hasGapByKernel, isLong } from "../kernels/drivers/columnPasses.js";
import { type Column, type NominalColumn, type NumericColumn, takeRows } from "../table/column.js";
import { columnOf, type Table, type Warning } from "../table/table.js";
import { keyColumn, orderOfKeys } from "../table/training/keyColumn.js";
import { stringWarning, targetMissingWarning, zeroWeightWarning } from "../table/training/rowWarnings.js";
import { gridValues, gridWeights, type ValueGrid } from "./grid.js";
import { partOf } from "./parts.js";
import type { LearningTask } from "./task.js";

/** A task with its rows in this process: those with a target and a positive weight, weights and targets on exact grids. */
export interface Problem extends LearningTask {
  readonly attributes: readonly Column[];
  readonly target: Target;
  /** One weight per row on the weight grid; absent if every row has weight 1. */
  readonly weights?: Float64Array;
  /** By row an integer that no other row has, by which chance goes; absent: its position. */
  readonly keys?: Float64Array;
  /** Of what these rows are part: they keep the keys and the contents that they have there. */
  readonly within?: PartOf;
}

export interface PartOf {
  readonly whole: Problem;
  /** By row its place in the whole. */
  readonly rows: ArrayLike<number>;
}

export type Target =
  | { readonly kind: "classes"; readonly column: NominalColumn }
  | { readonly kind: "values"; readonly column: NumericColumn; readonly grid: ValueGrid };

export interface ProblemRequest {
  readonly target: string;
  /** A numeric column with each row's weight, which is not an attribute. */
  readonly weight?: string;
  /**
   * A numeric column with a whole number for each row that no other row has, which is not an attribute. What is drawn at random goes
   * by it, and rows are learned from in its order, so that nothing depends on the order of the table; absent: by the rows' positions.
   */
  readonly rowKey?: string;
  /** The attributes' names; absent: every other column except strings that the user has not declared. */
  readonly attributes?: readonly string[];
}

/** Prepares a table for learning: target, weights and attributes, for the rows with a target and a positive weight. */
export function prepare(table: Table, request: ProblemRequest): Problem {
  const target = columnOf(table, request.target);
  const weightColumn = request.weight === undefined ? undefined : weightOf(table, request.weight);
  const warnings: Warning[] = [];
  const usable = usableRows(table.rows, target, weightColumn, warnings);
  const { rows, keys } = inKeyOrder(table, request.rowKey, usable);
  const take = <C extends Column>(column: C): C => (rows === undefined ? column : takeRows(column, rows));
  const count = rows?.length ?? table.rows;
  const attributes = attributesOf(table, request, warnings).map(take);
  const raw = weightColumn && take(weightColumn).values;
  const gridded = raw && gridWeights(raw);
  const totalWeight = gridded?.total ?? count;
  return {
    task: target.type === "numeric" ? "regression" : "classification",
    rows: count,
    attributes,
    target: targetOf(take(target), totalWeight),
    ...(gridded && { weights: gridded.weights }),
    ...(keys && { keys }),
    weightQuantum: gridded?.quantum ?? quantumOf(count),
    totalWeight,
    warnings,
  };
}

/** The rows in the order of their keys, if they have some: then learning does not depend on the order of the table. */
function inKeyOrder(
  table: Table,
  rowKey: string | undefined,
  rows: Int32Array | undefined,
): { readonly rows: Int32Array | undefined; readonly keys?: Float64Array } {
  if (rowKey === undefined) return { rows };
  const keys = keyColumn(table, rowKey, rows);
  const order = orderOfKeys(keys);
  if (order === undefined) return { rows, keys };
  return { rows: rows ? order.map((place) => rows[place]) : order, keys: taken(keys, order) };
}

/** Some of a problem's rows, on the same grids. */
export function problemRows(problem: Problem, rows: ArrayLike<number>): Problem {
  const { target, weights } = problem;
  const kept = weights && taken(weights, rows);
  const { keys, ...rest } = problem;
  return {
    ...rest,
    within: partWithin(problem, rows),
    rows: rows.length,
    attributes: problem.attributes.map((column) => partOf(column, rows)),
    target:
      target.kind === "classes"
        ? { kind: "classes", column: partOf(target.column, rows) }
        : {
            ...target,
            column: takeRows(target.column, rows),
            grid: { ...target.grid, units: taken(target.grid.units, rows) },
          },
    ...(kept && { weights: kept }),
    totalWeight: kept === undefined ? rows.length : sumOf(kept),
  };
}

function partWithin(problem: Problem, rows: ArrayLike<number>): PartOf {
  const { within } = problem;
  if (within === undefined) return { whole: problem, rows };
  const places = new Int32Array(rows.length);
  for (let i = 0; i < places.length; i++) places[i] = within.rows[rows[i]];
  return { whole: within.whole, rows: places };
}

/** By row its key; undefined where that is its position. */
export function rowKeys({ keys, within }: Problem): ArrayLike<number> | undefined {
  if (within === undefined) return keys;
  const { whole, rows } = within;
  return whole.keys ? taken(whole.keys, rows) : rows;
}

function taken(values: Float64Array, rows: ArrayLike<number>): Float64Array {
  const part = new Float64Array(rows.length);
  for (let i = 0; i < part.length; i++) part[i] = values[rows[i]];
  return part;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

/** Whether two problems are about the same cells and weights. */
export function haveSameCells(a: Problem, b: Problem): boolean {
  if (a.weights !== b.weights || a.target.column !== b.target.column) return false;
  return (
    a.attributes.length === b.attributes.length && a.attributes.every((one, i) => one === b.attributes[i])
  );
}

/** The same rows, each of weight 1. */
export function unweighted(problem: Problem): Problem {
  const { weights, ...rest } = problem;
  if (weights === undefined) return problem;
  const { rows, target } = problem;
  return {
    ...rest,
    target: targetOf(target.column, rows),
    weightQuantum: quantumOf(rows),
    totalWeight: rows,
  };
}

/** The grid of weights that add up to so many rows. */
export function quantumOf(rows: number): number {
  return gridWeights(new Float64Array([Math.max(1, rows)])).quantum;
}

function targetOf(column: Column, totalWeight: number): Target {
  if (column.type === "numeric")
    return { kind: "values", column, grid: gridValues(column.values, totalWeight) };
  return { kind: "classes", column };
}

function weightOf(table: Table, name: string): NumericColumn {
  const column = columnOf(table, name);
  if (column.type !== "numeric")
    throw mustBe("COLUMN_TYPE", `the weight column ${JSON.stringify(name)}`, "numeric", column.type);
  const row = firstInvalid(column.values);
  if (row < 0) return column;
  const rule = "a finite non-negative number";
  throw mustBe("WEIGHT_INVALID", `the weight of row ${row + 1}`, rule, column.values[row]);
}

/** The row of the first invalid weight; -1 if all are valid. */
function firstInvalid(weights: Float64Array): number {
  for (let row = 0; row < weights.length; row++) {
    const weight = weights[row];
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) return row;
  }
  return -1;
}

/** The columns to learn from; those left aside get a warning. */
export function attributesOf(table: Table, request: ProblemRequest, warnings: Warning[] = []): Column[] {
  // A part of the target's dates would leak the target.
  const chosen =
    (request.attributes && columnsOf(table, request.attributes)) ??
    table.columns.filter(({ part }) => part?.of !== request.target);
  const attributes = chosen.filter((column) => {
    if ([request.target, request.weight, request.rowKey].includes(column.name)) return false;
    if (column.type === "numeric" || !column.aside) return true;
    warnings.push(stringWarning(column.name));
    return false;
  });
  if (attributes.length === 0) {
    throw new CoppiceError("ATTRIBUTE_NONE", "there is no attribute to learn from besides the target", {
      name: request.target,
    });
  }
  return attributes;
}

/** By name, without a search for each: tables may have thousands of columns. */
function columnsOf(table: Table, names: readonly string[]): Column[] {
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  return names.map((name) => byName.get(name) ?? columnOf(table, name));
}

/** Writes the rows with a known target and a non-zero weight to `kept`; returns their number, and how many lack a target. */
function keepNumbers(kept: Int32Array, values: Float64Array, weights: Float64Array | undefined): Kept {
  let n = 0;
  let noTarget = 0;
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row])) noTarget++;
    else if (weights === undefined || weights[row] !== 0) kept[n++] = row;
  }
  return { n, noTarget };
}

function keepCodes(kept: Int32Array, codes: Int32Array, weights: Float64Array | undefined): Kept {
  let n = 0;
  let noTarget = 0;
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] < 0) noTarget++;
    else if (weights === undefined || weights[row] !== 0) kept[n++] = row;
  }
  return { n, noTarget };
}

interface Kept {
  readonly n: number;
  readonly noTarget: number;
}

/** Whether no cell is missing. */
export function isComplete(column: Column): boolean {
  return column.type === "numeric" ? !hasGap(column.values) : !hasNegative(column.codes);
}

/** The rows in which an attribute is missing. */
export function rowsWithGaps({ rows, attributes }: Pick<Problem, "rows" | "attributes">): Int32Array {
  const marks = new Uint8Array(rows);
  for (const column of attributes) {
    if (column.type === "numeric") markGaps(marks, column.values);
    else markNegative(marks, column.codes);
  }
  const found = new Int32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) if (marks[row] === 1) found[count++] = row;
  return found.subarray(0, count);
}

// Plain loops, each a function of its own: a callback per row is measurably slower.

function hasGap(values: Float64Array): boolean {
  if (isLong(values.length)) return hasGapByKernel(values);
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row])) return true;
  return false;
}

function markGaps(marks: Uint8Array, values: Float64Array): void {
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row])) marks[row] = 1;
}

function markNegative(marks: Uint8Array, codes: Int32Array): void {
  for (let row = 0; row < codes.length; row++) if (codes[row] < 0) marks[row] = 1;
}

function hasNegative(codes: Int32Array): boolean {
  for (let row = 0; row < codes.length; row++) if (codes[row] < 0) return true;
  return false;
}

/** The rows with a target and a positive weight; undefined when that is all of them. */
function usableRows(
  count: number,
  target: Column,
  weight: NumericColumn | undefined,
  warnings: Warning[],
): Int32Array | undefined {
  if (count > 0 && weight === undefined && isComplete(target)) return undefined;
  const kept = new Int32Array(count);
  const { n, noTarget } =
    target.type === "numeric"
      ? keepNumbers(kept, target.values, weight?.values)
      : keepCodes(kept, target.codes, weight?.values);
  const noWeight = count - n - noTarget;
  if (count === 0) throw new CoppiceError("TABLE_NO_ROWS", "the table has no rows to learn from");
  if (noTarget === count) {
    throw new CoppiceError(
      "TARGET_EMPTY",
      `the target ${JSON.stringify(target.name)} has no value in any row`,
      {
        name: target.name,
      },
    );
  }
  if (n === 0)
    throw new CoppiceError("WEIGHT_ZERO", "no row with a target has a weight above 0", {
      name: weight?.name ?? "",
    });
  if (noTarget > 0) warnings.push(targetMissingWarning(target.name, noTarget));
  if (noWeight > 0) warnings.push(zeroWeightWarning(noWeight));
  return n === count ? undefined : kept.subarray(0, n);
}

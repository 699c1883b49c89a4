import type { Formula } from "../../model/formula.js";
import type { Column } from "../../table/column.js";
import { PART_ROWS } from "./parts.js";
import type { NodeToSplit } from "./proposal.js";

/** A column of the design matrix: a numeric or ordered attribute, or a level of a nominal one as 0 or 1. */
export interface Variable {
  readonly attribute: number;
  /** The level's code, for a dummy. */
  readonly level?: number;
  /** Of the cells at the node: the design holds (cell - mean) × (1 / scale). */
  readonly mean: number;
  readonly scale: number;
}

/** The complete rows of a node as columns of numbers with mean 0 and standard deviation 1. */
export interface Design {
  /** The number of complete rows. */
  readonly size: number;
  /** Their positions among the node's rows. */
  readonly at: Int32Array;
  readonly weights: Float64Array;
  readonly totalWeight: number;
  readonly variables: readonly Variable[];
  /** One array per variable. */
  readonly columns: readonly Float64Array[];
}

/** A dummy needs this many rows on either side: with fewer its coefficient would describe single rows. */
const FEWEST_OF_A_LEVEL = 2;

/** At least this share of a node's weight stays in the design: attributes with more gaps are left out first. */
const LEAST_COMPLETE = 0.5;

/** Which attributes become variables; absent: all. */
export function designOf(node: NodeToSplit, attributes?: readonly number[]): Design {
  const all = node.problem.attributes;
  const complete = completeRows(node, attributes ?? all.map((_, a) => a));
  const { at } = complete;
  const size = at.length;
  const isWhole = size === node.rows.length;
  const rows = isWhole ? node.rows : at.map((i) => node.rows[i]);
  const weights = isWhole ? node.weights : Float64Array.from(at, (i) => node.weights[i]);
  const totalWeight = sumOf(weights);
  const variables: Variable[] = [];
  const columns: Float64Array[] = [];
  const add = (attribute: number, values: Float64Array, level?: number) => {
    const found = standardise(values, weights, totalWeight);
    if (found === undefined) return;
    variables.push({ attribute, ...(level !== undefined && { level }), ...found });
    columns.push(values);
  };
  for (const attribute of complete.attributes) {
    const column = all[attribute];
    if (column.type !== "nominal") add(attribute, taken(column, rows));
    else
      for (const level of dummyLevels(column.codes, rows))
        add(attribute, dummy(column.codes, rows, level), level);
  }
  return { size, at, weights, totalWeight, variables, columns };
}

function dummy(codes: Int32Array, rows: Int32Array, level: number): Float64Array {
  const values = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) values[i] = codes[rows[i]] === level ? 1 : 0;
  return values;
}

// One loop per kind of array: a common one would be twice as slow.

function taken(column: Column, rows: Int32Array): Float64Array {
  const values = new Float64Array(rows.length);
  if (column.type === "numeric") takeNumbers(column.values, rows, values);
  else for (let i = 0; i < rows.length; i++) values[i] = column.codes[rows[i]];
  return values;
}

function takeNumbers(from: Float64Array, rows: Int32Array, into: Float64Array): void {
  for (let i = 0; i < rows.length; i++) into[i] = from[rows[i]];
}

/** Every level but the most frequent, which the others are compared with; two levels are one dummy. */
function dummyLevels(codes: Int32Array, rows: Int32Array): number[] {
  const counts = new Map<number, number>();
  for (let i = 0; i < rows.length; i++) counts.set(codes[rows[i]], (counts.get(codes[rows[i]]) ?? 0) + 1);
  const levels = [...counts.keys()].sort((a, b) => a - b);
  const most = levels.reduce(
    (best, level) => (counts.get(level)! > counts.get(best)! ? level : best),
    levels[0],
  );
  return levels.filter((level) => level !== most && counts.get(level)! >= FEWEST_OF_A_LEVEL);
}

/** Makes the mean 0 and the variance 1, in place; undefined for a constant. */
function standardise(
  values: Float64Array,
  weights: Float64Array,
  total: number,
): Pick<Variable, "mean" | "scale"> | undefined {
  let sum = 0;
  for (let from = 0; from < values.length; from += PART_ROWS)
    sum += weightedSum(values, weights, from, Math.min(values.length, from + PART_ROWS));
  const mean = sum / total;
  let squares = 0;
  for (let from = 0; from < values.length; from += PART_ROWS)
    squares += weightedSquares(values, weights, mean, from, Math.min(values.length, from + PART_ROWS));
  const scale = Math.sqrt(squares / total);
  if (!(scale > 1e-12 * largestOf(values)) || !Number.isFinite(scale)) return undefined;
  const inverse = 1 / scale;
  for (let i = 0; i < values.length; i++) values[i] = (values[i] - mean) * inverse;
  return { mean, scale };
}

function weightedSum(values: Float64Array, weights: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += weights[i] * values[i];
  return sum;
}

function weightedSquares(
  values: Float64Array,
  weights: Float64Array,
  mean: number,
  from: number,
  to: number,
): number {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const d = values[i] - mean;
    sum += weights[i] * d * d;
  }
  return sum;
}

function largestOf(values: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > largest) largest = size;
  }
  return largest;
}

/** The rows without a gap in the attributes, of which those with the most gaps are dropped until enough rows are left. */
function completeRows(
  { rows, weights, problem }: NodeToSplit,
  attributes: readonly number[],
): { readonly at: Int32Array; readonly attributes: readonly number[] } {
  let kept = attributes.map((attribute) => ({
    attribute,
    gaps: gapsIn(problem.attributes[attribute], rows),
  }));
  const total = sumOf(weights);
  for (;;) {
    const holes = kept.flatMap(({ gaps }) => (gaps ? [gaps.at] : []));
    const at = new Int32Array(rows.length);
    if (holes.length === 0) {
      for (let i = 0; i < at.length; i++) at[i] = i;
      return { at, attributes: kept.map(({ attribute }) => attribute) };
    }
    let [count, weight] = [0, 0];
    for (let i = 0; i < rows.length; i++) {
      if (holes.some((hole) => hole[i] === 1)) continue;
      at[count++] = i;
      weight += weights[i];
    }
    if (weight >= LEAST_COMPLETE * total)
      return { at: at.subarray(0, count), attributes: kept.map(({ attribute }) => attribute) };
    const most = Math.max(...kept.map(({ gaps }) => gaps?.count ?? 0));
    const worst = kept.findIndex(({ gaps }) => gaps?.count === most);
    kept = kept.filter((_, k) => k !== worst);
  }
}

interface Gaps {
  /** 1 where a row has no value. */
  readonly at: Uint8Array;
  readonly count: number;
}

/** Columns that are known to have no gap at all are not looked at again at every node. */
const COMPLETE = new WeakSet<Column>();
const SEEN = new WeakSet<Column>();

function isComplete(column: Column): boolean {
  if (!SEEN.has(column)) {
    SEEN.add(column);
    if (column.type === "numeric" ? hasNumbers(column.values) : column.codes.every((code) => code >= 0))
      COMPLETE.add(column);
  }
  return COMPLETE.has(column);
}

function hasNumbers(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) return false;
  return true;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

function gapsIn(column: Column, rows: Int32Array): Gaps | undefined {
  if (isComplete(column)) return undefined;
  let at: Uint8Array | undefined;
  let count = 0;
  const note = (i: number) => {
    at ??= new Uint8Array(rows.length);
    at[i] = 1;
    count++;
  };
  if (column.type === "numeric") eachNaN(column.values, rows, note);
  else for (let i = 0; i < rows.length; i++) if (column.codes[rows[i]] < 0) note(i);
  return at && { at, count };
}

function eachNaN(values: Float64Array, rows: Int32Array, note: (i: number) => void): void {
  for (let i = 0; i < rows.length; i++) if (Number.isNaN(values[rows[i]])) note(i);
}

/**
 * A direction of the design in the table's own units, without intercept. A direction of length 1 gives a measure with about the
 * spread of one standardised attribute.
 */
export function formulaOf({ variables }: Pick<Design, "variables">, direction: Float64Array): Formula {
  const terms = variables.flatMap(({ attribute, level, scale }, j) => {
    const coefficient = direction[j] / scale;
    if (coefficient === 0 || !Number.isFinite(coefficient)) return [];
    return [{ attribute, coefficient, ...(level !== undefined && { levels: [level] }) }];
  });
  return { intercept: 0, terms };
}

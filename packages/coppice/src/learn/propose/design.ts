import type { Formula } from "../../model/formula.js";
import type { Column } from "../../table/column.js";
import type { NodeToSplit } from "./proposal.js";

/** A column of the design matrix: a numeric or ordered attribute, or a level of a nominal one as 0 or 1. */
export interface Variable {
  readonly attribute: number;
  /** The level's code, for a dummy. */
  readonly level?: number;
  /** Of the cells at the node: the design holds (cell - mean) / scale. */
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
  const columns = node.problem.attributes;
  const chosen = attributes ?? columns.map((_, a) => a);
  const complete = completeRows(node, chosen);
  const size = complete.at.length;
  const weights = new Float64Array(size);
  let totalWeight = 0;
  for (let i = 0; i < size; i++) totalWeight += weights[i] = node.weights[complete.at[i]];
  const variables: Variable[] = [];
  const cells: Float64Array[] = [];
  const add = (attribute: number, values: Float64Array, level?: number) => {
    const found = standardise(values, weights, totalWeight);
    if (found === undefined) return;
    variables.push({ attribute, ...(level !== undefined && { level }), ...found });
    cells.push(values);
  };
  const rows = Int32Array.from(complete.at, (i) => node.rows[i]);
  for (const attribute of complete.attributes) {
    const column = columns[attribute];
    if (column.type === "nominal") {
      for (const level of dummyLevels(column.codes, rows)) {
        add(
          attribute,
          Float64Array.from(rows, (row) => (column.codes[row] === level ? 1 : 0)),
          level,
        );
      }
    } else add(attribute, taken(column, rows));
  }
  return { size, at: complete.at, weights, totalWeight, variables, columns: cells };
}

function taken(column: Column, rows: Int32Array): Float64Array {
  const values = new Float64Array(rows.length);
  const from = column.type === "numeric" ? column.values : column.codes;
  for (let i = 0; i < rows.length; i++) values[i] = from[rows[i]];
  return values;
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
  for (let i = 0; i < values.length; i++) sum += weights[i] * values[i];
  const mean = sum / total;
  let squares = 0;
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const d = values[i] - mean;
    squares += weights[i] * d * d;
    largest = Math.max(largest, Math.abs(values[i]));
  }
  const scale = Math.sqrt(squares / total);
  if (!(scale > 1e-12 * largest) || !Number.isFinite(scale)) return undefined;
  for (let i = 0; i < values.length; i++) values[i] = (values[i] - mean) / scale;
  return { mean, scale };
}

/** The rows without a gap in the attributes, of which those with the most gaps are dropped until enough rows are left. */
function completeRows(
  { rows, weights, problem }: NodeToSplit,
  attributes: readonly number[],
): { readonly at: Int32Array; readonly attributes: readonly number[] } {
  const gaps = attributes.map((a) => gapsIn(problem.attributes[a], rows));
  let kept = attributes.map((_, i) => i);
  let total = 0;
  for (let i = 0; i < rows.length; i++) total += weights[i];
  for (;;) {
    const at: number[] = [];
    let weight = 0;
    const holes = kept.map((i) => gaps[i]).filter((list) => list !== undefined);
    for (let i = 0; i < rows.length; i++) {
      if (holes.some((list) => list[i] === 1)) continue;
      at.push(i);
      weight += weights[i];
    }
    if (weight >= LEAST_COMPLETE * total || holes.length === 0)
      return { at: Int32Array.from(at), attributes: kept.map((i) => attributes[i]) };
    const counts = kept.map((i) => gaps[i]?.reduce((sum, gap) => sum + gap, 0) ?? 0);
    const worst = counts.indexOf(Math.max(...counts));
    kept = kept.filter((_, k) => k !== worst);
  }
}

/** 1 where a row has no value; undefined if all have one. */
function gapsIn(column: Column, rows: Int32Array): Uint8Array | undefined {
  let found: Uint8Array | undefined;
  for (let i = 0; i < rows.length; i++) {
    const isGap =
      column.type === "numeric" ? Number.isNaN(column.values[rows[i]]) : column.codes[rows[i]] < 0;
    if (!isGap) continue;
    found ??= new Uint8Array(rows.length);
    found[i] = 1;
  }
  return found;
}

/**
 * A direction of the design in the table's own units, without intercept. Coefficients are divided by the length of the
 * standardised direction, so the measure of a node has about the spread of one standardised attribute.
 */
export function formulaOf({ variables }: Pick<Design, "variables">, direction: ArrayLike<number>): Formula {
  let squares = 0;
  for (let j = 0; j < variables.length; j++) squares += direction[j] * direction[j];
  const length = Math.sqrt(squares);
  const terms = variables.flatMap(({ attribute, level, scale }, j) => {
    const coefficient = direction[j] / length / scale;
    if (!(Math.abs(coefficient) > 0 && Number.isFinite(coefficient))) return [];
    return [{ attribute, coefficient, ...(level !== undefined && { levels: [level] }) }];
  });
  return { intercept: 0, terms };
}

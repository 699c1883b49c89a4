import { ColumnSorter } from "../kernels/drivers/sortColumn.js";
import { kernelsUsable, withTeam } from "../kernels/support.js";
import type { Team } from "../kernels/team.js";
import type { Column, NominalColumn } from "../table/column.js";
import { isStringType } from "../table/schema.js";
import type { AttributeFacts, EngineFacts, TargetFacts } from "./port.js";
import type { Problem, Target } from "./problem.js";

/** A column as codes, one per row. A missing value has the code after the last, so that counting needs no branch. */
export interface CodedAttribute {
  readonly facts: AttributeFacts;
  readonly codes: Codes;
}

/** As narrow as the number of codes allows, or not. */
export type Codes = Int32Array | Uint16Array | Uint8Array;

export interface EncodedAttribute extends CodedAttribute {
  readonly codes: Int32Array;
}

/** Encoded when its codes are first needed: what works on the cells themselves never pays for ranks. */
export function encodeLazily(column: Column, team?: Team): EncodedAttribute {
  let made: EncodedAttribute | undefined;
  const encoded = () => (made ??= encodedOnce(column, team));
  return {
    facts:
      column.type === "numeric"
        ? {
            kind: "numeric",
            get codes() {
              return encoded().facts.codes;
            },
            get values() {
              return encoded().facts.values!;
            },
          }
        : { kind: column.type === "ordered" ? "ordered" : "nominal", codes: levelCount(column) },
    get codes() {
      return encoded().codes;
    },
  };
}

const kept = new WeakMap<Column, EncodedAttribute>();
/** The codes of longer columns are not kept: they would take up memory for as long as the table is used. */
const MOST_KEPT_ROWS = 1 << 20;

/** Codes are kept as long as their column is: a table from which many trees are grown is encoded once. */
export function encodedOnce(column: Column, team?: Team): EncodedAttribute {
  const found = kept.get(column);
  if (found !== undefined) return found;
  const made = encodeAttribute(column, team);
  if (made.codes.length <= MOST_KEPT_ROWS) kept.set(column, made);
  return made;
}

export function encodeAttribute(column: Column, team?: Team): EncodedAttribute {
  if (column.type === "numeric") return encodeNumeric(column.values, team);
  const levels = levelCount(column);
  // Tests look into strings, and not at which one it is: all are alike here.
  const codes = isStringType(column.type)
    ? column.codes.map((code) => Math.min(code, 0))
    : column.codes.slice();
  replaceNegative(codes, levels);
  return { facts: { kind: column.type === "ordered" ? "ordered" : "nominal", codes: levels }, codes };
}

function levelCount({ type, levels }: NominalColumn): number {
  return isStringType(type) ? 1 : levels.length;
}

/** Rows below which a kernel is not worth its compilation. */
const KERNEL_ROWS = 4096;

function encodeNumeric(cells: Float64Array, team?: Team): EncodedAttribute {
  const whole = encodeIntegers(cells);
  if (whole !== undefined) return whole;
  if (cells.length >= KERNEL_ROWS && kernelsUsable()) return encodeByKernel(cells, team);
  return encodeFewValues(cells) ?? encodeManyValues(cells);
}

function encodeByKernel(cells: Float64Array, given: Team | undefined): EncodedAttribute {
  return withTeam(given, (team) => {
    const { codes, values } = new ColumnSorter(team, cells.length).sort(cells);
    return { facts: { kind: "numeric", codes: values.length, values: values.slice() }, codes: codes.slice() };
  });
}

/** The codes of numbers and the distinct ones, in memory that is used again: valid during the call. */
export function withRanks<T>(
  cells: Float64Array,
  team: Team | undefined,
  use: (ranks: { readonly codes: Int32Array; readonly values: Float64Array }) => T,
): T {
  const whole = encodeIntegers(cells);
  if (whole === undefined && cells.length >= KERNEL_ROWS && kernelsUsable())
    return withTeam(team, (used) => use(new ColumnSorter(used, cells.length).sort(cells)));
  const { codes, facts } = whole ?? encodeFewValues(cells) ?? encodeManyValues(cells);
  return use({ codes, values: facts.values! });
}

/** Integers in a range of at most this many, and no more than there are rows, are ranked without sorting. */
const MOST_SPAN = 1 << 16;

function encodeIntegers(cells: Float64Array): EncodedAttribute | undefined {
  const { low, high } = integerRange(cells);
  const span = high - low + 1;
  if (!(span >= 1 && span <= Math.min(MOST_SPAN, cells.length))) return undefined;
  const ranks = new Int32Array(span);
  const values = rankIntegers(cells, low, ranks);
  const codes = new Int32Array(cells.length);
  lookUpIntegers(codes, cells, low, ranks, values.length);
  return { facts: { kind: "numeric", codes: values.length, values }, codes };
}

/** The least and the greatest cell; an empty range if there is one that is not a small integer. */
function integerRange(cells: Float64Array): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < cells.length; i++) {
    const x = cells[i];
    // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself, and this is the fastest way to see it
    if (x !== x) continue;
    if ((x | 0) !== x) return { low: 1, high: 0 };
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return { low, high };
}

/** Fills the ranks of the integers that occur; returns these. */
function rankIntegers(cells: Float64Array, low: number, ranks: Int32Array): Float64Array {
  for (let i = 0; i < cells.length; i++) {
    const x = cells[i];
    // biome-ignore lint/suspicious/noSelfCompare: see above
    if (x === x) ranks[x - low] = 1;
  }
  const values: number[] = [];
  for (let k = 0; k < ranks.length; k++) {
    if (ranks[k] === 0) continue;
    ranks[k] = values.length;
    values.push(low + k);
  }
  return Float64Array.from(values);
}

function lookUpIntegers(
  codes: Int32Array,
  cells: Float64Array,
  low: number,
  ranks: Int32Array,
  missing: number,
): void {
  for (let i = 0; i < cells.length; i++) {
    const x = cells[i];
    // biome-ignore lint/suspicious/noSelfCompare: see above
    codes[i] = x === x ? ranks[x - low] : missing;
  }
}

/** Above this many distinct values sorting all cells is faster than looking each one up. */
const FEW_VALUES = 2048;

function encodeFewValues(cells: Float64Array): EncodedAttribute | undefined {
  const numbers = new Map<number, number>();
  const codes = new Int32Array(cells.length);
  if (!numberAll(codes, cells, numbers)) return undefined;
  const values = distinctValues(Float64Array.from(numbers.keys()));
  const ranks = new Int32Array(numbers.size);
  for (const [cell, number] of numbers)
    ranks[number] = Number.isNaN(cell) ? values.length : rankOf(values, cell);
  lookUpAll(codes, ranks);
  return { facts: { kind: "numeric", codes: values.length, values }, codes };
}

function encodeManyValues(cells: Float64Array): EncodedAttribute {
  const values = distinctValues(cells);
  const codes = new Int32Array(cells.length);
  rankAll(codes, cells, values);
  return { facts: { kind: "numeric", codes: values.length, values }, codes };
}

// Loops over all rows are functions of their own. V8 optimises a long loop while it runs, but deoptimises when the
// function then reaches code that has not run before; a function that ends with its loop stays optimised.

function replaceNegative(codes: Int32Array, code: number): void {
  for (let i = 0; i < codes.length; i++) if (codes[i] < 0) codes[i] = code;
}

/** Numbers the distinct cells in order of appearance; false when there are too many of them. */
function numberAll(codes: Int32Array, cells: Float64Array, numbers: Map<number, number>): boolean {
  for (let i = 0; i < cells.length; i++) {
    let number = numbers.get(cells[i]);
    if (number === undefined) {
      if (numbers.size > FEW_VALUES) return false;
      number = numbers.size;
      numbers.set(cells[i], number);
    }
    codes[i] = number;
  }
  return true;
}

function lookUpAll(codes: Int32Array, table: Int32Array): void {
  for (let i = 0; i < codes.length; i++) codes[i] = table[codes[i]];
}

function rankAll(codes: Int32Array, cells: Float64Array, values: Float64Array): void {
  for (let i = 0; i < cells.length; i++)
    codes[i] = Number.isNaN(cells[i]) ? values.length : rankOf(values, cells[i]);
}

/** Distinct values ascending, without NaN. -0 and 0 are one value, 0: JSON would not keep a threshold of -0. */
export function distinctValues(cells: Float64Array): Float64Array {
  const sorted = cells.slice().sort(); // a typed array sorts by number, NaN last
  return sorted.slice(0, deduplicate(sorted));
}

/** Moves the distinct values of a sorted array to its front; returns their number. */
function deduplicate(sorted: Float64Array): number {
  let n = 0;
  for (let i = 0; i < sorted.length && !Number.isNaN(sorted[i]); i++) {
    if (n === 0 || sorted[i] !== sorted[n - 1]) sorted[n++] = sorted[i] + 0;
  }
  return n;
}

/** How many of the ascending `values` are at most x, less one: the rank of the largest value that is at most x. */
export function rankOf(values: Float64Array, x: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function targetFacts(target: Target): TargetFacts {
  if (target.kind === "classes") return { kind: "classes", classes: target.column.levels.length };
  const { center, denominator, units } = target.grid;
  let distinct: Float64Array | undefined;
  return {
    kind: "values",
    center,
    denominator,
    // Sorted on first access: means need no ranks.
    get units() {
      distinct ??= distinctValues(units);
      return distinct;
    },
  };
}

export function factsOf(
  problem: Problem,
  attributes: readonly EncodedAttribute[],
  prefers: EngineFacts["prefers"],
): EngineFacts {
  return { attributes: attributes.map((a) => a.facts), target: targetFacts(problem.target), prefers };
}

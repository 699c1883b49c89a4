import type { Sums } from "../../kernels/drivers/infer/sums.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees } from "../../model/packed.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Cells } from "../bind.js";

export type { Sums } from "../../kernels/drivers/infer/sums.js";

export interface SumOptions {
  /** Trees take turns in adding to so many outputs: tree t to output t modulo this. Absent: 1. */
  readonly outputs?: number;
  /** What every row starts from, one number an output and number of an answer; absent: 0. */
  readonly base?: ArrayLike<number>;
  /** By tree: what its answers are multiplied by; absent: 1. */
  readonly weights?: ArrayLike<number>;
}

/** The same with the defaults written out. */
export function completeSums(
  trees: Pick<PackedTrees, "starts" | "width">,
  { outputs = 1, base, weights }: SumOptions,
): Sums {
  return {
    outputs,
    base: Float64Array.from(base ?? new Float64Array(outputs * trees.width)),
    weights: Float64Array.from(weights ?? new Float64Array(trees.starts.length - 1).fill(1)),
  };
}

/** By attribute, how many levels it has. */
export function levelCounts(attributes: readonly ColumnSchema[]): Int32Array {
  return Int32Array.from(attributes, ({ levels = [] }) => levels.length);
}

/** Rows that are followed down one tree after the other: a tree stays in the cache for so many, and they do for all trees. */
const BLOCK = 1024;

/** Adds up the answers of all trees, in their order. What the kernels do, in TypeScript: the sums are equal to the bit. */
export function sumsInTypeScript(
  trees: PackedTrees,
  levels: Int32Array,
  cells: readonly Cells[],
  rows: number,
  { base, outputs, weights }: Sums,
): Float64Array {
  const { values, width } = trees;
  const sums = new Float64Array(rows * base.length);
  for (let row = 0; row < rows; row++) sums.set(base, row * base.length);
  const given = new Float64Array(Math.min(rows, BLOCK) * cells.length);
  for (let first = 0; first < rows; first += BLOCK) {
    const count = Math.min(BLOCK, rows - first);
    layRows(cells, first, count, given);
    for (let tree = 0; tree < trees.starts.length - 1; tree++) {
      for (let i = 0; i < count; i++) {
        const answer = leafInRow(trees, tree, levels, given, i * cells.length) * width;
        const at = (first + i) * base.length + (tree % outputs) * width;
        for (let k = 0; k < width; k++) sums[at + k] += weights[tree] * values[answer + k];
      }
    }
  }
  return sums;
}

function layRows(cells: readonly Cells[], first: number, count: number, to: Float64Array): void {
  for (let a = 0; a < cells.length; a++) {
    const column = cells[a];
    for (let i = 0; i < count; i++) to[i * cells.length + a] = column[first + i];
  }
}

/** What the trees' answers add up to for each row of a table. */
export type TableSums = (cells: readonly Cells[], rows: number) => Float64Array;

export function rowByRow(walker: RowSums, { base }: Sums): TableSums {
  return (cells, rows) => {
    const sums = new Float64Array(rows * base.length);
    const given = new Float64Array(cells.length);
    for (let row = 0; row < rows; row++) {
      for (let a = 0; a < given.length; a++) given[a] = cells[a][row];
      sums.set(walker(given), row * base.length);
    }
    return sums;
  };
}

/** `landingIn` without a call a cell; the row's cells begin at `from`. */
function leafInRow(
  trees: PackedTrees,
  tree: number,
  levels: Int32Array,
  cells: Float64Array,
  from: number,
): number {
  const { attribute, skip } = trees;
  let node = trees.starts[tree];
  for (;;) {
    const a = attribute[node];
    if (a === LEAF) return skip[node];
    node += takesLeft(trees, node, cells[from + a], levels[a]) ? 1 : skip[node];
  }
}

/** `goesLeft`, with the most frequent case first. */
function takesLeft(
  { threshold, flags, sets }: PackedTrees,
  node: number,
  cell: number,
  levels: number,
): boolean {
  const flag = flags[node];
  const edge = threshold[node];
  if ((flag & ON_LEVELS) === 0) return cell <= edge || (!(cell > edge) && (flag & MISSING_LEFT) !== 0);
  if (cell >= 0 && cell < levels) return ((sets[edge + (cell >> 5)] >>> (cell & 31)) & 1) === 1;
  return (flag & MISSING_LEFT) !== 0;
}

/** What the trees' answers add up to for one row of cells, NaN where missing; valid until the next row. */
export type RowSums = (cells: Float64Array) => Float64Array;

export function walkerInTypeScript(
  trees: PackedTrees,
  levels: Int32Array,
  { base, outputs, weights }: Sums,
): RowSums {
  const { values, width } = trees;
  const count = trees.starts.length - 1;
  const out = new Float64Array(base.length);
  return (cells) => {
    out.set(base);
    for (let tree = 0; tree < count; tree++) {
      const answer = leafInRow(trees, tree, levels, cells, 0) * width;
      const at = (tree % outputs) * width;
      for (let k = 0; k < width; k++) out[at + k] += weights[tree] * values[answer + k];
    }
    return out;
  };
}

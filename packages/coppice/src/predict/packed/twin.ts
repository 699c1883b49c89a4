import type { Sums } from "../../kernels/drivers/infer/sums.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees } from "../../model/packed.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Cells } from "../bind.js";

export type { Sums } from "../../kernels/drivers/infer/sums.js";

export interface SumOptions {
  /** Number of outputs; trees take turns: tree t adds to output t modulo this. Default: 1. */
  readonly outputs?: number;
  /** Initial sums of every row, one number per output and value; default: 0. */
  readonly base?: ArrayLike<number>;
  /** A factor per tree; default: 1. */
  readonly weights?: ArrayLike<number>;
}

/** The same with defaults filled in. */
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

/** The number of levels of each attribute. */
export function levelCounts(attributes: readonly ColumnSchema[]): Int32Array {
  return Int32Array.from(attributes, ({ levels = [] }) => levels.length);
}

/** Sums the values of all trees, in their order. The TypeScript version of the kernels: the sums are identical. */
export function sumsInTypeScript(
  trees: PackedTrees,
  levels: Int32Array,
  cells: readonly Cells[],
  rows: number,
  { base, outputs, weights }: Sums,
): Float64Array {
  const { values, width } = trees;
  const apart = base.length;
  const sums = new Float64Array(rows * apart);
  for (let row = 0; row < rows; row++) sums.set(base, row * apart);
  for (let tree = 0; tree + 1 < trees.starts.length; tree++) {
    const first = (tree % outputs) * width;
    const weight = weights[tree];
    for (let row = 0; row < rows; row++) {
      const answer = leafOf(trees, tree, levels, cells, row) * width;
      const at = row * apart + first;
      for (let k = 0; k < width; k++) sums[at + k] += weight * values[answer + k];
    }
  }
  return sums;
}

/** `landingIn` for a row of a table, without a call per cell. */
export function leafOf(
  trees: PackedTrees,
  tree: number,
  levels: Int32Array,
  cells: readonly Cells[],
  row: number,
): number {
  const { attribute, skip } = trees;
  let node = trees.starts[tree];
  for (;;) {
    const a = attribute[node];
    if (a === LEAF) return skip[node];
    node += takesLeft(trees, node, cells[a][row], levels[a]) ? 1 : skip[node];
  }
}

/** The same for a row by itself. */
export function leafInRow(trees: PackedTrees, tree: number, levels: Int32Array, row: Float64Array): number {
  const { attribute, skip } = trees;
  let node = trees.starts[tree];
  for (;;) {
    const a = attribute[node];
    if (a === LEAF) return skip[node];
    node += takesLeft(trees, node, row[a], levels[a]) ? 1 : skip[node];
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
  if ((flag & ON_LEVELS) === 0) return cell <= edge || (Number.isNaN(cell) && (flag & MISSING_LEFT) !== 0);
  if (cell >= 0 && cell < levels) return ((sets[edge + (cell >> 5)] >>> (cell & 31)) & 1) === 1;
  return (flag & MISSING_LEFT) !== 0;
}

/** The sums of the trees' values for one row of cells, NaN if missing; valid until the next row. */
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
      const answer = leafInRow(trees, tree, levels, cells) * width;
      const at = (tree % outputs) * width;
      for (let k = 0; k < width; k++) out[at + k] += weights[tree] * values[answer + k];
    }
    return out;
  };
}

import type { Sums } from "../../kernels/drivers/infer/sums.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees } from "../../model/packed.js";
import type { Cells } from "../bind.js";

/** Adds up the answers of all trees, in their order. What the kernels do, in TypeScript: the sums are equal to the bit. */
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

/** `landingIn` for a row of a table, without a call a cell. */
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

/** `goesLeft`, with the commonest case first. */
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

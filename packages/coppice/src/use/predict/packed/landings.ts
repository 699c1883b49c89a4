import { goesLeft, LEAF, ON_LEVELS, type PackedTrees } from "../../../model/packed.js";
import type { Cells } from "../bind.js";

/** The rows of `values` that rows come to in one tree, written into `out` in the order of `rows`. */
export function landings(
  trees: PackedTrees,
  tree: number,
  levels: ArrayLike<number>,
  cells: readonly Cells[],
  rows: ArrayLike<number>,
  out: Int32Array,
): void {
  const { attribute, threshold, skip, flags } = trees;
  const start = trees.starts[tree];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    let node = start;
    let a = attribute[node];
    while (a !== LEAF) {
      const cell = cells[a][row];
      // A missing number is neither below the threshold nor above it: `goesLeft` says where it goes, and where levels go.
      const isPlain = (flags[node] & ON_LEVELS) === 0 && !Number.isNaN(cell);
      const left = isPlain ? cell <= threshold[node] : goesLeft(trees, node, cell, levels[a]);
      node += left ? 1 : skip[node];
      a = attribute[node];
    }
    out[i] = skip[node];
  }
}

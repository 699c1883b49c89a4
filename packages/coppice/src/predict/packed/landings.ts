import { goesLeft, LEAF, landingIn, ON_LEVELS, type PackedTrees } from "../../model/packed.js";
import type { Cells } from "../bind.js";

/** Rows are gathered into contiguous blocks first: in columns every test of a row would be a cache miss. */
const BLOCK = 512;
/** With more attributes than this a tree tests too few of them for gathering all to pay off. */
const MOST_ATTRIBUTES = 64;

/** The rows of `values` that rows reach in one tree, written into `out` in the order of `rows`. */
export function landings(
  trees: PackedTrees,
  tree: number,
  levels: ArrayLike<number>,
  cells: readonly Cells[],
  rows: ArrayLike<number>,
  out: Int32Array,
): void {
  const width = cells.length;
  if (width > MOST_ATTRIBUTES) {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      out[i] = landingIn(trees, tree, levels, (a) => cells[a][row]);
    }
    return;
  }
  const block = new Float64Array(BLOCK * width);
  for (let first = 0; first < rows.length; first += BLOCK) {
    const count = Math.min(BLOCK, rows.length - first);
    gather(cells, rows, first, count, block);
    follow(trees, tree, levels, block, width, count, out, first);
  }
}

function gather(
  cells: readonly Cells[],
  rows: ArrayLike<number>,
  first: number,
  count: number,
  block: Float64Array,
): void {
  for (let a = 0; a < cells.length; a++) {
    const column = cells[a];
    for (let i = 0, at = a; i < count; i++, at += cells.length) block[at] = column[rows[first + i]];
  }
}

function follow(
  trees: PackedTrees,
  tree: number,
  levels: ArrayLike<number>,
  block: Float64Array,
  width: number,
  count: number,
  out: Int32Array,
  first: number,
): void {
  const { attribute, threshold, skip, flags, starts } = trees;
  const start = starts[tree];
  for (let i = 0; i < count; i++) {
    const at = i * width;
    let node = start;
    let a = attribute[node];
    while (a !== LEAF) {
      const cell = block[at + a];
      // Missing numbers and levels are decided by `goesLeft`.
      const isPlain = (flags[node] & ON_LEVELS) === 0 && !Number.isNaN(cell);
      const left = isPlain ? cell <= threshold[node] : goesLeft(trees, node, cell, levels[a]);
      node += left ? 1 : skip[node];
      a = attribute[node];
    }
    out[first + i] = skip[node];
  }
}

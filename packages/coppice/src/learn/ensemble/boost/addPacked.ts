import type { Problem } from "../../../engine/problem.js";
import { landingIn, type PackedTrees } from "../../../model/packed.js";
import { testedCells } from "../../../table/column.js";

/** Adds what a tree of a model says of each row to its score. `order` has the rows' places in the problem, if it differs. */
export function addPacked(
  trees: PackedTrees,
  tree: number,
  { attributes }: Problem,
  order: Int32Array | undefined,
  unit: number,
  scores: Float64Array,
): void {
  const cells = attributes.map(testedCells);
  const levels = attributes.map((column) => (column.type === "numeric" ? 0 : column.levels.length));
  let row = 0;
  const cellOf = (a: number) => cells[a][row];
  for (let i = 0; i < scores.length; i++) {
    row = order ? order[i] : i;
    scores[i] += trees.values[landingIn(trees, tree, levels, cellOf)] / unit;
  }
}

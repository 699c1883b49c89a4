import { attributeKey, Draws, rowsKey } from "../../../base/nodeRandom.js";
import { LEAF, type PackedTrees } from "../../../model/packed.js";
import type { Cells } from "../../../predict/bind.js";
import { likeliest } from "../../../predict/combine.js";
import { landings } from "../../../predict/packed/landings.js";
import type { TreeRows } from "../rowsOf.js";

/**
 * How much worse a tree judges the rows that it did not see when the cells of an attribute are shuffled among them
 * (Breiman 2001): error, or squared error, per unit of weight. 0 where the tree does not ask for the attribute.
 */
export function permuted(pack: PackedTrees, rows: Int32Array, given: TreeRows, seed: number): Float64Array {
  const worse = new Float64Array(given.cells.length);
  if (rows.length < 2) return worse;
  const leaves = new Int32Array(rows.length);
  landings(pack, 0, given.levels, given.cells, rows, leaves);
  const before = errorOf(pack, rows, leaves, given);
  for (const a of new Set(pack.attribute)) {
    if (a === LEAF) continue;
    const shuffled = shuffledAmong(given.cells[a], rows, new Draws(attributeKey(rowsKey(seed), a)));
    const cells = given.cells.with(a, shuffled);
    landings(pack, 0, given.levels, cells, rows, leaves);
    worse[a] = errorOf(pack, rows, leaves, given) - before;
  }
  return worse;
}

/** The column with the cells of the given rows in another order; Fisher and Yates. */
function shuffledAmong(cells: Cells, rows: Int32Array, draws: Draws): Cells {
  const shuffled = cells.slice();
  for (let i = rows.length - 1; i > 0; i--) {
    const j = draws.below(i + 1);
    const held = shuffled[rows[i]];
    shuffled[rows[i]] = shuffled[rows[j]];
    shuffled[rows[j]] = held;
  }
  return shuffled;
}

function errorOf(
  { values, width }: PackedTrees,
  rows: Int32Array,
  leaves: Int32Array,
  given: TreeRows,
): number {
  const { truth, classes, weights } = given;
  let loss = 0;
  let weight = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const own = weights?.[row] ?? 1;
    weight += own;
    if (classes === 0) loss += own * (values[leaves[i]] - truth[row]) ** 2;
    else if (likeliest(values, leaves[i], width) !== truth[row]) loss += own;
  }
  return loss / weight;
}

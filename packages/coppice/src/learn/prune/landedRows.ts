import { classByClass } from "../../base/hashOrder.js";
import type { TreeModel } from "../../model/tree.js";
import { compileTree, landing, SHARED } from "../../predict/compile.js";
import { nodeLandings } from "../../predict/nodeLandings.js";
import { walk } from "../../predict/walk.js";
import type { PruneRows } from "./rows.js";

/** Rows by the leaf that they come to; those of a leaf with the same target are one, with the weight of all. */
export interface LandedRows {
  readonly leaf: Int32Array;
  readonly truth: ArrayLike<number>;
  readonly weights: Float64Array;
}

/** Rows that a tree was not grown from: block by block, or by the leaves that they come to, if the rows stay elsewhere. */
export type HeldOutRows = Iterable<PruneRows> | LandedRows;

export function areLanded(rows: HeldOutRows): rows is LandedRows {
  return "leaf" in rows;
}

/** A row that goes down several branches comes to several leaves, to each with a share of it. */
export type LeafShare = readonly [leaf: number, share: number];

/** Calls `whole` for each row that comes to one leaf, in their order, and `shared` for the others. */
export function landEach(
  model: TreeModel,
  { rows, cells }: Pick<PruneRows, "rows" | "cells">,
  whole: (leaf: number, row: number) => void,
  shared: (leaves: readonly LeafShare[], row: number) => void,
  tree = compileTree(model),
): void {
  const landings = nodeLandings(model)?.(cells, rows);
  for (let row = 0; row < rows; row++) {
    const found = landings?.[row] ?? SHARED;
    const landed = found === SHARED ? landing(tree, cells, row) : found;
    if (landed !== SHARED) {
      whole(landed, row);
      continue;
    }
    const leaves: LeafShare[] = [];
    walk(model, cells, row, (leaf, share) => {
      leaves.push([leaf, share]);
    });
    if (leaves.length === 1) whole(leaves[0][0], row);
    else shared(leaves, row);
  }
}

/**
 * The rows of blocks by leaf and target, ascending, so that sums over them do not depend on the order of rows. Those that come to
 * several leaves are handed to `shared`.
 */
export function landBlocks(
  model: TreeModel,
  blocks: Iterable<PruneRows>,
  shared: (leaves: readonly LeafShare[], block: PruneRows, row: number) => void,
): LandedRows {
  const leaf: number[] = [];
  const truth: number[] = [];
  const weights: number[] = [];
  const tree = compileTree(model);
  for (const block of blocks) {
    const note = (landed: number, row: number) => {
      leaf.push(landed);
      truth.push(block.truth[row]);
      weights.push(block.weights[row]);
    };
    landEach(model, block, note, (leaves, row) => shared(leaves, block, row), tree);
  }
  return grouped(leaf, truth, weights);
}

function grouped(leaf: readonly number[], truth: readonly number[], weights: readonly number[]): LandedRows {
  const order = classByClass(
    Int32Array.from(leaf, (_, i) => i),
    leaf,
  );
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && leaf[order[to]] === leaf[order[from]]) to++;
    order.subarray(from, to).sort((a, b) => truth[a] - truth[b]);
    from = to;
  }
  const groups = { leaf: [] as number[], truth: [] as number[], weights: [] as number[] };
  for (let i = 0; i < order.length; i++) {
    const [row, before] = [order[i], order[i - 1]];
    const isSame = i > 0 && leaf[row] === leaf[before] && truth[row] === truth[before];
    if (isSame) groups.weights[groups.weights.length - 1] += weights[row];
    else {
      groups.leaf.push(leaf[row]);
      groups.truth.push(truth[row]);
      groups.weights.push(weights[row]);
    }
  }
  return {
    leaf: Int32Array.from(groups.leaf),
    truth: groups.truth,
    weights: Float64Array.from(groups.weights),
  };
}

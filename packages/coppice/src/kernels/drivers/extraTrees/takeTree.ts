import { AnswerRows } from "../../../model/answerRows.js";
import { posterior } from "../../../model/costs.js";
import { LEAF, type PackedTrees } from "../../../model/packed.js";
import type { Heap } from "../../heap.js";
import type { ExtraTreesTarget } from "./rules.js";

const align = (bytes: number) => (bytes + 63) & -64;

/** Where the kernel wrote a tree: its columns one after the other, the words of its sets, then the sums of leaves. */
export interface WrittenTree {
  readonly at: number;
  readonly nodes: number;
  readonly setWords: number;
  readonly pooled: number;
}

/** The tree, with the predictions of its leaves. */
export function takeTree(heap: Heap, tree: WrittenTree, target: ExtraTreesTarget): PackedTrees {
  const { at, nodes, setWords, pooled } = tree;
  const attributeAt = at + align(8 * nodes);
  const skipAt = attributeAt + align(4 * nodes);
  const flagsAt = skipAt + align(4 * nodes);
  const setsAt = flagsAt + align(nodes);
  const poolAt = setsAt + align(4 * setWords);
  const attribute = heap.i32(attributeAt, nodes).slice();
  const threshold = heap.f64(at, nodes).slice();
  const skip = heap.i32(skipAt, nodes).slice();
  const columns = { attribute, threshold, skip };
  const width = target.kind === "classes" ? target.column.levels.length : 1;
  const pool = heap.f64(poolAt, pooled * width);
  const values = target.kind === "classes" ? shares(columns, width, pool) : means(columns, target.grid, pool);
  return {
    ...columns,
    starts: Int32Array.of(0, nodes),
    flags: heap.u8(flagsAt, nodes).slice(),
    sets: heap.u32(setsAt, setWords).slice(),
    values,
    width,
  };
}

type LeafColumns = Pick<PackedTrees, "attribute" | "threshold" | "skip">;

/** A leaf's link is its class, or the number of classes plus its row of the pool. */
function shares({ attribute, skip }: LeafColumns, width: number, pool: Float64Array): Float64Array {
  const answers = new AnswerRows(width);
  // By class: the answer of pure leaves, -1 before the first.
  const pure = new Int32Array(width).fill(-1);
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] !== LEAF) continue;
    const link = skip[i];
    if (link >= width) skip[i] = answers.add(sharesIn(pool, (link - width) * width, width));
    else {
      if (pure[link] < 0) pure[link] = answers.add(pureShares(width, link));
      skip[i] = pure[link];
    }
  }
  return answers.values();
}

function sharesIn(pool: Float64Array, from: number, width: number): ArrayLike<number> {
  return posterior(pool.subarray(from, from + width), undefined);
}

function pureShares(width: number, k: number): Float64Array {
  const shares = new Float64Array(width);
  shares[k] = 1;
  return shares;
}

/** A leaf's row of the pool is the sum of the target's units; the links begin after the three sums of a node. */
function means(
  { attribute, skip, threshold }: LeafColumns,
  { center, denominator }: { readonly center: number; readonly denominator: number },
  pool: Float64Array,
): Float64Array {
  const answers = new AnswerRows(1);
  const value = [0];
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] !== LEAF) continue;
    value[0] = (center + pool[skip[i] - 3] / threshold[i]) / denominator;
    skip[i] = answers.add(value);
  }
  return answers.values();
}

import { AnswerRows } from "../../../model/answerRows.js";
import { posterior } from "../../../model/costs.js";
import { LEAF, type PackedTrees } from "../../../model/packed.js";
import type { Heap } from "../../heap.js";
import type { ForestTarget } from "./rules.js";

export const align = (bytes: number) => (bytes + 63) & -64;
const NO_SETS = new Uint32Array(0);

/** Where a kernel wrote a tree: its columns one after the other, then the class weights of leaves that are not pure. */
export interface WrittenTree {
  readonly at: number;
  readonly nodes: number;
  /** Rows of class weights; of the kernel `codedForest`: where the answers of leaves are, from the tree on. */
  readonly pooled: number;
  /** If there are no class weights: the number of distinct answers of the leaves, whose classes follow. */
  readonly answers: number;
}

/** A tree that a kernel wrote, with the predictions of its leaves. */
export function takeTree(heap: Heap, tree: WrittenTree, target: ForestTarget): PackedTrees {
  const { at, nodes, pooled } = tree;
  const attributeAt = at + align(8 * nodes);
  const skipAt = attributeAt + align(4 * nodes);
  const flagsAt = skipAt + align(4 * nodes);
  const threshold = heap.f64(at, nodes).slice();
  const attribute = heap.i32(attributeAt, nodes).slice();
  const skip = heap.i32(skipAt, nodes).slice();
  const flags = heap.u8(flagsAt, nodes).slice();
  const columns = { attribute, threshold, skip };
  const poolAt = flagsAt + align(nodes);
  const packed = { ...columns, starts: Int32Array.of(0, nodes), flags, sets: NO_SETS };
  if (target.kind === "values") return { ...packed, values: means(columns, target.grid), width: 1 };
  const width = target.column.levels.length;
  const values =
    pooled > 0
      ? shares(columns, width, heap.f64(poolAt, pooled * width))
      : pureShares(width, heap.i32(poolAt, tree.answers));
  return { ...packed, values, width };
}

type LeafColumns = Pick<PackedTrees, "attribute" | "threshold" | "skip">;

function pureShares(width: number, classes: Int32Array): Float64Array {
  const values = new Float64Array(width * classes.length);
  classes.forEach((k, row) => {
    values[row * width + k] = 1;
  });
  return values;
}

/** A leaf's link is its class, or the number of classes plus its row of the pool. */
function shares({ attribute, skip }: LeafColumns, width: number, pool: Float64Array): Float64Array {
  const answers = new AnswerRows(width);
  const pure = new Int32Array(width).fill(-1);
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] !== LEAF) continue;
    const link = skip[i];
    if (link >= width) {
      const from = (link - width) * width;
      skip[i] = answers.add(posterior(pool.subarray(from, from + width), undefined));
      continue;
    }
    if (pure[link] < 0) pure[link] = answers.add(Array.from(pure, (_, k) => (k === link ? 1 : 0)));
    skip[i] = pure[link];
  }
  return answers.values();
}

/** A leaf's link is its weight, its threshold the sum of the target's units. */
function means(
  { attribute, skip, threshold }: LeafColumns,
  { center, denominator }: { readonly center: number; readonly denominator: number },
): Float64Array {
  const answers = new AnswerRows(1);
  const value = [0];
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] !== LEAF) continue;
    const weight = skip[i];
    value[0] = (center + threshold[i] / weight) / denominator;
    skip[i] = answers.add(value);
    threshold[i] = weight;
  }
  return answers.values();
}

import { AnswerRows } from "../../../model/answerRows.js";
import type { PackedTrees } from "../../../model/packed.js";
import { LEAF } from "../../../model/packed.js";
import type { Heap } from "../../heap.js";
import type { ForestTarget } from "../forest/rules.js";
import { align, pureShares, shares, type WrittenTree } from "../forest/takeTree.js";

/** A tree that the kernel wrote, with the predictions of its leaves: kernels/assembly/codedForest/write.ts has the layout. */
export function takeCodedTree(heap: Heap, tree: WrittenTree, target: ForestTarget): PackedTrees {
  const { at, nodes, pooled } = tree;
  const attributeAt = at + align(8 * nodes);
  const skipAt = attributeAt + align(4 * nodes);
  const flagsAt = skipAt + align(4 * nodes);
  const setsAt = flagsAt + align(nodes);
  const [words] = heap.u32(setsAt, 1);
  const poolAt = setsAt + align(4 + 4 * words);
  const threshold = heap.f64(at, nodes).slice();
  const attribute = heap.i32(attributeAt, nodes).slice();
  const skip = heap.i32(skipAt, nodes).slice();
  const columns = { attribute, threshold, skip };
  const packed = {
    ...columns,
    starts: Int32Array.of(0, nodes),
    flags: heap.u8(flagsAt, nodes).slice(),
    sets: heap.u32(setsAt + 4, words).slice(),
  };
  if (target.kind === "values")
    return { ...packed, values: means(columns, heap.f64(poolAt, 2 * pooled), target.grid), width: 1 };
  const width = target.column.levels.length;
  const values =
    pooled > 0
      ? shares(columns, width, heap.f64(poolAt, pooled * width))
      : pureShares(width, heap.i32(poolAt, tree.answers));
  return { ...packed, values, width };
}

/** A leaf's link is its row of the pool: its weight, and the sum of the target's units. */
function means(
  { attribute, skip }: Pick<PackedTrees, "attribute" | "skip">,
  pool: Float64Array,
  { center, denominator }: { readonly center: number; readonly denominator: number },
): Float64Array {
  const answers = new AnswerRows(1);
  const value = [0];
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] !== LEAF) continue;
    const from = 2 * skip[i];
    value[0] = (center + pool[from + 1] / pool[from]) / denominator;
    skip[i] = answers.add(value);
  }
  return answers.values();
}

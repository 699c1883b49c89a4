import type { PackedTrees } from "../../../model/packed.js";
import type { Heap } from "../../heap.js";
import type { UnseenRows } from "../forest/batch.js";
import type { ForestTarget } from "../forest/rules.js";
import { align, type WrittenTree } from "../forest/takeTree.js";

/** A tree that the kernel wrote: kernels/assembly/codedForest/write.ts has the layout. */
export function takeCodedTree(heap: Heap, tree: WrittenTree, target: ForestTarget): PackedTrees {
  const { at, nodes, pooled: answersAt, answers } = tree;
  const attributeAt = at + align(8 * nodes);
  const skipAt = attributeAt + align(4 * nodes);
  const flagsAt = skipAt + align(4 * nodes);
  const setsAt = flagsAt + align(nodes);
  const [words] = heap.u32(setsAt, 1);
  const width = target.kind === "values" ? 1 : target.column.levels.length;
  return {
    starts: Int32Array.of(0, nodes),
    attribute: heap.i32(attributeAt, nodes).slice(),
    threshold: heap.f64(at, nodes).slice(),
    skip: heap.i32(skipAt, nodes).slice(),
    flags: heap.u8(flagsAt, nodes).slice(),
    sets: heap.u32(setsAt + 4, words).slice(),
    values: heap.f64(at + answersAt, answers * width).slice(),
    width,
  };
}

/** A member's out-of-bag rows: kernels/assembly/codedForest/unseen.ts has the layout. */
export function takeUnseen(heap: Heap, at: number, rows: number): UnseenRows {
  const [count] = heap.i32(at, 1);
  return {
    rows: heap.i32(at + 8, count).slice(),
    leaves: heap.i32(at + 8 + 4 * rows, count).slice(),
  };
}

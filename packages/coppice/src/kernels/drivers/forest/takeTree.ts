import type { PackedTrees } from "../../../model/packed.js";
import type { Heap } from "../../heap.js";
import type { ForestTarget } from "./rules.js";

const align = (bytes: number) => (bytes + 63) & -64;
const NO_SETS = new Uint32Array(0);

/** Where a kernel wrote a tree: its columns one after the other, and from `answersAt` on the answers of its leaves. */
export interface WrittenTree {
  readonly at: number;
  readonly nodes: number;
  readonly answersAt: number;
  readonly answers: number;
}

/** A tree that a kernel wrote, where it is: kernels/assembly/forest/nodes.ts and codedForest/write.ts have the layout. */
export function takeTree(
  heap: Heap,
  { at, nodes, answersAt, answers }: WrittenTree,
  target: ForestTarget,
  hasSets: boolean,
): PackedTrees {
  const attributeAt = at + align(8 * nodes);
  const skipAt = attributeAt + align(4 * nodes);
  const flagsAt = skipAt + align(4 * nodes);
  const width = target.kind === "values" ? 1 : target.column.levels.length;
  return {
    starts: Int32Array.of(0, nodes),
    attribute: heap.i32(attributeAt, nodes),
    threshold: heap.f64(at, nodes),
    skip: heap.i32(skipAt, nodes),
    flags: heap.u8(flagsAt, nodes),
    sets: hasSets ? takeSets(heap, flagsAt + align(nodes)) : NO_SETS,
    values: heap.f64(at + answersAt, answers * width),
    width,
  };
}

/** The number of words, then the words. */
function takeSets(heap: Heap, at: number): Uint32Array {
  const [words] = heap.u32(at, 1);
  return heap.u32(at + 4, words);
}

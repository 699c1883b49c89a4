import type { GrownTree } from "../../model/grownTree.js";
import type { Heap } from "../heap.js";

/** What the jobs of exact class trees have in common; the fields are those of kernels/assembly/common/treeJob.ts, in order. */
export interface TreeJob {
  readonly rows: number;
  readonly attributes: number;
  readonly classes: number;
  readonly tolerance: number;
  readonly maxDepth: number | undefined;
  readonly zeroGain: boolean;
  readonly nodes: number;
  readonly control: number;
  readonly listsA: number;
  readonly listsB: number;
  readonly sides: number;
  readonly ids: number;
  readonly finds: number;
  readonly tasks: number;
}

/** How many fields come before a kernel's own. */
export const TREE_JOB_FIELDS = 14;
export const NODE_BYTES = 64;
export const CONTROL_BYTES = 384;
/** Offsets into the control block: the number of nodes, and the first counter of a kernel's own. */
const NODE_COUNT = 128;
export const OWN_COUNTER = 256;
const MOST_DEPTH = 2 ** 31 - 1;

export function writeTreeJob(heap: Heap, at: number, job: TreeJob, own: readonly number[]): void {
  const fields = [
    ...[job.rows, job.attributes, job.classes, job.tolerance],
    ...[Math.min(job.maxDepth ?? MOST_DEPTH, MOST_DEPTH), job.zeroGain ? 1 : 0],
    ...[job.nodes, job.control, job.listsA, job.listsB, job.sides, job.ids, job.finds, job.tasks],
    ...own,
  ];
  heap.f64(at, fields.length).set(fields);
  heap.u8(job.control, CONTROL_BYTES).fill(0);
}

/** The number of nodes, once grown. */
export function nodesGrown(heap: Heap, control: number): number {
  return heap.i32(control + NODE_COUNT, 1)[0];
}

/** A grown tree. What its columns say of tests is 0 at a leaf. */
export interface WrittenTree extends Omit<GrownTree, "sets" | "perLevel" | "low" | "high"> {
  /** What is on either side of the cut. */
  readonly low: Int32Array;
  readonly high: Int32Array;
}

/** Bytes of the columns of a tree, rounded to doubles. */
export function treeBytes(nodes: number, classes: number): number {
  return Math.ceil((nodes * (8 * (classes + 3) + 4 * 5 + 1)) / 8) * 8;
}

/** The order of the columns is that of kernels/assembly/common/preorder.ts. */
export function readTree(heap: Heap, at: number, nodes: number, classes: number): WrittenTree {
  const double = (column: number) => heap.f64(at + 8 * nodes * (classes + column), nodes).slice();
  const words = at + 8 * nodes * (classes + 3);
  const word = (column: number) => heap.i32(words + 4 * nodes * column, nodes).slice();
  return {
    nodes,
    sums: heap.f64(at, nodes * classes).slice(),
    ...{ gain: double(0), leftWeight: double(1), rightWeight: double(2) },
    ...{ rows: word(0), attribute: word(1), skip: word(2), low: word(3), high: word(4) },
    pure: heap.u8(words + 4 * nodes * 5, nodes).slice(),
  };
}

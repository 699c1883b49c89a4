import type { Heap } from "../../heap.js";

/** What a run's kernel is told; addresses, unless they are numbers of something: kernels/assembly/infer/plan.ts. */
export interface Plan {
  readonly rows: number;
  readonly blockRows: number;
  readonly columns: number;
  readonly columnCount: number;
  readonly trees: number;
  readonly treeCount: number;
  readonly values: number;
  readonly width: number;
  readonly weights: number;
  readonly outputs: number;
  readonly sums: number;
  readonly scratch: number;
  readonly scratchEach: number;
  readonly sets?: number;
  readonly columnBits?: number;
  readonly stride?: number;
  readonly groups?: number;
  readonly groupCount?: number;
  readonly leaves?: number;
  /** Bytes from a column of cells to the next, if the kernel is to note missing numbers. */
  readonly watched?: number;
}

const PLAN_WORDS = 23;
const GAP_WORD = 21;

export function putPlan(heap: Heap, plan: Plan): number {
  const at = heap.alloc(4 * PLAN_WORDS);
  const { sets = 0, columnBits = 0, stride = 0, groups = 0, groupCount = 0, leaves = 0, watched = 0 } = plan;
  heap
    .u32(at, PLAN_WORDS)
    .set([
      ...[0, plan.rows, plan.blockRows, plan.columns, plan.columnCount, plan.trees, plan.treeCount],
      ...[plan.values, plan.width, plan.weights, plan.outputs, plan.sums, plan.scratch, plan.scratchEach],
      ...[sets, columnBits, stride, groups, groupCount, 0, leaves, 0, watched],
    ]);
  return at;
}

/** Whether the kernel met a missing number in any run so far; only if it was to note them. */
export function metGap(heap: Heap, plan: number): boolean {
  return heap.u32(plan, PLAN_WORDS)[GAP_WORD] !== 0;
}

/** Before each run of the kernel: nothing is taken yet, and there are so many rows. */
export function restart(heap: Heap, plan: number, rows: number): void {
  const words = heap.u32(plan, PLAN_WORDS);
  words[0] = 0;
  words[1] = rows;
  words[19] = 0;
}

/** Small enough that no thread waits long for another's last block. */
export function evenBlock(rows: number, threads: number): number {
  return 64 * Math.max(1, Math.ceil(rows / (64 * 4 * threads)));
}

export function putNumbers(heap: Heap, numbers: Float64Array): number {
  const at = heap.alloc(8 * numbers.length);
  heap.f64(at, numbers.length).set(numbers);
  return at;
}

export function putWords(heap: Heap, words: Uint32Array | Int32Array): number {
  const at = heap.alloc(4 * Math.max(1, words.length));
  heap.u32(at, words.length).set(words);
  return at;
}

/** Every row's initial sums. */
export function fillBase(sums: Float64Array, base: Float64Array): void {
  if (base.every((number) => Object.is(number, base[0]))) {
    sums.fill(base[0] ?? 0);
    return;
  }
  sums.set(base.subarray(0, sums.length));
  for (let done = base.length; done < sums.length; done *= 2) sums.copyWithin(done, 0, done);
}

import type { Heap } from "../../heap.js";

/** The kernel's own parameters, which follow those of the kernel `forest`: kernels/assembly/extraTrees/params.ts reads them. */
export interface ExtraTreesParams {
  /** 0: attributes with a test each are drawn. */
  readonly tests: number;
  readonly isEntropy: boolean;
  readonly quantum1: number;
  /** By row; 0: every row weighs 1. */
  readonly weights: number;
  readonly shrink: number;
  readonly setWords: number;
  /** Room for the cells row by row, and the cells of a row; 0: no rows walk down finished trees. */
  readonly rowCells: number;
  readonly rowWidth: number;
  /** The limits by which each member limits its rows; 0: their counts are given. */
  readonly limits: number;
}

export const EXTRA_TREES_BYTES = 128;

export function writeExtraTrees(heap: Heap, at: number, params: ExtraTreesParams): void {
  const { tests, isEntropy, quantum1, weights, shrink, setWords, rowCells, rowWidth, limits } = params;
  const all = [tests, isEntropy, quantum1, weights, shrink, setWords, rowCells, rowWidth, limits];
  heap.f64(at, all.length).set(all.map(Number));
}

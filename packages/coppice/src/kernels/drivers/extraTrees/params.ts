import type { Heap } from "../../heap.js";
import { type ScoreParams, writeScore } from "../forest/scoreRules.js";

/** The kernel's own parameters, which follow those of the kernel `forest`: kernels/assembly/extraTrees/params.ts reads them. */
export interface ExtraTreesParams extends ScoreParams {
  /** 0: attributes with a test each are drawn. */
  readonly tests: number;
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
  const { tests, quantum1, weights, shrink, setWords, rowCells, rowWidth, limits } = params;
  const { products, productCount } = params;
  const all = [tests, productCount, quantum1, weights, shrink, setWords, rowCells, rowWidth, limits];
  heap.f64(at, 10).set([...all, products]);
  writeScore(heap, at + 80, params);
}

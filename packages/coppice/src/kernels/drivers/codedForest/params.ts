import type { Heap } from "../../heap.js";
import { type ScoreParams, writeScore } from "../forest/scoreRules.js";

/** The kernel's own parameters, which follow those of the kernel `forest`: kernels/assembly/codedForest/params.ts reads them. */
export interface CodedParams extends ScoreParams {
  readonly isTwo: boolean;
  readonly areIntegers: boolean;
  /** Every class and every weight, counted as often as may be, fits into 16 bits. */
  readonly isPacked: boolean;
  /** By row; 0: every row weighs 1. */
  readonly weights: number;
  readonly maxExhaustive: number;
  readonly mostCodes: number;
  readonly mostLevels: number;
  readonly blockRows: number;
  /** 0: any number of leaves. */
  readonly maxLeaves: number;
  readonly quantum1: number;
  /** The limits by which each member limits its rows; 0: their counts are given. */
  readonly limits: number;
  /** Room for the codes row by row; 0: none. */
  readonly rowCodes: number;
}

export const CODED_BYTES = 128;

export function writeCoded(heap: Heap, at: number, params: CodedParams): void {
  const { isTwo, areIntegers, isPacked, weights, maxExhaustive, products, productCount } = params;
  const { maxLeaves, mostCodes, mostLevels, blockRows, quantum1, limits, rowCodes } = params;
  heap
    .u32(at, 10)
    .set([
      maxLeaves,
      Number(isTwo),
      Number(areIntegers),
      weights,
      maxExhaustive,
      products,
      productCount,
      mostCodes,
      mostLevels,
      blockRows,
    ]);
  heap.f64(at + 40, 1)[0] = quantum1;
  heap.u32(at + 48, 3).set([Number(isPacked), limits, rowCodes]);
  writeScore(heap, at + 64, params);
}

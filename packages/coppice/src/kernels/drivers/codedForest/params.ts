import type { Heap } from "../../heap.js";

/** The kernel's own parameters, which follow those of the kernel `forest`: kernels/assembly/codedForest/params.ts reads them. */
export interface CodedParams {
  /** The number of the impurity of classes. */
  readonly criterion: number;
  /** What a bit of entropy counts. */
  readonly bitUnit: number;
  /** Tests on different attributes are compared by their gain ratios. */
  readonly isScaled: boolean;
  /** By attribute; 0: costs do not matter. Gains are squared before they are divided by them, or not. */
  readonly costs: number;
  readonly isSquared: boolean;
  readonly isTwo: boolean;
  readonly areIntegers: boolean;
  /** Every class and every weight, counted as often as may be, fits into 16 bits. */
  readonly isPacked: boolean;
  /** By row; 0: every row weighs 1. */
  readonly weights: number;
  readonly maxExhaustive: number;
  /** Of x = 0, 1, 2 …: x·log2 x. */
  readonly products: number;
  readonly productCount: number;
  readonly mostCodes: number;
  readonly mostLevels: number;
  readonly blockRows: number;
  readonly quantum1: number;
  /** The limits by which each member limits its rows; 0: their counts are given. */
  readonly limits: number;
  /** Room for the codes row by row; 0: none. */
  readonly rowCodes: number;
}

export const CODED_BYTES = 128;

export function writeCoded(heap: Heap, at: number, params: CodedParams): void {
  const { criterion, isTwo, areIntegers, isPacked, weights, maxExhaustive, products, productCount } = params;
  const { mostCodes, mostLevels, blockRows, quantum1, limits, rowCodes } = params;
  const { bitUnit, isScaled, costs, isSquared } = params;
  heap
    .u32(at, 10)
    .set([
      criterion,
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
  heap.u32(at + 48, 4).set([Number(isPacked), limits, rowCodes, Number(isScaled)]);
  heap.f64(at + 64, 1)[0] = bitUnit;
  heap.u32(at + 72, 2).set([costs, Number(isSquared)]);
}

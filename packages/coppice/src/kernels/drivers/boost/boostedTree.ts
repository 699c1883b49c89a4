/** A boosted tree in terms of bins, nodes in the order in which they were created; the root is node 0. */
export interface BoostedTree {
  readonly nodes: number;
  /** The attribute tested; -1 at a leaf. */
  readonly attribute: Int32Array;
  /** Bins up to it go left, where the test is not on levels. */
  readonly bin: Int32Array;
  readonly flags: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** The decrease in loss by the test, times two. */
  readonly gain: Float64Array;
  /** What leaves add to the scores. */
  readonly value: Float64Array;
  /** For tests on levels, by node: 1 for each bin that goes left. */
  readonly sides: ReadonlyMap<number, Uint8Array>;
}

// As in kernels/assembly/boost/node.ts.
export const MISSING_LEFT = 1;
export const ON_LEVELS = 2;
export const FROM_TOP = 4;

/** Where a bin goes at a test: by the last bin that goes left, or by the sides of levels. */
export function binGoesLeft(
  last: number,
  flags: number,
  sides: Uint8Array | undefined,
  bin: number,
  missing: number,
): boolean {
  if ((flags & ON_LEVELS) !== 0) return sides?.[bin] === 1;
  return bin === missing ? (flags & MISSING_LEFT) !== 0 : bin <= last;
}

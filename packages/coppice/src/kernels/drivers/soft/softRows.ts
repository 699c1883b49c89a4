/** Rows of a block: kernels/assembly/soft/job.ts has the same number. */
export const BLOCK = 64;
/** A chunk has at least this many blocks, and there are at most this many chunks. */
const BLOCKS_OF_CHUNK = 16;
const MOST_CHUNKS = 64;

/** Rows to train a soft tree with, in blocks; the rows that fill the last block up weigh nothing. */
export interface SoftRows {
  readonly rows: number;
  readonly blocks: number;
  /** Terms of a gate: standardised attributes and dummies, the constant, and zeros up to a multiple of 4. */
  readonly width: number;
  /** 0 where the target is a number. */
  readonly classes: number;
  /** By block, term and row of the block. */
  readonly cells: Float64Array;
  readonly weights: Float64Array;
  /** Values, or class codes. */
  readonly targets: Float64Array;
  readonly totalWeight: number;
}

/** A soft tree in numbers: places are gates first, then leaves; there is one leaf more than gates. Place 0 is the root. */
export interface SoftTree {
  /** By gate the places of its left and right branch. A gate comes before its branches. */
  readonly branches: Int32Array;
  /** By gate the coefficients of its terms. */
  readonly forms: Float64Array;
  /** By leaf the probability of each class, or its value. */
  readonly answers: Float64Array;
}

/** The loss of a tree, summed over the rows by weight, and how it changes. */
export interface SoftSums {
  readonly loss: number;
  /** By gate and term the derivative of the loss. */
  readonly gates: Float64Array;
  /** By leaf and class its part of the rows of the class; or by leaf the derivative of the loss. */
  readonly leaves: Float64Array;
}

/** Rows that trees are evaluated on: the kernel, or its reference in TypeScript. */
export interface SoftEvaluator {
  readonly data: SoftRows;
  sums(tree: SoftTree): SoftSums;
  /** The loss of each row: minus the logarithm of its class's probability, or half its squared error. */
  losses(tree: SoftTree): Float64Array;
}

export const gatesOf = ({ branches }: Pick<SoftTree, "branches">): number => branches.length / 2;

/** Chunks of blocks are summed one by one, and then added in their order. They depend on the number of rows alone. */
export function chunksOf(blocks: number): { readonly count: number; readonly size: number } {
  const size = Math.max(BLOCKS_OF_CHUNK, Math.ceil(blocks / MOST_CHUNKS));
  return { count: Math.ceil(blocks / size), size };
}

/** The numbers of a chunk: the loss, the sums of the gates, those of the leaves. */
export function partialSize({ width, classes }: SoftRows, gates: number): number {
  return 1 + gates * width + (gates + 1) * Math.max(1, classes);
}

/** The sums of all chunks. */
export function gathered(partials: Float64Array, data: SoftRows, gates: number): SoftSums {
  const size = partialSize(data, gates);
  const sums = partials.slice(0, size);
  for (let at = size; at < partials.length; at += size) {
    for (let i = 0; i < size; i++) sums[i] += partials[at + i];
  }
  const leavesAt = 1 + gates * data.width;
  return { loss: sums[0], gates: sums.subarray(1, leavesAt), leaves: sums.subarray(leavesAt) };
}

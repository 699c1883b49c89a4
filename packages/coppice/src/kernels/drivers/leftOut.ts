import type { Heap } from "../heap.js";

/** What is to be found out about the rows that the members of a queue do not count. */
export interface LeftOut {
  /** By attribute: its values by code, in ascending order; absent where codes are all that there is. */
  readonly values: readonly (Float64Array | undefined)[];
  /** Whether thresholds are placed by the weights of both sides; otherwise in the middle. */
  readonly placedByWeight: boolean;
  /** Whether the rows that they do count are to be looked at, too. */
  readonly ofAllRows?: boolean;
  /** Their losses in up to so many pruned trees; absent: the nodes that they come to. */
  readonly mostTrees?: number;
}

/** The nested trees of a pruning sequence, by which left-out rows are judged. */
export interface Judgement {
  /** Falling, relative to `unit`. */
  readonly alphas: readonly number[];
  readonly unit: number;
  /** The weight of the rows that the whole tree was grown from. */
  readonly weight: number;
}

/** The losses of the left-out rows of one member. */
export interface LeftOutLosses {
  /** Of all rows. */
  readonly weight: number;
  /** By tree, and once more: by how much the sum of its losses exceeds that of the tree before. */
  readonly steps: Float64Array;
}

const BLOCK_FIELDS = 5;
const JUDGEMENT_FIELDS = 5;
/** Bytes by node, of which there are up to two per row, and by row: see kernels/assembly/mixedTree/leftOut.ts. */
const NODE_BYTES = 60;
const ROW_BYTES = 24;

/** Scratch of one thread. */
export function leftOutBytes(rows: number, codes: number, { mostTrees }: LeftOut): number {
  const judging = mostTrees === undefined ? 0 : 2 * NODE_BYTES * rows;
  return rows * ROW_BYTES + 4 * codes + judging + 8;
}

/** What is asked, in memory; its fields are those of kernels/assembly/mixedTree/leftOut.ts and losses.ts. */
export class LeftOutBlock {
  readonly at: number;
  private readonly judgement: number;
  private readonly alphas: number;

  constructor(
    private readonly heap: Heap,
    private readonly asked: LeftOut,
    scratch: number,
  ) {
    const { values, placedByWeight, mostTrees, ofAllRows = false } = asked;
    this.at = heap.alloc(8 * BLOCK_FIELDS);
    this.judgement = mostTrees === undefined ? 0 : heap.alloc(8 * JUDGEMENT_FIELDS);
    this.alphas = mostTrees === undefined ? 0 : heap.alloc(8 * mostTrees);
    if (this.judgement) heap.f64(this.judgement, JUDGEMENT_FIELDS).fill(0);
    const places = values.map((own) => {
      if (own === undefined) return 0;
      const place = heap.alloc(8 * own.length);
      heap.f64(place, own.length).set(own);
      return place;
    });
    const table = heap.alloc(4 * places.length);
    heap.u32(table, places.length).set(places);
    const flags = [placedByWeight, ofAllRows].map(Number);
    heap.f64(this.at, BLOCK_FIELDS).set([table, flags[0], scratch, this.judgement, flags[1]]);
  }

  /** Bytes of the answer for one member. */
  answerBytes(rows: number): number {
    const { mostTrees } = this.asked;
    return mostTrees === undefined ? 4 * rows : 8 * (mostTrees + 2);
  }

  /** From now on threads judge the rows of members that they have grown. */
  judgeBy({ alphas, unit, weight }: Judgement): void {
    const { heap, judgement } = this;
    heap.f64(this.alphas, alphas.length).set(alphas);
    heap.f64(judgement, 4).set([this.alphas, alphas.length, unit, weight]);
    Atomics.store(heap.i32(judgement + 32, 1), 0, 1);
  }

  losses(at: number, trees: number): LeftOutLosses {
    const [weight, ...steps] = this.heap.f64(at, trees + 2);
    return { weight, steps: Float64Array.from(steps) };
  }
}

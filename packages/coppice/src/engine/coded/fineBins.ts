import { eachPart } from "./blockParts.js";
import type { CodedColumns } from "./columns.js";
import { firstPlaces, type Portion } from "./counting.js";

/**
 * The bins of an attribute, some of them divided evenly into finer ones. Whatever numbers are: a greater one is never in a lower fine
 * bin, since subtraction and multiplication do not change the order of what they are applied to when they round.
 */
export class FineBins {
  /** The fine bins; missing values have the next. */
  readonly count: number;
  /** By code: its first fine bin, how many more it has, the number they begin at, and how many are in a unit from there. */
  private readonly first: Int32Array;
  private readonly more: Int32Array;
  private readonly low: Float64Array;
  private readonly scale: Float64Array;

  /** `parts`: of each bin that is divided. */
  constructor(edges: Float64Array, divided: Uint8Array, parts: number) {
    const codes = edges.length + 1;
    this.first = new Int32Array(codes);
    this.more = new Int32Array(codes);
    this.low = new Float64Array(codes);
    this.scale = new Float64Array(codes);
    let count = 0;
    for (let bin = 0; bin < edges.length; bin++) {
      this.first[bin] = count++;
      // The lowest bin has no edge below it: it is taken to be as wide as the next. What is lower still is in the first part.
      const width = bin > 0 ? edges[bin] - edges[bin - 1] : edges[1] - edges[0];
      const scale = parts / width;
      if (divided[bin] === 0 || !(scale > 0 && scale < Number.POSITIVE_INFINITY)) continue;
      this.low[bin] = bin > 0 ? edges[bin - 1] : edges[0] - width;
      this.scale[bin] = scale;
      this.more[bin] = parts - 1;
      count += parts - 1;
    }
    this.count = count;
    this.first[edges.length] = count;
  }

  /** The fine bins of the entries from `from` to `to` - 1, by their codes and numbers in a block. Valid until the next call. */
  of(
    rows: Int32Array,
    from: number,
    to: number,
    block: number,
    codes: ArrayLike<number>,
    numbers: Float32Array | Float64Array,
  ): Int32Array {
    const { first, more, low, scale } = this;
    if (scratch.length < to - from) scratch = new Int32Array(to - from);
    const found = scratch;
    for (let i = from; i < to; i++) {
      const row = rows[i] - block;
      const code = codes[row];
      const part = more[code] === 0 ? 0 : (numbers[row] - low[code]) * scale[code];
      found[i - from] = first[code] + (part > 0 ? Math.min(part | 0, more[code]) : 0);
    }
    return found;
  }
}

let scratch = new Int32Array(1 << 16);

export interface WantedFine {
  readonly portion: Portion;
  readonly attribute: number;
  readonly fine: FineBins;
}

/** The sums of fine bins, missing values last, and the greatest number that each has; -Infinity if none. */
export interface FineSums {
  readonly cells: Float64Array;
  readonly greatest: Float64Array;
}

/** Bytes of a fine bin while bounds are made of its sums. */
export function fineBytes({ kind }: Portion): number {
  return 8 * kind.width + 8 + 8 + 8 + 1;
}

/** One pass over the codes and numbers of the attributes. */
export function countFine(columns: CodedColumns, wanted: readonly WantedFine[]): FineSums[] {
  const found = wanted.map(({ portion, fine }) => ({
    cells: new Float64Array((fine.count + 1) * portion.kind.width),
    greatest: new Float64Array(fine.count + 1).fill(Number.NEGATIVE_INFINITY),
  }));
  eachPart(columns, wanted, (i, { from, to, first, codes, numbers }) => {
    const { portion, fine } = wanted[i];
    const bins = fine.of(portion.rows, from, to, first, codes, numbers);
    observe(found[i].greatest, bins, portion.rows, from, to, first, numbers);
    portion.kind.count(found[i].cells, bins, firstPlaces(to - from), portion.load(from, to));
  });
  return found;
}

function observe(
  greatest: Float64Array,
  bins: Int32Array,
  rows: Int32Array,
  from: number,
  to: number,
  block: number,
  numbers: Float32Array | Float64Array,
): void {
  for (let i = from; i < to; i++) {
    const x = numbers[rows[i] - block];
    if (x > greatest[bins[i - from]]) greatest[bins[i - from]] = x;
  }
}

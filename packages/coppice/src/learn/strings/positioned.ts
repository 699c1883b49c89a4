import { Best, type Found } from "./best.js";
import { gainOf, idsOf, type Sample, surpriseOf } from "./sample.js";
import type { Lengths } from "./substrings.js";

/** A pattern at a place: it starts at position `at` from the start, or ends at position `at` from the end; both count from 1. */
export interface Positioned extends Found {
  readonly side: "start" | "end";
  readonly at: number;
}

/**
 * The best patterns at positions. For each position the strings are divided by their token there, the parts by the next
 * token, and so on: a pattern that is longer than another and has the same rows is not looked at, nor one with too few.
 */
export function bestPositioned(
  sample: Sample,
  side: "start" | "end",
  positions: number,
  lengths: Lengths,
  most: number,
): readonly Positioned[] {
  const best = new Best<Positioned>(most);
  let p = 0;
  const divider = new Divider(sample, side, lengths, (sums, weight, length, tokens) => {
    const gain = gainOf(sample, sums, 0, weight);
    if (gain === undefined || gain <= 0 || !best.takes(gain, length, p)) return;
    const ids = tokens();
    const surprise = surpriseOf(sample, sums, 0, weight);
    best.add({ gain, ids: side === "start" ? ids : ids.reverse(), first: p, side, at: p + 1, surprise });
  });
  const longest = longestOf(sample);
  for (; p < Math.min(positions, longest); p++) divider.divide(p);
  return best.list;
}

export function longestOf(sample: Sample): number {
  let longest = 0;
  for (let i = 0; i < sample.strings.length; i++) longest = Math.max(longest, idsOf(sample, i).length);
  return longest;
}

type Visit = (sums: Float64Array, weight: number, length: number, ids: () => number[]) => void;

/** Strings divided by their tokens from a position on; nothing is kept of parts that have too few rows. */
class Divider {
  /** The strings that are being divided: those of a part are side by side. */
  private readonly list: Int32Array;
  private readonly room: Int32Array;
  private readonly counts: Int32Array;
  private readonly weightOf: Float64Array;
  private readonly own: Float64Array;

  constructor(
    private readonly sample: Sample,
    private readonly side: "start" | "end",
    private readonly lengths: Lengths,
    private readonly visit: Visit,
  ) {
    const { strings, sequences, width } = sample;
    this.list = new Int32Array(strings.length);
    this.room = new Int32Array(strings.length);
    this.counts = new Int32Array(sequences.tokens.length + 1);
    this.weightOf = new Float64Array(sequences.tokens.length + 1);
    this.own = new Float64Array(width);
  }

  divide(position: number): void {
    const { list } = this;
    for (let i = 0; i < list.length; i++) list[i] = i;
    this.further(0, list.length, position, 0);
  }

  /** The token of a string so far from its start, or from its end; 0 where it has none. */
  private token(i: number, distance: number): number {
    const { strings, sequences } = this.sample;
    const from = sequences.starts[strings[i]];
    const to = sequences.starts[strings[i] + 1];
    if (from + distance >= to) return 0;
    return sequences.ids[this.side === "start" ? from + distance : to - 1 - distance];
  }

  /** Divides list[from, to), which are alike in `depth` tokens from a position on. */
  private further(from: number, to: number, position: number, depth: number): void {
    const { list, sample, lengths } = this;
    for (const { at, end, weight } of this.parted(from, to, position + depth)) {
      const length = depth + 1;
      const isNew = depth === 0 || length === lengths.least || end - at < to - from;
      if (length >= lengths.least && isNew) {
        this.sum(at, end);
        const example = list[at];
        this.visit(this.own, weight, length, () =>
          Array.from({ length }, (_, k) => this.token(example, position + k)),
        );
      }
      // One string alone goes on as it began.
      if (length < lengths.most && (end - at > 1 || length < lengths.least) && sample.strings.length > 1)
        this.further(at, end, position, length);
    }
  }

  private sum(at: number, end: number): void {
    const { own, list } = this;
    const { sums, width } = this.sample;
    own.fill(0);
    for (let j = at; j < end; j++) for (let k = 0; k < width; k++) own[k] += sums[list[j] * width + k];
  }

  /** Sorts list[from, to) by the token at a distance; strings that have none, and tokens with too few rows, are left out. */
  private parted(from: number, to: number, distance: number): Part[] {
    const { list, room, counts, weightOf } = this;
    const { weights, support } = this.sample;
    const met: number[] = [];
    for (let j = from; j < to; j++) {
      const id = this.token(list[j], distance);
      if (id === 0) continue;
      if (counts[id]++ === 0) met.push(id);
      weightOf[id] += weights[list[j]];
    }
    met.sort((a, b) => a - b);
    const parts: Part[] = [];
    let next = from;
    for (const id of met) {
      const end = next + counts[id];
      const isEnough = weightOf[id] >= support;
      if (isEnough) parts.push({ at: next, end, weight: weightOf[id] });
      counts[id] = isEnough ? next : -1;
      if (isEnough) next = end;
    }
    for (let j = from; j < to; j++) {
      const id = this.token(list[j], distance);
      if (id !== 0 && counts[id] >= 0) room[counts[id]++] = list[j];
    }
    for (const id of met) counts[id] = weightOf[id] = 0;
    list.set(room.subarray(from, next), from);
    return parts;
  }
}

interface Part {
  readonly at: number;
  readonly end: number;
  readonly weight: number;
}

import type { ImpurityOfTwo } from "../../base/impurity.js";
import type { Gathered } from "./entries.js";
import type { Cut } from "./treeWriter.js";

/** A node's range [start, end) in every list. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The best test on one attribute, its cut in codes. */
export interface Found {
  readonly slot: number;
  readonly cut: Cut;
  readonly gain: number;
  readonly weights: readonly [number, number];
}

/**
 * The rows of a subtree, sorted by each attribute's codes, missing values last. Lists are concatenated, slot by
 * slot. Two classes: a and b. An entry is twice a position 0…n-1, plus 1 for class a, so that counting plain rows
 * reads nothing but the list and the codes. All arrays are scratch that is reused.
 */
export class SortedLists {
  /** The class weights of the node summed last. */
  a = 0;
  b = 0;
  /** The cells collected last: how many, and their codes, in the order of codes. */
  size = 0;
  codes = new Int32Array(0);

  private n = 0;
  private plain = true;
  private isA = new Uint8Array(0);
  private weight = new Float64Array(0);
  private list = new Int32Array(0);
  private code = new Int32Array(0);
  private moved = new Int32Array(0);
  private side = new Uint8Array(0);
  private readonly missingCode: number[] = [];
  private readonly nominal: boolean[] = [];

  /** Weights of the collected cells, in scanning order, and each one's position in the order of codes. */
  private cellA = new Float64Array(0);
  private cellB = new Float64Array(0);
  private order = new Int32Array(0);
  private keys = new Float64Array(0);
  private knownA = 0;
  private knownB = 0;
  /** The gain if the cells up to i go left; -Infinity if that is not allowed. */
  private gain = new Float64Array(0);
  private leftWeight = new Float64Array(0);

  load(n: number, slots: number, g: Gathered, classA: number): void {
    this.n = n;
    this.plain = g.plain;
    if (this.isA.length < n) this.fitRows(n);
    if (this.list.length < n * slots) {
      this.list = new Int32Array(2 * n * slots);
      this.code = new Int32Array(2 * n * slots);
    }
    for (let i = 0; i < n; i++) {
      this.isA[i] = g.code[i] === classA ? 1 : 0;
      this.weight[i] = g.plain ? 1 : g.weight[i];
    }
  }

  loadAttribute(
    slot: number,
    missing: number,
    nominal: boolean,
    codes: Int32Array,
    rows: Int32Array,
    order: Int32Array,
  ): void {
    const base = slot * this.n;
    this.missingCode[slot] = missing;
    this.nominal[slot] = nominal;
    for (let i = 0; i < this.n; i++) {
      this.code[base + i] = codes[rows[i]];
      this.list[base + i] = 2 * order[i] + this.isA[order[i]];
    }
  }

  isNominal(slot: number): boolean {
    return this.nominal[slot];
  }

  /** The class weights of a node, from any of its lists. */
  sum({ start, end }: Span, slot: number): void {
    const { list, weight, plain } = this;
    let a = 0;
    let b = 0;
    const base = slot * this.n;
    for (let i = base + start; i < base + end; i++) {
      const entry = list[i];
      const w = plain ? 1 : weight[entry >> 1];
      if (entry & 1) a += w;
      else b += w;
    }
    this.a = a;
    this.b = b;
  }

  /** Collects the codes that occur at a node with the class weights of each; returns their number. */
  collect({ start, end }: Span, slot: number): number {
    const base = slot * this.n;
    const missing = this.missingCode[slot];
    const { list, code, weight, plain, cellA, cellB, codes } = this;
    let m = 0;
    let last = code[base + (list[base + start] >> 1)];
    let a = 0;
    let b = 0;
    let knownA = 0;
    let knownB = 0;
    for (let i = base + start; i < base + end; i++) {
      const entry = list[i];
      const c = code[base + (entry >> 1)];
      if (c !== last) {
        codes[m] = last;
        cellA[m] = a;
        cellB[m++] = b;
        knownA += a;
        knownB += b;
        a = 0;
        b = 0;
        last = c;
      }
      const w = plain ? 1 : weight[entry >> 1];
      if (entry & 1) a += w;
      else b += w;
    }
    if (last !== missing) {
      codes[m] = last;
      cellA[m] = a;
      cellB[m++] = b;
      knownA += a;
      knownB += b;
    }
    this.size = m;
    this.knownA = knownA;
    this.knownB = knownB;
    return m;
  }

  knownArePure(): boolean {
    return this.knownA === 0 || this.knownB === 0;
  }

  /** Sorts the collected cells by the share of class a, the lower code first on ties. */
  orderByShare(): void {
    const { keys, cellA, cellB, order, size } = this;
    for (let i = 0; i < size; i++) {
      const a = cellA[i];
      const b = cellB[i];
      const key = a / (a + b);
      let j = i;
      for (; j > 0 && keys[j - 1] > key; j--) {
        keys[j] = keys[j - 1];
        cellA[j] = cellA[j - 1];
        cellB[j] = cellB[j - 1];
        order[j] = order[j - 1];
      }
      keys[j] = key;
      cellA[j] = a;
      cellB[j] = b;
      order[j] = i;
    }
  }

  /** Scores every way of sending the first cells left; returns the greatest gain. */
  scan(impurity: ImpurityOfTwo, least: number): number {
    const { cellA, cellB, knownA, knownB, gain, leftWeight, size } = this;
    const known = knownA + knownB;
    const whole = impurity(knownA, knownB);
    let a = 0;
    let b = 0;
    let top = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < size - 1; i++) {
      a += cellA[i];
      b += cellB[i];
      const left = a + b;
      leftWeight[i] = left;
      const allowed = left >= least && known - left >= least;
      gain[i] = allowed
        ? whole - impurity(a, b) - impurity(knownA - a, knownB - b)
        : Number.NEGATIVE_INFINITY;
      if (gain[i] > top) top = gain[i];
    }
    gain[size - 1] = Number.POSITIVE_INFINITY; // ends every search
    return top;
  }

  /** The first position from `from` on whose gain reaches `enough`; the number of cells minus one if there is none. */
  firstReaching(enough: number, from: number): number {
    let at = from;
    while (this.gain[at] < enough) at++;
    return at;
  }

  gainAt(at: number): number {
    return this.gain[at];
  }

  /** After orderByShare: the cells, by their position in the order of codes, that go left at a position of the scan. */
  run(at: number): number[] {
    return Array.from(this.order.subarray(0, at + 1));
  }

  found(slot: number, at: number, cut: Cut, mirrored: boolean): Found {
    const left = this.leftWeight[at];
    const right = this.knownA + this.knownB - left;
    return { slot, cut, gain: this.gain[at], weights: mirrored ? [right, left] : [left, right] };
  }

  /** Partitions a node's entries in every list of `live`, keeping each sorted; returns where the right side begins. */
  divide({ start, end }: Span, { slot, cut, weights }: Found, live: readonly number[]): number {
    this.markSides(start, end, slot, cut, weights[1] > weights[0] ? 1 : 0);
    let middle = start;
    for (const each of live) middle = this.partition(each * this.n, start, end);
    return middle;
  }

  private markSides(start: number, end: number, slot: number, cut: Cut, larger: number): void {
    const base = slot * this.n;
    const missing = this.missingCode[slot];
    const isLeft = cut.kind === "sets" ? leftCodes(cut.left, missing) : undefined;
    const low = cut.kind === "between" ? cut.low : -1;
    for (let i = base + start; i < base + end; i++) {
      const p = this.list[i] >> 1;
      const c = this.code[base + p];
      if (c === missing) this.side[p] = larger;
      else if (isLeft !== undefined) this.side[p] = isLeft[c] === 1 ? 0 : 1;
      else this.side[p] = c <= low ? 0 : 1;
    }
  }

  /** Stable. */
  private partition(base: number, start: number, end: number): number {
    const { list, side, moved } = this;
    let left = base + start;
    let right = 0;
    // Both writes always happen and one of the positions advances: no branch to mispredict.
    for (let i = base + start; i < base + end; i++) {
      const entry = list[i];
      const toRight = side[entry >> 1];
      list[left] = entry;
      moved[right] = entry;
      left += 1 - toRight;
      right += toRight;
    }
    for (let i = 0; i < right; i++) list[left + i] = moved[i];
    return left - base;
  }

  private fitRows(n: number): void {
    const size = 2 * n;
    this.isA = new Uint8Array(size);
    this.weight = new Float64Array(size);
    this.moved = new Int32Array(size);
    this.side = new Uint8Array(size);
    this.codes = new Int32Array(size);
    this.cellA = new Float64Array(size);
    this.cellB = new Float64Array(size);
    this.order = new Int32Array(size);
    this.keys = new Float64Array(size);
    this.gain = new Float64Array(size + 1);
    this.leftWeight = new Float64Array(size);
  }
}

function leftCodes(left: readonly number[], codes: number): Uint8Array {
  const inside = new Uint8Array(codes);
  for (const c of left) inside[c] = 1;
  return inside;
}

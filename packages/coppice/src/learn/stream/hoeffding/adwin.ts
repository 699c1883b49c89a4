import { log } from "../../../base/exp.js";
import type { StreamState } from "../streamLearner.js";

/** Buckets of one size before two of them are joined. */
const PER_SIZE = 5;
/** The window is examined after so many values. */
const EVERY = 32;
const LEAST_WIDTH = 10;
const LEAST_PART = 5;

/**
 * ADWIN (Bifet and Gavaldà 2007): a window over a stream of numbers that is as long as its mean has not changed. Buckets hold
 * 1, 2, 4, … values, so n values take O(log n) memory. If the means of an older and a newer part differ by more than chance
 * allows, with confidence 1 - delta, the oldest bucket is dropped.
 */
export class Adwin {
  width = 0;
  total = 0;
  private squares = 0;
  private time = 0;
  /** By exponent of the bucket size: how many buckets, and from the oldest on their sums and sums of squared deviations. */
  private counts: number[] = [0];
  private sums: number[][] = [[]];
  private deviations: number[][] = [[]];

  constructor(readonly delta: number) {}

  get mean(): number {
    return this.width === 0 ? 0 : this.total / this.width;
  }

  /** Takes in a value; true if a change was noticed, in either direction. */
  add(value: number): boolean {
    this.time++;
    if (this.width > 0) {
      const off = value - this.total / this.width;
      this.squares += (this.width * off * off) / (this.width + 1);
    }
    this.width++;
    this.total += value;
    this.append(0, value, 0);
    this.join();
    return this.time % EVERY === 0 && this.width > LEAST_WIDTH && this.shrink();
  }

  private append(size: number, sum: number, deviation: number): void {
    if (size === this.counts.length) {
      this.counts.push(0);
      this.sums.push([]);
      this.deviations.push([]);
    }
    this.counts[size]++;
    this.sums[size].push(sum);
    this.deviations[size].push(deviation);
  }

  /** Joins the two oldest buckets of a size as long as there are too many of it. */
  private join(): void {
    for (let size = 0; this.counts[size] > PER_SIZE; size++) {
      const [a, b] = this.sums[size].splice(0, 2);
      const [va, vb] = this.deviations[size].splice(0, 2);
      this.counts[size] -= 2;
      const n = 2 ** size;
      const off = a / n - b / n;
      this.append(size + 1, a + b, va + vb + (n * off * off) / 2);
    }
  }

  private shrink(): boolean {
    let hasChanged = false;
    while (this.width > LEAST_WIDTH && this.differs()) {
      this.dropOldest();
      hasChanged = true;
    }
    return hasChanged;
  }

  /** Whether there is a point at which the means before and after it differ too much. */
  private differs(): boolean {
    const { width, total } = this;
    const variance = this.squares / width;
    const confidence = log((2 * log(width)) / this.delta);
    let before = 0;
    let sum = 0;
    for (let size = this.counts.length - 1; size >= 0; size--) {
      for (let i = 0; i < this.counts[size]; i++) {
        before += 2 ** size;
        sum += this.sums[size][i];
        const after = width - before;
        if (after <= LEAST_PART + 1) return false;
        if (before <= LEAST_PART + 1) continue;
        const off = Math.abs(sum / before - (total - sum) / after);
        const m = 1 / (before - LEAST_PART + 1) + 1 / (after - LEAST_PART + 1);
        if (off > Math.sqrt(2 * m * variance * confidence) + (2 / 3) * confidence * m) return true;
      }
    }
    return false;
  }

  private dropOldest(): void {
    const size = this.counts.length - 1;
    const sum = this.sums[size].shift()!;
    const deviation = this.deviations[size].shift()!;
    const n = 2 ** size;
    this.width -= n;
    this.total -= sum;
    const off = sum / n - this.total / this.width;
    this.squares = Math.max(0, this.squares - deviation - (n * this.width * off * off) / (n + this.width));
    if (--this.counts[size] === 0 && size > 0) {
      this.counts.pop();
      this.sums.pop();
      this.deviations.pop();
    }
  }

  state(): StreamState {
    const { delta, width, total, squares, time, counts } = this;
    const sums = Float64Array.from(this.sums.flat());
    const deviations = Float64Array.from(this.deviations.flat());
    return { delta, width, total, squares, time, counts: Int32Array.from(counts), sums, deviations };
  }

  static from(saved: StreamState): Adwin {
    const { delta, width, total, squares, time, ...buckets } = saved as unknown as SavedAdwin;
    const made = new Adwin(delta);
    Object.assign(made, { width, total, squares, time, counts: [...buckets.counts] });
    let at = 0;
    made.sums = [];
    made.deviations = [];
    for (const count of buckets.counts) {
      made.sums.push([...buckets.sums.slice(at, at + count)]);
      made.deviations.push([...buckets.deviations.slice(at, at + count)]);
      at += count;
    }
    return made;
  }
}

interface SavedAdwin {
  readonly delta: number;
  readonly width: number;
  readonly total: number;
  readonly squares: number;
  readonly time: number;
  readonly counts: Int32Array;
  readonly sums: Float64Array;
  readonly deviations: Float64Array;
}

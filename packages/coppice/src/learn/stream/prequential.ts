import type { StreamState } from "./streamLearner.js";

/** Shares of rows predicted right. */
export interface Accuracy {
  /** By the learner, before it learned the row. */
  readonly learner: number;
  /** By always naming the class that was the most frequent so far. */
  readonly majority: number;
  /** By naming the class of the row before. */
  readonly noChange: number;
}

const LEARNER = 1;
const MAJORITY = 2;
const NO_CHANGE = 4;

/**
 * Prequential evaluation: every row is predicted first and learned then. Counts over all rows and over a window of the last
 * ones, for the learner and for two baselines that any learner should beat.
 */
export class Prequential {
  rows = 0;
  private readonly totals = new Float64Array(3);
  private readonly recent = new Float64Array(3);
  /** A ring: which of the three were right about each of the last rows. */
  private readonly ring: Uint8Array;
  private counts = new Float64Array(0);
  private most = -1;
  private last = -1;

  constructor(readonly window: number) {
    this.ring = new Uint8Array(window);
  }

  add(predicted: number, label: number): void {
    const right =
      (predicted === label ? LEARNER : 0) |
      (this.most === label ? MAJORITY : 0) |
      (this.last === label ? NO_CHANGE : 0);
    const at = this.rows % this.window;
    const old = this.ring[at];
    this.ring[at] = right;
    for (let i = 0; i < 3; i++) {
      const now = (right >> i) & 1;
      this.totals[i] += now;
      this.recent[i] += now - ((old >> i) & 1);
    }
    this.rows++;
    this.count(label);
  }

  private count(label: number): void {
    if (label >= this.counts.length) {
      const counts = new Float64Array(label + 1);
      counts.set(this.counts);
      this.counts = counts;
    }
    this.counts[label]++;
    if (this.most < 0 || this.counts[label] > this.counts[this.most]) this.most = label;
    this.last = label;
  }

  /** Over all rows. */
  get overall(): Accuracy {
    return shares(this.totals, this.rows);
  }

  /** Over the last rows. */
  get latest(): Accuracy {
    return shares(this.recent, Math.min(this.rows, this.window));
  }

  state(): StreamState {
    const { window, rows, totals, recent, ring, counts, most, last } = this;
    return { window, rows, totals, recent, ring, counts, most, last };
  }

  static from(saved: StreamState): Prequential {
    const { window, rows, totals, recent, ring, counts, most, last } = saved as unknown as Saved;
    const made = new Prequential(window);
    Object.assign(made, { rows, counts, most, last });
    made.totals.set(totals);
    made.recent.set(recent);
    made.ring.set(ring);
    return made;
  }
}

interface Saved {
  readonly window: number;
  readonly rows: number;
  readonly totals: Float64Array;
  readonly recent: Float64Array;
  readonly ring: Uint8Array;
  readonly counts: Float64Array;
  readonly most: number;
  readonly last: number;
}

function shares(right: Float64Array, rows: number): Accuracy {
  const [learner, majority, noChange] = Array.from(right, (count) => (rows === 0 ? 0 : count / rows));
  return { learner, majority, noChange };
}

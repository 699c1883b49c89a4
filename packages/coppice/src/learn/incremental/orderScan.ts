import type { Cut } from "./cutSearch.js";
import type { ImpurityScale } from "./impurityScale.js";

/** The rows of a node with a value of an attribute, in order. One object serves for all: there are many for each row. */
export interface OrderedRows {
  rows: Int32Array;
  start: number;
  end: number;
  cells: Float64Array;
  classes: Int32Array;
  /** Their class weights. */
  known: Float64Array;
}

/**
 * The best cut of an ordered attribute, straight from the order of the rows; the same as `CutSearch` finds. For two classes
 * by Gini, cuts are compared with reciprocals from a table, and only those that rounding leaves in doubt by the operations of
 * the learner.
 */
export class OrderScan {
  /** What the best cut left at least, allowed or not, when `best` was last called. */
  least = 0;
  /** Half the impurity that the cut after each row leaves, or all of it. */
  private remains = new Float64Array(64);
  /** The rows of the second class up to it. */
  private seconds = new Int32Array(64);
  private reciprocals = new Float64Array(1);
  private readonly left: Float64Array;
  private readonly right: Float64Array;

  constructor(private readonly scale: ImpurityScale) {
    this.left = new Float64Array(scale.width);
    this.right = new Float64Array(scale.width);
  }

  /** None if there is none, or none that gains enough. */
  best(ordered: OrderedRows, minLeaf: number, tolerance: number, need: number): Cut | undefined {
    const count = ordered.end - ordered.start;
    const rounding = this.scale.rounding(count);
    const whole = this.scale.of(ordered.known);
    this.makeRoom(count);
    const unit = this.scale.isGiniOfTwo ? 2 : 1;
    let least = this.scan(ordered);
    this.least = unit * least - rounding;
    const from = Math.max(1, Math.ceil(minLeaf - 1e-6));
    const until = count - from;
    if (from > 1) {
      least = Number.POSITIVE_INFINITY;
      for (let n = from; n <= until; n++) if (this.remains[n - 1] < least) least = this.remains[n - 1];
    }
    if (least === Number.POSITIVE_INFINITY || whole - unit * least < need - 2 * tolerance - 2 * rounding)
      return undefined;
    const most = least + (tolerance + 2 * rounding) / unit;
    return this.firstWithin(ordered, from, until, most, whole, tolerance);
  }

  private scan(ordered: OrderedRows): number {
    if (this.scale.isGiniOfTwo) return this.scanGini(ordered);
    return this.scale.ofTwo ? this.scanTwo(ordered, this.scale.ofTwo) : this.scanClasses(ordered);
  }

  private scanGini({ rows, start, end, cells, classes, known }: OrderedRows): number {
    const { remains, seconds, reciprocals } = this;
    const all = known[1];
    const count = end - start;
    let least = Number.POSITIVE_INFINITY;
    let value = cells[rows[start]];
    let second = 0;
    for (let left = 1; left < count; left++) {
      const at = start + left;
      second += classes[rows[at - 1]];
      const next = cells[rows[at]];
      let remaining = Number.POSITIVE_INFINITY;
      if (next !== value) {
        const right = count - left;
        const rest = all - second;
        remaining = second * (left - second) * reciprocals[left] + rest * (right - rest) * reciprocals[right];
        if (remaining < least) least = remaining;
      }
      remains[left - 1] = remaining;
      seconds[left - 1] = second;
      value = next;
    }
    return least;
  }

  private scanTwo(
    { rows, start, end, cells, classes, known }: OrderedRows,
    ofTwo: (a: number, b: number) => number,
  ): number {
    const { remains, seconds } = this;
    const count = end - start;
    let least = Number.POSITIVE_INFINITY;
    let second = 0;
    for (let left = 1; left < count; left++) {
      const at = start + left;
      second += classes[rows[at - 1]];
      let remaining = Number.POSITIVE_INFINITY;
      if (cells[rows[at]] !== cells[rows[at - 1]]) {
        remaining = ofTwo(left - second, second) + ofTwo(known[0] - left + second, known[1] - second);
        if (remaining < least) least = remaining;
      }
      remains[left - 1] = remaining;
      seconds[left - 1] = second;
    }
    return least;
  }

  private scanClasses({ rows, start, end, cells, classes, known }: OrderedRows): number {
    const { remains, left, right } = this;
    left.fill(0);
    right.set(known);
    let least = Number.POSITIVE_INFINITY;
    for (let at = start; at < end - 1; at++) {
      left[classes[rows[at]]]++;
      right[classes[rows[at]]]--;
      let remaining = Number.POSITIVE_INFINITY;
      if (cells[rows[at + 1]] !== cells[rows[at]]) {
        remaining = this.scale.of(left) + this.scale.of(right);
        if (remaining < least) least = remaining;
      }
      remains[at - start] = remaining;
    }
    return least;
  }

  /** The first allowed cut within the tolerance of the greatest gain, which is among those that leave at most so much. */
  private firstWithin(
    ordered: OrderedRows,
    from: number,
    until: number,
    most: number,
    whole: number,
    tolerance: number,
  ): Cut {
    let top = Number.NEGATIVE_INFINITY;
    for (let left = from; left <= until; left++) {
      if (this.remains[left - 1] > most) continue;
      const gain = this.gainOf(ordered, left, whole);
      if (gain > top) top = gain;
    }
    let left = from;
    let gain = Number.NEGATIVE_INFINITY;
    for (; ; left++) {
      if (this.remains[left - 1] > most) continue;
      gain = this.gainOf(ordered, left, whole);
      if (gain >= top - tolerance) break;
    }
    const { rows, start, end, cells } = ordered;
    const [low, high] = [cells[rows[start + left - 1]], cells[rows[start + left]]];
    return { gain, low, high, left, right: end - start - left };
  }

  /** By the operations of the learner. */
  private gainOf({ rows, start, classes, known }: OrderedRows, count: number, whole: number): number {
    const { scale, left, right } = this;
    if (scale.ofTwo) {
      const second = this.seconds[count - 1];
      const low = scale.ofTwo(count - second, second);
      return whole - low - scale.ofTwo(known[0] - (count - second), known[1] - second);
    }
    left.fill(0);
    for (let i = 0; i < count; i++) left[classes[rows[start + i]]]++;
    for (let k = 0; k < left.length; k++) right[k] = known[k] - left[k];
    return whole - scale.of(left) - scale.of(right);
  }

  private makeRoom(count: number): void {
    if (this.remains.length < count) {
      this.remains = new Float64Array(2 * count);
      this.seconds = new Int32Array(2 * count);
    }
    const { reciprocals } = this;
    if (reciprocals.length > count) return;
    this.reciprocals = Float64Array.from({ length: 2 * count + 1 }, (_, n) => (n === 0 ? 0 : 1 / n));
  }
}

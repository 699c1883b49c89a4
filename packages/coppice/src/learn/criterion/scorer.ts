import type { Summary, Tally } from "../../engine/port.js";

/**
 * A criterion applied to tallies. Gains are totals (weight × drop in impurity) over the rows whose cell is known;
 * `choose` divides them by the node's total weight, so an attribute that is often missing gains less.
 */
export interface Scorer {
  /** Weight × impurity of a node. */
  nodeImpurity(summary: Summary): number;
  /** The weight of each of a tally's cells, in order. Valid until the next call. */
  weights(tally: Tally): Float64Array;
  /** Sends the cells to the left one by one, in the given order (default: the tally's). */
  curve(tally: Tally, order?: ArrayLike<number>): Curve;
  /** For two-way tests on any set of cells: call the result with the cells that go left. */
  pairs(tally: Tally): (left: readonly number[]) => Pair;
  /** One branch per group: `groups[c]` is the group of cell c. */
  multiway(tally: Tally, groups: ArrayLike<number>, count: number): number;
  /** The impurity × weight of neighbouring cells, [from, to); absent if it takes more than sums. Valid until the next call. */
  spans?(tally: Tally): (from: number, to: number) => number;
  /** The gain to show for these branches, if the others include a term that breaks ties. */
  shownGain?(tally: Tally, groups: ArrayLike<number>, count: number): number;
  /** A key by which levels are worth ordering: the share of class `k`, or the target's mean or median. */
  keys(tally: Tally, k: number): Float64Array;
}

/** After the cells order[0…i] went left: the total gain and the weight on the left. Valid until the next call. */
export interface Curve {
  /** One less than the number of cells. */
  readonly length: number;
  readonly gain: Float64Array;
  readonly leftWeight: Float64Array;
  readonly known: number;
}

export interface Pair {
  readonly gain: number;
  readonly leftWeight: number;
  readonly rightWeight: number;
}

/** A curve whose arrays are reused and grow as needed, so that scanning a node allocates nothing. */
export class CurveScratch implements Curve {
  length = 0;
  known = 0;
  gain = new Float64Array(64);
  leftWeight = new Float64Array(64);

  fit(length: number): void {
    if (this.gain.length >= length) return;
    this.gain = new Float64Array(2 * length);
    this.leftWeight = new Float64Array(2 * length);
  }
}

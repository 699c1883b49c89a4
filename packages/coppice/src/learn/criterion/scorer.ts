import type { Summary, Tally } from "../../engine/port.js";

/**
 * A criterion applied to tallies. Gains are totals (weight × drop in impurity) over the rows whose cell is known;
 * the chooser divides them by the node's whole weight, so an attribute that is often missing gains less.
 */
export interface Scorer {
  /** Weight × impurity of a node. */
  nodeImpurity(summary: Summary): number;
  /** The weight of each of a tally's cells, in order. Valid until the next call. */
  weights(tally: Tally): Float64Array;
  /** Sends the cells to the left one by one, in the given order (absent: as they stand). */
  curve(tally: Tally, order?: ArrayLike<number>): Curve;
  /** For two-way tests on any set of cells: call the result with the cells that go left. */
  pairs(tally: Tally): (left: readonly number[]) => Pair;
  /** One branch per group: `groups[c]` is the group of cell c. */
  multiway(tally: Tally, groups: ArrayLike<number>, count: number): number;
  /** The gain to be shown of such branches, where those above have something added to them that settles ties. */
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

/** A curve whose arrays grow and are used again, so that scanning a node allocates nothing. */
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

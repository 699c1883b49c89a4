/** How the trees' answers add up. */
export interface Sums {
  /** What every row starts from, one number an output and number of an answer. */
  readonly base: Float64Array;
  /** Trees take turns in adding to so many outputs. */
  readonly outputs: number;
  /** One a tree: its answers are multiplied by it. */
  readonly weights: Float64Array;
}

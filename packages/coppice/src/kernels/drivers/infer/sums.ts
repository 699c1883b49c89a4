/** How the trees' predictions are summed. */
export interface Sums {
  /** The initial sums of every row, one number per output and number of a prediction. */
  readonly base: Float64Array;
  /** The number of outputs; trees add to them in turn. */
  readonly outputs: number;
  /** One factor per tree, by which its predictions are multiplied. */
  readonly weights: Float64Array;
}

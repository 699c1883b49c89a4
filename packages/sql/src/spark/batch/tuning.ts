/** Limits that tests lower, so that small tables come to them. */
export const batchTuning = {
  /** Rows that are taken here at once, where they may be. */
  mostPulled: 1 << 18,
  /** With more partial tables of an attribute than this, the cluster adds them before they come here. */
  mostParts: 8,
  /** After so many trees what rows were told is written: a worker that knows nothing of a block goes down all trees since. */
  mostTrees: 24,
};

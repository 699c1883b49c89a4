/** Limits that tests lower, so that small tables come to them. */
export const batchTuning = {
  /** Nodes of up to so many rows are taken here, where they may be, and several of them in one pass. */
  mostPulled: 1 << 18,
  mostTogether: 1 << 20,
  /** With more partial tables of an attribute than this, the cluster adds them before they come here. */
  mostParts: 8,
  /** After so many trees what rows were told is written: a worker that knows nothing of a block goes down all trees since. */
  mostTrees: 24,
};

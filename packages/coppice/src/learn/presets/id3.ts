import { treeLearner } from "../treeLearner.js";

/** Quinlan 1986 (R 2.2, D 8.4.1): a branch per level, information gain, no pruning; numbers are binned first. */
export const id3 = treeLearner({
  name: "id3",
  summary: "ID3: a branch per level, information gain, numeric attributes in bins, no pruning",
  tasks: ["classification"],
  takesBins: true,
  answers: { nominal: "perLevel", numeric: "bins", criterion: "entropy", zeroGain: false, tolerance: 1e-6 },
});

import { treeLearner } from "../treeLearner.js";

/** Quinlan 1993 and release 8 (D 8.4.2): gain ratio among tests with at least average gain, fractional weights for missing values. */
export const c45 = treeLearner({
  name: "c45",
  summary: "C4.5: gain ratio, a branch per level, fractional weights for missing values, error-based pruning",
  tasks: ["classification"],
  guarantees: { monotone: false }, // because of minGap; with minGap=0 it would hold
  takesBins: true,
  answers: {
    nominal: "perLevel",
    criterion: "gainRatio",
    averageGain: true,
    mdlCorrection: true,
    minGap: 1e-5,
    minLeaf: 2,
    adaptiveMinLeaf: true,
    zeroGain: false,
    tolerance: 1e-6,
    collapse: true,
    prune: "errorBased",
    missing: "share",
  },
});

import type { AppliesWhen } from "./applies.js";
import type { PruneChoice, PruneOptions } from "./prune/pruneOptions.js";

const by = (...prune: readonly PruneChoice[]): AppliesWhen => ({ option: "prune", in: prune });
const NOT_DRAWN: AppliesWhen = { option: "randomTests", given: false };
const CLASSES: AppliesWhen = { task: "classification" };
const NUMBERS: AppliesWhen = { task: "regression" };
const COSTS: AppliesWhen = { option: "attributeCosts", given: true };
const SURROGATES: AppliesWhen = {
  anyOf: [
    { option: "missing", in: ["surrogate"] },
    { option: "missingAtPrediction", in: ["surrogate"] },
  ],
};
const KEPT_SURROGATES: AppliesWhen = { allOf: [SURROGATES, { option: "surrogates", notIn: [0] }] };

/** `chooseBy` is auto and no alpha is given, which means cross-validation. */
const UNCHOSEN: AppliesWhen = {
  allOf: [
    { option: "chooseBy", in: ["auto"] },
    { option: "alpha", given: false },
  ],
};
const chosenBy = (...ways: readonly PruneOptions["chooseBy"][]): AppliesWhen => ({
  allOf: [by("costComplexity"), { anyOf: [{ option: "chooseBy", in: ways }, UNCHOSEN] }],
});

/** When the sub-options of `prune` have an effect. */
export const pruneApplies = {
  alpha: by("costComplexity"),
  chooseBy: by("costComplexity"),
  pruneRule: chosenBy("crossValidation", "holdOut"),
  pruneFolds: chosenBy("crossValidation"),
  // For numbers both measures are the error.
  measure: { allOf: [by("costComplexity"), CLASSES] },
  table: by("costComplexity"),
  pruneShare: {
    anyOf: [by("reducedError"), { allOf: [by("costComplexity"), { option: "chooseBy", in: ["holdOut"] }] }],
  },
  confidence: by("errorBased"),
  errorBound: by("errorBased"),
  raising: by("errorBased"),
  maxIncrease: by("mergeLeaves"),
  mergeTo: by("mergeLeaves"),
  pruneSignificance: by("chiSquared"),
} as const satisfies { readonly [name in keyof PruneOptions]?: AppliesWhen };

/** When the options of trees have an effect; those not named here always do. */
export const treeApplies: Readonly<Record<string, AppliesWhen>> = {
  nominal: NOT_DRAWN,
  numeric: NOT_DRAWN,
  ternary: { allOf: [{ option: "numeric", in: ["threshold"] }, NOT_DRAWN] },
  lookAhead: NOT_DRAWN,
  lookAheadTests: { option: "lookAhead", notIn: [0] },
  lookAheadBudget: { option: "lookAhead", notIn: [0] },
  bins: { option: "numeric", in: ["bins"] },
  binning: { option: "numeric", in: ["bins"] },
  maxExhaustive: {
    allOf: [
      { option: "nominal", in: ["subset"] },
      NOT_DRAWN,
      { anyOf: [CLASSES, { criterion: "concave", is: false }] },
    ],
  },
  scaled: { criterion: "scaled", is: false },
  averageGain: {
    anyOf: [
      { option: "scaled", in: [true] },
      { criterion: "scaled", is: true },
    ],
  },
  mdlCorrection: { criterion: "inBits", is: true },
  levelCorrection: { allOf: [{ option: "nominal", in: ["subset", "perLevel"] }, NOT_DRAWN] },
  threshold: { anyOf: [{ allOf: [{ option: "numeric", in: ["threshold"] }, NOT_DRAWN] }, SURROGATES] },
  candidates: { allOf: [{ option: "numeric", in: ["threshold", "bins"] }, NOT_DRAWN, CLASSES] },
  // Bins are apart, however near their numbers are.
  minGap: {
    allOf: [{ option: "numeric", in: ["threshold"] }, { option: "coding", notIn: ["bins"] }, NOT_DRAWN],
  },
  adaptiveMinLeaf: { allOf: [{ option: "numeric", in: ["threshold", "bins"] }, NOT_DRAWN] },
  priors: CLASSES,
  loss: CLASSES,
  costForm: COSTS,
  costWeight: { allOf: [COSTS, { option: "costForm", in: ["nunez", "eg2"] }] },
  zeroGain: { option: "minGain", in: [0] },
  purity: CLASSES,
  significance: CLASSES,
  ...pruneApplies,
  leaf: NUMBERS,
  surrogates: SURROGATES,
  association: KEPT_SURROGATES,
  directions: KEPT_SURROGATES,
};

import { didYouMean } from "../base/nearest.js";

/**
 * Names that scikit-learn, rpart, randomForest, ranger, Weka, XGBoost, LightGBM and C5.0 have for what we have, written
 * without case, dots and underscores; and ours, the first that a learner has counting.
 */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  trees: ["rounds"],
  rounds: ["trees"],
  nestimators: ["trees", "rounds"],
  ntree: ["trees"],
  numtrees: ["trees", "rounds"],
  nbtrees: ["trees"],
  numiterations: ["trees", "rounds"],
  niter: ["rounds", "trees"],
  nrounds: ["rounds", "trees"],
  trials: ["trees", "rounds"],
  maxiter: ["rounds", "trees"],
  numboostround: ["rounds", "trees"],
  iterations: ["rounds", "trees"],
  minsamplesleaf: ["minLeaf", "minWeight"],
  minbucket: ["minLeaf", "minBucket"],
  nodesize: ["minLeaf"],
  minnodesize: ["minSplit"],
  minnumobj: ["minLeaf", "minWeight"],
  mindatainleaf: ["minLeaf"],
  minchildsamples: ["minLeaf"],
  minchildweight: ["minLeaf"],
  mincases: ["minLeaf"],
  minno: ["minWeight"],
  minsamplessplit: ["minSplit"],
  minsplit: ["minSplit"],
  maxdepth: ["maxDepth"],
  depth: ["maxDepth"],
  maxleafnodes: ["maxLeaves"],
  maxnodes: ["maxLeaves"],
  numleaves: ["maxLeaves"],
  maxfeatures: ["attributesPerNode", "nodeAttributeShare"],
  mtry: ["attributesPerNode", "nodeAttributeShare"],
  numfeatures: ["attributesPerNode"],
  maxsamples: ["sampleShare"],
  samplefraction: ["sampleShare", "rowShare"],
  bagsizepercent: ["sampleShare"],
  replace: ["bootstrap"],
  oobscore: ["oob"],
  calcoutofbag: ["oob"],
  cp: ["alpha"],
  ccpalpha: ["alpha"],
  xval: ["pruneFolds"],
  numfolds: ["pruneFolds", "folds"],
  confidencefactor: ["confidence"],
  cf: ["confidence"],
  unpruned: ["prune", "pruning"],
  usepruning: ["pruning", "prune"],
  reducederrorpruning: ["prune"],
  subtreeraising: ["raising"],
  collapsetree: ["collapse"],
  usemdlcorrection: ["mdlCorrection"],
  binarysplits: ["nominal"],
  classweight: ["priors", "loss"],
  classwt: ["priors"],
  prior: ["priors"],
  parms: ["priors", "loss", "criterion"],
  costs: ["loss", "attributeCosts"],
  cost: ["attributeCosts", "loss"],
  costmatrix: ["loss"],
  minimpuritydecrease: ["minGain", "sizePenalty"],
  minsplitgain: ["minGain"],
  mingaintosplit: ["minGain"],
  gamma: ["minGain"],
  splitter: ["numeric"],
  split: ["criterion"],
  splitrule: ["criterion"],
  usesurrogate: ["missing", "surrogates"],
  maxsurrogate: ["surrogates"],
  surrogatestyle: ["association"],
  maxcompete: ["competitors"],
  learningrate: ["learningRate"],
  eta: ["learningRate"],
  shrinkage: ["learningRate"],
  subsample: ["rowShare", "sampleShare"],
  baggingfraction: ["rowShare", "sampleShare"],
  bagfraction: ["rowShare", "sampleShare"],
  colsamplebytree: ["attributeShare"],
  featurefraction: ["attributeShare"],
  colsamplebynode: ["nodeAttributeShare", "attributesPerNode"],
  featurefractionbynode: ["nodeAttributeShare", "attributesPerNode"],
  l2regularization: ["lambda"],
  reglambda: ["lambda"],
  lambdal2: ["lambda"],
  maxbins: ["bins"],
  maxbin: ["bins"],
  monotoniccst: ["monotone"],
  monotoneconstraints: ["monotone"],
  validationfraction: ["validation"],
  earlystopping: ["validation", "patience"],
  earlystoppingrounds: ["patience"],
  niternochange: ["patience"],
  objective: ["loss", "criterion"],
  alpha: ["quantile"],
  growpolicy: ["growth"],
  catsmooth: ["levelSmoothing"],
  catl2: ["levelLambda"],
  maxcatthreshold: ["maxLevels"],
  estimator: ["of"],
  baseestimator: ["of"],
  algorithm: ["variant"],
  optimizations: ["optimisations"],
};

/** Names for what is a field of the request here, not an option, with the command's flag. */
const FIELDS: Readonly<Record<string, string>> = {
  randomstate: "seed is not an option: give it beside the options, or with --seed",
  seed: "seed is not an option: give it beside the options, or with --seed",
  randomseed: "seed is not an option: give it beside the options, or with --seed",
  njobs: "threads is not an option: give it beside the options, or with --threads",
  nthread: "threads is not an option: give it beside the options, or with --threads",
  numthreads: "threads is not an option: give it beside the options, or with --threads",
  numexecutionslots: "threads is not an option: give it beside the options, or with --threads",
  threads: "threads is not an option: give it beside the options, or with --threads",
  sampleweight: "weight is not an option: name the column beside the options, or with --weight",
  weights: "weight is not an option: name the column beside the options, or with --weight",
  target: "target is not an option: give it beside the options, or with --target",
};

/** Values of options by other names. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  criterion: {
    mse: "squaredError",
    squarederror: "squaredError",
    variance: "squaredError",
    anova: "squaredError",
    friedmanmse: "squaredError",
    mae: "absoluteError",
    absoluteerror: "absoluteError",
    information: "entropy",
    infogain: "entropy",
    logloss: "entropy",
    gainratio: "gainRatio",
    error: "misclassification",
  },
  loss: {
    squarederror: "squared",
    ls: "squared",
    mse: "squared",
    regsquarederror: "squared",
    l2: "squared",
    regression: "squared",
    absoluteerror: "absolute",
    lad: "absolute",
    mae: "absolute",
    l1: "absolute",
    logloss: "auto",
    deviance: "auto",
    binarylogistic: "logistic",
    binary: "logistic",
    multisoftprob: "softmax",
    multisoftmax: "softmax",
    multiclass: "softmax",
    countpoisson: "poisson",
  },
  attributesPerNode: { auto: "sqrt", none: "all" },
  growth: { lossguide: "leaf", depthwise: "depth" },
  numeric: { best: "threshold" },
  missing: { usesurrogate: "surrogate", narpart: "surrogate", naomit: "drop" },
};

const LEARNERS: Readonly<Record<string, string>> = {
  decisiontreeclassifier: "cart",
  decisiontreeregressor: "cart",
  rpart: "cart",
  simplecart: "cart",
  reptree: "cart",
  tree: "cart",
  ctree: "cart",
  decisiontree: "cart",
  randomforestclassifier: "forest",
  randomforestregressor: "forest",
  randomforest: "forest",
  ranger: "forest",
  extratreesclassifier: "extraTrees",
  extratreesregressor: "extraTrees",
  extratrees: "extraTrees",
  baggingclassifier: "bagging",
  baggingregressor: "bagging",
  adaboostclassifier: "adaBoost",
  adaboostm1: "adaBoost",
  gradientboostingclassifier: "gradientBoost",
  gradientboostingregressor: "gradientBoost",
  histgradientboostingclassifier: "gradientBoost",
  histgradientboostingregressor: "gradientBoost",
  xgboost: "gradientBoost",
  xgbclassifier: "gradientBoost",
  xgbregressor: "gradientBoost",
  lightgbm: "gradientBoost",
  lgbmclassifier: "gradientBoost",
  lgbmregressor: "gradientBoost",
  catboost: "gradientBoost",
  gbm: "gradientBoost",
  j48: "c45",
  c50: "c45",
  c5: "c45",
  "c4.5": "c45",
  jrip: "ripper",
  part: "c45rules",
  c45rules: "c45rules",
  "c4.5rules": "c45rules",
  m5rules: "regressionRules",
  m5p: "regressionRules",
  cubist: "regressionRules",
  oner: "oneR",
  decisionstump: "oneR",
};

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

function found<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The hint after an option that the learner does not have: its own name for it, or the nearest name. */
export function optionHint(name: string, known: readonly string[]): string {
  const key = plain(name);
  const field = found(FIELDS, key);
  if (field !== undefined) return `; ${field}`;
  const ours = found(OPTIONS, key)?.find((option) => known.includes(option));
  return ours === undefined ? didYouMean(name, known) : `; here it is called ${JSON.stringify(ours)}`;
}

/** The same for a value that an option does not take. */
export function valueHint(option: string, value: string, choices: readonly string[]): string {
  const ours = found(found(VALUES, option) ?? {}, plain(value));
  return ours === undefined || !choices.includes(ours)
    ? didYouMean(value, choices)
    : `; here it is called ${JSON.stringify(ours)}`;
}

/** The same for a learner's name. */
export function learnerHint(name: string, known: readonly string[]): string {
  const ours = found(LEARNERS, plain(name)) ?? found(LEARNERS, name.toLowerCase());
  return ours === undefined || !known.includes(ours)
    ? didYouMean(name, known)
    : `; here it is called ${JSON.stringify(ours)}`;
}

/** For the test that every name leads to something that there is. */
export const FOREIGN_NAMES = { OPTIONS, VALUES, LEARNERS };

/** For each option of a learner, values other than its default, with the settings under which it applies. */

/** Values of options that are neither choices nor booleans, on tables with a target of 0 to about 90. */
const VALUES = {
  bins: [3],
  k: [3],
  maxExhaustive: [2],
  minGap: [4],
  tolerance: [0.1],
  attributesPerNode: [2],
  randomTests: [3],
  combinations: [2],
  components: [2],
  lookAhead: [1],
  lookAheadTests: [1],
  lookAheadBudget: [3],
  strings: [{ tests: ["contains"], minLength: 2 }],
  priors: ["equal"],
  attributeCosts: [{ x: 50, like: 50, many: 50 }],
  costWeight: [0],
  minSplit: [60],
  minLeaf: [15],
  maxDepth: [2],
  maxLeaves: [3],
  minGain: [0.05],
  minImpurity: [0.4],
  purity: [0.5],
  acceptableError: [0.4],
  significance: [1e-6],
  sizePenalty: [20],
  validation: [0.5],
  decay: [0.5],
  steps: [5],
  seconds: [1e6],
  alpha: [0.03],
  pruneFolds: [3],
  pruneShare: [0.6],
  confidence: [0.01],
  maxIncrease: [0.5],
  mergeTo: [2],
  pruneSignificance: [1e-6],
  surrogates: [1],
  competitors: [2],
  minBucket: [20],
  trees: [3],
  members: [3],
  neighbours: [3],
  smoothing: [100],
  shrinkage: [0.5],
  penalty: [5],
  lasso: [0.5],
  standardErrors: [1],
  sampleShare: [0.3],
  settings: [{ maxDepth: 1 }],
  rounds: [3],
  learningRate: [0.9],
  quantile: [0.1],
  huberDelta: [20],
  lambda: [50],
  rowShare: [0.3],
  attributeShare: [0.3],
  nodeAttributeShare: [0.3],
  maxLevels: [2],
  levelSmoothing: [10],
  levelLambda: [50],
  levelRows: [30],
  monotone: [{ x: -1 }],
  patience: [1],
  folds: [4],
  minWeight: [10],
  maxError: [0.2],
  optimisations: [0],
  tries: [2],
  simplify: [0],
  restarts: [0],
  jumps: [0],
  hidden: [2],
  starts: [3],
  nodeSignificance: [1],
};

const LOSS = [
  [0, 1, 9],
  [1, 0, 1],
  [9, 9, 0],
];

/** Settings under which learners that are slow by default, or on larger tables, learn quickly. */
export const BASE = {
  cart: { prune: "none", maxDepth: 6 },
  forest: { trees: 4 },
  extraTrees: { trees: 4 },
  bagging: { trees: 3 },
  adaBoost: { trees: 3 },
  adaptiveForest: { trees: 3, grace: 20 },
  modelTree: { folds: 2 },
  logisticLeaves: { folds: 2 },
  ruleFit: { trees: 5, folds: 2 },
  treeFeatures: { trees: 5, folds: 2 },
  gradientBoost: { rounds: 6, minLeaf: 5 },
  linearTree: { prune: "none", maxDepth: 4 },
  ldaTree: { prune: "none", maxDepth: 4 },
  cartLC: { prune: "none", maxDepth: 3 },
  oc1: { prune: "none", maxDepth: 3, restarts: 3 },
  quadraticTree: { prune: "none", maxDepth: 3 },
  sphereTree: { prune: "none", maxDepth: 3 },
  perceptronTree: { prune: "none", maxDepth: 2 },
  omnivariate: { prune: "none", maxDepth: 1 },
  softTree: { maxDepth: 2, steps: 8 },
  hoeffding: { grace: 20, delta: 0.1 },
  hoeffdingAnytime: { grace: 20, delta: 0.1 },
  hoeffdingAdaptive: { grace: 20, delta: 0.1 },
};

/** Together with others an option has more to do. */
const TOGETHER = {
  lookAhead: { maxDepth: 2, lookAheadTests: 2, minLeaf: 10 },
  lookAheadTests: { lookAhead: 1, maxDepth: 2, minLeaf: 10 },
  lookAheadBudget: { lookAhead: 1, lookAheadTests: 2, maxDepth: 2, minLeaf: 10 },
  zeroGain: { prune: "none" },
  minGap: { prune: "none" },
  order: { prune: "none", maxLeaves: 6 },
  costForm: { prune: "none", attributeCosts: { x: 3, like: 2, many: 1.5, z: 2.5 } },
  collapse: { prune: "none", maxDepth: 3 },
  patience: { validation: 0.4, rounds: 20, learningRate: 0.9 },
  validation: { rounds: 20, learningRate: 0.9 },
  levelSmoothing: { levelRows: 0 },
  levelLambda: { levelRows: 0 },
  maxLevels: { levelSmoothing: 0, levelRows: 0, levelLambda: 0 },
};

const CRITERIA = {
  inBits: ["entropy", "gini"],
  scaled: ["gainRatio", "gini"],
  concave: ["auto", "twoing"],
};

/** Settings that fulfil what an option needs, besides what is `usual`; undefined if no settings can. */
export function fulfilling(when, task, usual) {
  if (when === undefined) return {};
  if ("allOf" in when) {
    const parts = when.allOf.map((part) => fulfilling(part, task, usual));
    return parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
  }
  if ("anyOf" in when) {
    const ways = when.anyOf.map((part) => fulfilling(part, task, usual)).filter((way) => way !== undefined);
    return ways.sort((a, b) => Object.keys(a).length - Object.keys(b).length)[0];
  }
  if ("task" in when) return when.task === task ? {} : undefined;
  if ("criterion" in when) return { criterion: CRITERIA[when.criterion]?.[when.is ? 0 : 1] };
  return settingFor(when, usual[when.option]);
}

function settingFor({ option, ...when }, usual) {
  const value = VALUES[option]?.[0] ?? 1;
  if ("in" in when) return when.in.includes(usual) ? {} : { [option]: when.in[0] };
  if ("notIn" in when) return when.notIn.includes(usual) ? { [option]: value } : {};
  if ("given" in when) return when.given && usual === undefined ? { [option]: value } : {};
  if ("below" in when) return { [option]: when.below / 2 };
  return {};
}

/**
 * The settings to learn with, one for each value of each option: `{ name, settings }`. `every`: all choices of an option, not only
 * the first that is not the default.
 */
export function settingsOf({ name: learner, facts, task, every }) {
  const known = new Set(facts.map(({ name }) => name));
  const defaults = Object.fromEntries(facts.map((option) => [option.name, option.default]));
  return facts.flatMap((option) => {
    const { name } = option;
    const usual = { ...BASE[learner], ...TOGETHER[name] };
    const needed = fulfilling(option.appliesWhen, task, { ...defaults, ...usual }) ?? {};
    const own = Object.entries({ ...usual, ...needed }).filter(([key]) => key !== name && known.has(key));
    return valuesFor(option, task, every).map((value) => ({
      name,
      settings: { ...Object.fromEntries(own), [name]: value },
    }));
  });
}

function valuesFor(option, task, every) {
  const { name, choices, type, default: usual } = option;
  if (choices) {
    const others = choices.filter((choice) => choice !== usual);
    return every ? others : others.slice(0, 1);
  }
  if (type === "boolean") return [usual !== true];
  if (name === "loss") return task === "classification" ? [LOSS] : [];
  return VALUES[name] ?? [fromBounds(option)];
}

/** For an option that is new: inside its bounds, and not its default. */
function fromBounds({ type, min = 0, max, default: usual }) {
  const step = type === "integer" ? 1 : 0.25;
  const value = (typeof usual === "number" ? usual : min) + step;
  return max !== undefined && value > max ? min : value;
}

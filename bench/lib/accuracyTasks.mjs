// What trees of more than one attribute per node, and leaves with formulas, are held to by the given folds of ../shared.
const EIGHT = ["iris", "wine", "glass", "wdbc", "pima-diabetes", "banknote", "balance-scale", "breast-w"];
const TEN = [
  "car-test-frame",
  "cu-summary",
  "cpu",
  "servo",
  "auto-mpg",
  "solder",
  "airfoil",
  "winequality-red",
  "winequality-white",
  "abalone",
];
const LOGISTIC = "scikit-learn logistic";
const LINEAR = "scikit-learn linear regression";

/**
 * A task is a learner on some sets. `target` is what the mean over the sets must reach: percent correct, or (relativeTo) the
 * geometric mean of the root mean squared error over that of a peer. `leavesOf`: no more leaves than this peer has.
 */
export const TASKS = [
  classes("cart", { peer: "scikit-learn CART (univariate)" }),
  // The folds of pruning are drawn: one draw moves the mean by 0.2.
  classes("linearTree", { peer: "STree", target: 90.0, leavesOf: "STree", seeds: [1, 2, 3] }),
  classes("ldaTree", { peer: "STree" }),
  classes("quadraticTree", { peer: "STree-rbf", target: 90.7 }),
  classes("omnivariate", {
    peer: "neural-trees OmnivariateDecisionTree",
    target: 88.2,
    targetSets: EIGHT.slice(0, 7),
    within: { of: ["cart", "linearTree", "quadraticTree"], points: 0.5 },
  }),
  classes("logisticLeaves", { peer: "Weka LMT" }),
  numbers("modelTree", {}, 0.98),
  numbers("modelTree committee", { members: 20 }, 0.93),
  numbers("modelTree committee, neighbours", { members: 20, neighbours: 10 }, 0.91),
  ...[
    ["wdbc", 97.5],
    ["wine", 97.8],
    ["banknote", 99.5],
    ["balance-scale", 91],
  ].map(([set, target]) => soft(set, target, "neural-trees SoftDecisionTree", LOGISTIC)),
  ...[
    ["servo", 0.52],
    ["auto-mpg", 2.85],
    ["cpu", 60],
  ].map(([set, target]) => soft(set, target, "neural-trees SoftDecisionTreeRegressor", LINEAR)),
];

function classes(learner, more) {
  return { name: learner, learner, options: {}, seeds: [1], sets: EIGHT, beside: LOGISTIC, ...more };
}

function numbers(name, options, target) {
  const relativeTo = "Weka M5P";
  return {
    name,
    learner: "modelTree",
    options,
    seeds: [1],
    sets: TEN,
    peer: relativeTo,
    relativeTo,
    target,
    beside: LINEAR,
  };
}

function soft(set, target, peer, beside) {
  return {
    name: `softTree ${set}`,
    learner: "softTree",
    options: {},
    seeds: [1, 2, 3, 4, 5],
    sets: [set],
    peer,
    target,
    beside,
  };
}

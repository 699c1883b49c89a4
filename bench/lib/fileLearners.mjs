// What is measured from files, whatever the table: a learner with its options (for rivals: its `kind`), and the targets that
// hold everywhere.
export const SKLEARN = "scikit-learn";
export const INTELEX = "scikit-learn-intelex";
export const NO_TARGET = undefined;

export const cart = { kind: "tree", learner: "cart", options: { prune: "none" } };
export const extraTrees = { kind: "extraTrees", learner: "extraTrees", options: { trees: 100 } };
export const forest = {
  ...{ kind: "forest", learner: "forest", options: { trees: 100 } },
  leastMemory: { [SKLEARN]: 1 },
};
export const boost = {
  ...{ kind: "boost", learner: "gradientBoost", options: { rounds: 100, maxLeaves: 31 } },
  leastMemory: { LightGBM: 1 },
};
export const boosters = (least) => ({
  ...{ LightGBM: least, XGBoost: least },
  ...{ CatBoost: NO_TARGET, [SKLEARN]: NO_TARGET },
});

/** The default cart, which prunes by cross-validation, may take six times as long as the full one. */
export const defaultCart = (table) => ({
  ...{ name: `${table}/cart-default`, kind: "tree", learner: "cart", least: {} },
  against: { task: `${table}/cart`, least: 1 / 6 },
});

/** Ensembles of other learners' trees. */
export const bagging = {
  ...{ kind: "bagging", learner: "bagging", options: { trees: 50, of: "cart", "of.prune": "none" } },
  least: { [SKLEARN]: 3 },
};
const adaBoost = { kind: "adaBoost", learner: "adaBoost", least: { [SKLEARN]: 3 } };
export const adaBoostCart = {
  ...adaBoost,
  options: { trees: 50, of: "cart", "of.prune": "none", "of.maxDepth": 8 },
};
export const adaBoostC45 = { ...adaBoost, options: { trees: 50 } };

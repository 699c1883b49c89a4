// What is measured as users meet it: a CSV file, the command in a cold process. A task names its table and the rivals that
// can do the same, with the target ratio to each (`least`: at least this many times faster; undefined: no target).
// `leastPredict` and `leastMemory` are the same for the prediction of the test rows and for peak memory. `against` compares
// with another task of Coppice itself. `long` tasks take minutes and are skipped by --quick.
import {
  adaBoostC45,
  adaBoostCart,
  bagging,
  boost,
  boosters,
  cart,
  defaultCart,
  extraTrees,
  forest,
  INTELEX,
  NO_TARGET,
  SKLEARN,
} from "./fileLearners.mjs";

const forests = { [SKLEARN]: NO_TARGET, [INTELEX]: 1.5 };

const ADULT = "adult/forest";

/** Tables with nominal attributes of the sizes that people have. */
const mixedTable = (table) => [
  {
    ...{ name: `${table}/forest`, table, ...forest },
    least: { [SKLEARN]: 3, [INTELEX]: 2, YDF: 5, ranger: NO_TARGET },
  },
  { name: `${table}/extraTrees`, table, ...extraTrees, least: { [SKLEARN]: 3 } },
  { name: `${table}/cart`, table, ...cart, least: { [SKLEARN]: 2, YDF: 2 } },
  { table, ...defaultCart(table) },
  { name: `${table}/boost`, table, ...boost, least: { ...boosters(1.5), YDF: NO_TARGET } },
];

const smallTable = (table) => [
  { name: `${table}/forest`, table, ...forest, least: forests },
  { name: `${table}/cart`, table, ...cart, least: { [SKLEARN]: table === "letters" ? 3 : NO_TARGET } },
  { name: `${table}/boost`, table, ...boost, least: boosters(1.2) },
];

/** Options that must not make a forest much slower. */
const variants = [
  { name: "adult/forest-weights", weighted: true, ...forest },
  { name: "adult/forest-entropy", ...forest, options: { trees: 100, criterion: "entropy" } },
  { name: "adult/forest-randomTests", ...forest, options: { trees: 100, randomTests: 10 } },
].map((task) => ({ ...task, table: "adult", least: {}, against: { task: ADULT, least: 1 / 1.5 } }));

/** Trees whose nodes test several attributes, against `cart` on the same table. */
const obliqueTrees = [
  {
    ...{ name: "wave/ldaTree", table: "wave", kind: "tree", learner: "ldaTree" },
    ...{ options: { prune: "none" }, least: {}, against: { task: "wave/cart", least: 1 / 3 } },
  },
  { name: "wave/cart-default", table: "wave", kind: "tree", learner: "cart", least: {} },
  {
    ...{ name: "wave/ldaTree-default", table: "wave", kind: "tree", learner: "ldaTree", least: {} },
    against: { task: "wave/cart-default", least: 1 / 3 },
  },
  ...["linearTree", "quadraticTree", "sphereTree", "perceptronTree", "softTree", "logisticLeaves"].map(
    // Their prediction of the test rows is what counts: a few nodes are enough.
    (learner) => ({
      ...{ name: `wave20k/${learner}`, table: "wave20k", kind: "tree", learner, least: {}, long: true },
      ...(learner !== "softTree" && learner !== "logisticLeaves" && { options: { maxDepth: 4 } }),
    }),
  ),
  // Promised: a fit within two minutes.
  { name: "wave20k/oc1", table: "wave20k", kind: "tree", learner: "oc1", least: {}, long: true },
  {
    name: "wave20k/omnivariate",
    table: "wave20k",
    kind: "tree",
    learner: "omnivariate",
    least: {},
    long: true,
  },
];

const deepTrees = { [SKLEARN]: 3, [INTELEX]: 1 };

export const FILE_TASKS = [
  ...mixedTable("adult"),
  { name: "adult/bagging", table: "adult", ...bagging },
  { name: "adult/adaBoost", table: "adult", ...adaBoostCart },
  { name: "adult/adaBoost-c45", table: "adult", ...adaBoostC45 },
  ...variants,
  ...mixedTable("bank-full"),
  ...smallTable("nursery"),
  ...smallTable("orbits"),
  ...smallTable("pixels"),
  ...smallTable("letters"),
  { name: "wide/cart", table: "wide", ...cart, least: { [SKLEARN]: 20 } },
  { name: "mixed/cart", table: "mixed", ...cart, least: { [SKLEARN]: 3, YDF: NO_TARGET } },
  {
    ...{ name: "mixed/boost", table: "mixed", ...boost, options: { rounds: 50, maxLeaves: 31 } },
    ...{ least: { ...boosters(NO_TARGET), LightGBM: 1.3 }, leastPredict: { LightGBM: 1.5 } },
  },
  { name: "mixed/forest", table: "mixed", ...forest, least: { [SKLEARN]: 3 }, long: true },
  {
    ...{ name: "wave/cart", table: "wave", ...cart },
    ...{ least: { [SKLEARN]: 40, YDF: NO_TARGET }, leastPredict: { [SKLEARN]: 1 } },
  },
  { name: "friedman/cart", table: "friedman", ...cart, least: { [SKLEARN]: 20 } },
  {
    ...{ name: "wave/boost", table: "wave", ...boost },
    ...{ least: { ...boosters(NO_TARGET), LightGBM: 1.9, tl2cgen: NO_TARGET } },
    leastPredict: { LightGBM: 2, tl2cgen: 1 },
  },
  {
    ...{ name: "wave/extraTrees", table: "wave", ...extraTrees },
    ...{ least: { [SKLEARN]: 6 }, long: true },
  },
  {
    ...{ name: "wave/forest", table: "wave", ...forest },
    ...{ least: { [SKLEARN]: 9, [INTELEX]: 2, YDF: NO_TARGET, ranger: NO_TARGET } },
    ...{ leastPredict: deepTrees, long: true },
  },
  ...obliqueTrees,
].map((task) => ({ ...task, how: "file" }));

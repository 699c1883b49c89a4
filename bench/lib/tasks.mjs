// What is measured in memory: a table, a learner with its options, the rivals that can do the same, and the target ratio to each
// (`least`: at least this many times faster). `long` tasks take minutes and are skipped by --quick.
import { FILE_TASKS } from "./fileTasks.mjs";

const SKLEARN = "scikit-learn";
const tree = { kind: "tree", learner: "cart", options: { prune: "none" }, fits: 5 };
const wave = { table: "wave-200k", test: "wave-test" };
const boost = {
  kind: "boost",
  learner: "gradientBoost",
  options: { rounds: 100, maxLeaves: 63, learningRate: 0.1 },
};
const boostRivals = { LightGBM: 1.7, XGBoost: 1.7, [SKLEARN]: 2, YDF: 5 };

export const TASKS = [
  { name: "cart-200k", ...tree, ...wave, least: { [SKLEARN]: 40, YDF: 20 } },
  { name: "cart-1m", ...tree, table: "wave-1m", test: "wave-test", least: { [SKLEARN]: 40 }, long: true },
  { name: "regtree-200k", ...tree, table: "friedman-200k", test: "friedman-test", least: { [SKLEARN]: 20 } },
  {
    ...{ name: "regtree-1m", ...tree, table: "friedman-1m", test: "friedman-test" },
    ...{ least: { [SKLEARN]: 20 }, long: true },
  },
  { name: "cart-7class", ...tree, table: "wave7-200k", test: "wave7-test", least: { [SKLEARN]: 20 } },
  { name: "cart-counts", ...tree, table: "waveCounts-200k", test: "wave-test", least: { [SKLEARN]: 18 } },
  { name: "cart-16values", ...tree, table: "wave7few-200k", test: "wave7few-test", least: { [SKLEARN]: 8 } },
  {
    ...{ name: "cartLetters-20k", ...tree, table: "letters-20k", test: "letters-test" },
    ...{ fits: 12, least: { [SKLEARN]: 3 }, leastWarm: { [SKLEARN]: 8 } },
  },
  { name: "cartWide-5k", ...tree, table: "wide-5k", test: "wide-test", least: { [SKLEARN]: 20 } },
  {
    name: "cart-4k",
    ...tree,
    table: "wave:4000:28:2",
    test: "wave-20k",
    least: { "ml-cart": 1 },
    long: true,
  },
  {
    ...{ name: "forest-200k", kind: "forest", learner: "forest", options: { trees: 100 }, ...wave },
    ...{
      least: { [SKLEARN]: 8, YDF: 6, LightGBM: 3, ranger: 10 },
      leastPredict: { [SKLEARN]: 2, LightGBM: 2 },
    },
    long: true,
  },
  {
    ...{ name: "extra-200k", kind: "extraTrees", learner: "extraTrees", options: { trees: 100 }, ...wave },
    ...{ least: { [SKLEARN]: 6 }, long: true },
  },
  {
    ...{ name: "boost-200k", ...boost, ...wave, least: boostRivals },
    leastPredict: { [SKLEARN]: 2, XGBoost: 2, LightGBM: 2 },
  },
  {
    ...{ name: "boost-1m", ...boost, table: "wave-1m", test: "wave-test", least: boostRivals },
    ...{ leastMemory: { LightGBM: 1 }, long: true },
  },
  {
    ...{ name: "boostMixed-200k", kind: "boost", learner: "gradientBoost" },
    ...{ options: { rounds: 50, maxLeaves: 31, learningRate: 0.1 }, table: "mixed-200k", test: "mixed-test" },
    least: { LightGBM: 1, [SKLEARN]: 1, XGBoost: 1 },
  },
  { name: "c45-adult", kind: "c45", learner: "c45", table: "adult", fits: 6, least: { Weka: 10 } },
  {
    ...{ name: "c45-letters", kind: "c45", learner: "c45", table: "letters-20k", test: "letters-test" },
    ...{ fits: 6, least: { Weka: 10 } },
  },
  { name: "rules-adult", kind: "rules", learner: "ripper", table: "adult", fits: 6, least: { Weka: 5 } },
  // JRip takes minutes here, and more on a million rows.
  { name: "rules-nursery", kind: "rules", learner: "ripper", table: "nursery", least: {}, long: true },
  {
    ...{ name: "rules-1m", kind: "rules", learner: "ripper", table: "wave-1m", test: "wave-test" },
    ...{ least: {}, long: true },
  },
  {
    ...{ name: "prune-20k", kind: "prune", learner: "cart", table: "wave-20k", test: "wave-test" },
    // The same settings as for rpart: see peers/r.R.
    options: {
      ...{ minSplit: 20, minLeaf: 7, zeroGain: false },
      ...{ missing: "surrogate", surrogates: 5, pruneFolds: 10 },
    },
    least: { rpart: 3 },
  },
  { name: "csv-1m", kind: "csv", table: "wave-1m", least: { pandas: 1 } },
  {
    name: "adult-file",
    kind: "fileToTree",
    ...{ learner: "cart", options: { prune: "none" } },
    least: { pandas: 1 },
  },
];

/** The tasks whose names were given, or whose names contain one of `only`; otherwise all, those from files first. */
export function chosenTasks(names, { quick = false, only, how } = {}) {
  const all = [...FILE_TASKS, ...TASKS.map((task) => ({ ...task, how: "memory" }))];
  const unknown = names.filter((name) => !all.some((task) => task.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `no such task: ${unknown.join(", ")}; available: ${all.map((task) => task.name).join(" ")}`,
    );
  }
  const wanted = (task) => {
    if (names.length > 0) return names.includes(task.name);
    if (how !== undefined && task.how !== how) return false;
    if (only !== undefined) return only.some((text) => task.name.includes(text));
    return !(quick && task.long);
  };
  return all.filter(wanted);
}

/** The fits of the manifest: which learner learns which table with which options by which engine. */
import { createHash } from "node:crypto";
import { ENGINES } from "./engines.mjs";
import { SMALL_TABLES, tableNamed } from "./tables.mjs";
import { BASE, settingsOf } from "./values.mjs";

/** Of these every choice of every option is tried; of the others, which share most of their options with them, one. */
const THOROUGH = new Set(["cart", "forest", "gradientBoost", "modelTree", "linearTree", "bagging", "ripper"]);

/** Each case with a changed option is learned by memory, and by one of these in turn. */
const IN_TURN = ["memory/2", "plain", "naive", "disk/little", "page", "disk"];

/** Learners that finish many rows soon, with the settings for it. */
const MANY_ROWS = {
  cart: {},
  c45: {},
  id3: { maxDepth: 8 },
  oneR: {},
  forest: { trees: 4 },
  extraTrees: { trees: 4 },
  gradientBoost: { rounds: 5 },
  hoeffding: {},
  adaBoost: { trees: 2 },
  bagging: { trees: 2 },
  optimalTree: { maxDepth: 2 },
  ldaTree: { maxDepth: 3, prune: "none" },
  irep: {},
};

const ON_300K = { cart: {}, forest: { trees: 2 }, gradientBoost: { rounds: 3 }, extraTrees: { trees: 2 } };

/** Deep trees of many different numbers take minutes from blocks: these cross the same blocks. */
const SHALLOW = {
  cart: { maxDepth: 4 },
  forest: { trees: 1, maxDepth: 3 },
  extraTrees: { trees: 1, maxDepth: 3 },
};

const BY_TALLIES = new Set([
  "cart",
  "c45",
  "id3",
  "forest",
  "extraTrees",
  "gradientBoost",
  "bagging",
  "adaBoost",
]);

/** Every fit as `{ key, quick, learner, task, table, options, engine }`; the key names it in the recorded file. */
export function fitCases({ node }) {
  const kinds = node.learners.flatMap((learner) => learner.tasks.map((task) => ({ learner, task })));
  const cases = [
    ...kinds.flatMap(defaultsOf),
    ...kinds.flatMap(({ learner, task }) => optionsOf(node, learner, task)),
    ...kinds.flatMap(enginesOf),
    ...kinds.flatMap(manyRowsOf),
  ];
  return [...new Map(cases.map((one) => [one.key, one])).values()];
}

function caseOf(learner, task, table, options, engine, quick = false) {
  const kind = task === "regression" ? "values" : "classes";
  const key = `${learner.name} ${kind} ${table} ${settingsText(learner.name, options)} by ${engine}`;
  return { key, quick, learner: learner.name, task, table, options, engine };
}

/** Settings that are the same for all of a learner's cases are left out: `usual` is those alone, `defaults` none at all. */
function settingsText(learner, options) {
  const base = BASE[learner] ?? {};
  if (Object.keys(options).length === 0) return "defaults";
  const own = Object.entries(options).filter(([name, value]) => base[name] !== value);
  const left = Object.keys(base).filter((name) => !(name in options));
  const texts = [
    ...own.map(([name, value]) => `${name}=${textOf(value)}`),
    ...left.map((name) => `no-${name}`),
  ];
  return texts.sort().join(" ") || "usual";
}

const textOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** Every table, by memory and by another engine; and what the learner does by default, on few rows. */
function defaultsOf({ learner, task }) {
  const base = BASE[learner.name] ?? {};
  return [
    ...SMALL_TABLES.flatMap((table, i) => {
      const inTurn = IN_TURN[(i + learner.name.length) % IN_TURN.length];
      const isQuick = table === "mixed" && QUICK.has(learner.name);
      return ["memory", inTurn].map((engine, e) =>
        caseOf(learner, task, table, base, engine, isQuick && e === 0),
      );
    }),
    caseOf(learner, task, "tiny", {}, "memory"),
  ];
}

/** Learners whose fit of a small table takes a few milliseconds. */
const QUICK = new Set([
  ...["cart", "c45", "id3", "oneR", "softTree", "incremental", "hoeffding", "hoeffdingAdaptive", "forest"],
  ...["extraTrees", "bagging", "adaBoost", "gradientBoost", "knn", "irep", "prism", "ripper", "c45rules"],
  ...["modelTree", "ldaTree", "linearTree"],
]);

/** They differ in what they propose at a node; what becomes of it is linearTree's. */
const isLike = (learner) => learner.combines && learner.name !== "linearTree";

/** Kernels of trees take tables from 65,536 cells. */
const IN_KERNELS = new Set(["cart", "c45"]);
const NOT_ON_MANY_ROWS = /lookAhead|absoluteError|worstError|combinations|components|strings/;

function optionsOf(node, learner, task) {
  const facts = node.describeOptions(learner);
  const every = THOROUGH.has(learner.name);
  return settingsOf({ name: learner.name, facts, task, every }).flatMap(({ name, settings }, i) => {
    const table = name === "strings" ? "strings" : "mixed";
    const isQuick = learner.name === "cart" || (learner.name === "forest" && i % 3 === 0);
    const cases = [caseOf(learner, task, table, settings, "memory", isQuick)];
    if (!isLike(learner)) cases.push(caseOf(learner, task, table, settings, IN_TURN[i % IN_TURN.length]));
    const isSlow = NOT_ON_MANY_ROWS.test(JSON.stringify(settings));
    if (IN_KERNELS.has(learner.name) && !isSlow)
      cases.push(
        caseOf(learner, task, "rows12k", { ...settings, maxDepth: settings.maxDepth ?? 7 }, "memory"),
      );
    return cases;
  });
}

/** Learners by sums, by every engine. */
function enginesOf({ learner, task }) {
  if (!BY_TALLIES.has(learner.name)) return [];
  const tables = ["mixed", "numbers", "weights", "levels", "keyed"];
  return tables.flatMap((table) =>
    Object.keys(ENGINES).map((engine) => caseOf(learner, task, table, BASE[learner.name] ?? {}, engine)),
  );
}

function manyRowsOf({ learner, task }) {
  const { name } = learner;
  const casesOf = (table, options, engines) =>
    engines.map((engine) => caseOf(learner, task, table, options, engine));
  const fromBlocks = (table, options) => {
    const shallow = task === "regression" ? SHALLOW[name] : undefined;
    if (shallow === undefined) return casesOf(table, options, ["memory", "memory/2", "disk/little"]);
    // Learned deep, 300,000 different values would take minutes in memory too.
    const left = table === "rows300k" ? shallow : options;
    return [
      ...casesOf(table, left, ["memory", "memory/2"]),
      ...casesOf(table, { ...options, ...shallow }, ["memory", "disk/little"]),
    ];
  };
  return [
    ...(MANY_ROWS[name] ? casesOf("numbers20k", MANY_ROWS[name], ["memory"]) : []),
    ...(MANY_ROWS[name] && !BY_TALLIES.has(name) ? casesOf("rows20k", MANY_ROWS[name], ["memory"]) : []),
    ...(MANY_ROWS[name] && BY_TALLIES.has(name) ? fromBlocks("rows20k", MANY_ROWS[name]) : []),
    ...(ON_300K[name] ? fromBlocks("rows300k", ON_300K[name]) : []),
  ];
}

/** The outcome of a case: its model as the product saves it, or how it was refused, and the kernels that ran. */
export async function fitOutcome(product, { learner, task, table: name, options, engine }, kernelsUsed) {
  const { columns, rows, request } = tableNamed(name, task);
  const table = { columns, rows };
  kernelsUsed();
  try {
    const model = await ENGINES[engine](product, table, { ...request, learner, options });
    const kernels = kernelsUsed();
    const bytes = await product.node.saveModel(model, { format: "json", gzip: false });
    return { text: sha(bytes), beside: kernels, detail: () => Buffer.from(bytes).toString("utf8") };
  } catch (error) {
    const text = refusalText(error);
    return { text, beside: kernelsUsed(), detail: () => text };
  }
}

/** Enough digits that no two models of a manifest share them by chance. */
export function sha(content) {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

/** A refusal as its code and text; a fault of the product shows as such. */
export function refusalText(error) {
  if (typeof error?.code === "string") return `${error.code}: ${error.message}`;
  return `FAULT ${error?.name}: ${error?.message}`;
}

// What each kernel is measured on: a case per rule or shape of table that has code of its own in the kernel.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { random } from "../../packages/coppice/dist/base/random.js";

const names = (prefix, count) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

/**
 * A table whose target depends on its first attributes. `values`: distinct numbers of an attribute, 0 for fractions;
 * `levels`: of each nominal attribute; `classes`: 0 for a numeric target.
 */
function tableOf({ rows, numbers = 12, values = 0, levels = [], gaps = 0, classes = 2, weights, noise = 1 }) {
  const rng = random(7);
  const draw = (make) => Float64Array.from({ length: rows }, make);
  const plain = Array.from({ length: numbers }, () => draw(() => rng.normal()));
  const codes = levels.map((count) =>
    Int32Array.from({ length: rows }, () => Math.floor(count * rng.uniform() ** 1.5)),
  );
  const score = draw((_, i) => {
    const linear = plain.slice(0, 6).reduce((sum, x, a) => sum + x[i] * (a % 2 === 0 ? 1 : -0.7), 0);
    const product = numbers > 7 ? plain[6][i] * plain[7][i] : 0;
    return (
      linear + product + codes.reduce((sum, of) => sum + ((of[i] * 7) % 5) / 3, 0) + noise * rng.normal()
    );
  });
  const isGap = () => gaps > 0 && rng.uniform() < gaps;
  const cell = (x) => (isGap() ? Number.NaN : values === 0 ? x : rounded(x, values));
  const columns = [
    ...plain.map((x, a) => ({ type: "numeric", name: `x${a}`, values: x.map(cell) })),
    ...codes.map((of, a) => ({
      ...{ type: "nominal", name: `n${a}`, levels: names("l", levels[a]) },
      codes: of.map((code) => (isGap() ? -1 : code)),
    })),
    targetOf(score, classes),
  ];
  if (weights !== undefined) {
    const weight = weights === "counts" ? () => 1 + rng.below(4) : () => 0.2 + rng.uniform();
    columns.push({ type: "numeric", name: "w", values: draw(weight) });
  }
  return { rows, columns };
}

/** Numbers from -3 to 3 as `values` whole numbers. */
function rounded(x, values) {
  return Math.min(values - 1, Math.max(0, Math.floor(((x + 3) / 6) * values)));
}

function targetOf(score, classes) {
  if (classes === 0) return { type: "numeric", name: "y", values: score };
  const sorted = score.slice().sort();
  const cuts = Array.from(
    { length: classes - 1 },
    (_, k) => sorted[Math.floor((score.length * (k + 1)) / classes)],
  );
  const codes = Int32Array.from(score, (s) => cuts.filter((cut) => s > cut).length);
  return { type: "nominal", name: "y", levels: names("c", classes), codes };
}

/** Copies, so that nothing that is kept for a table is found again. */
function fresh({ rows, columns }) {
  return { rows, columns: columns.map((column) => ({ ...column })) };
}

function requestOf({ columns }, { learner, options = {} }, team) {
  const weight = columns.some(({ name }) => name === "w") && { weight: "w" };
  return { target: "y", learner, options, seed: 1, ...weight, ...(team && { team }) };
}

/** A fit in memory. */
const fit = (shape, learner, options) => ({
  prepare: () => tableOf(shape),
  run: (lib, table, team) => lib.fitTable(fresh(table), requestOf(table, { learner, options }, team)),
});

/** Predictions of the rows of a table, or of its first ones. */
const predict = (shape, learner, options, rows = shape.rows) => ({
  prepare: (lib) => {
    const table = tableOf(shape);
    const model = lib.fitTable(fresh(table), requestOf(table, { learner, options }));
    const columns = table.columns.map((column) =>
      column.type === "numeric"
        ? { ...column, values: column.values.slice(0, rows) }
        : { ...column, codes: column.codes.slice(0, rows) },
    );
    return { model, table: { rows, columns } };
  },
  run: (lib, { model, table }, team) => lib.predictTable(model, fresh(table), team),
});

/** A fit from a scratch file: of coded columns, or of the blocks that boosting takes. */
const fromDisk = (shape, learner, options, source = "diskData") => ({
  prepare: () => tableOf(shape),
  run: async (lib, table, team) => {
    const request = requestOf(table, { learner, options }, team);
    const problem = lib.prepare(fresh(table), request);
    const data = lib[source](problem, { memory: 250 * shape.rows, team });
    try {
      return await lib.fitData(data, request);
    } finally {
      await data.close?.();
    }
  },
});

const readCsv = (shape) => ({
  prepare: (_, folder) => {
    const { rows, columns } = tableOf(shape);
    const text = (column, row) => column.values?.[row] ?? column.levels[column.codes[row]];
    const lines = Array.from({ length: rows }, (_, row) => columns.map((one) => text(one, row)).join(","));
    const path = join(folder, "table.csv");
    writeFileSync(path, `${columns.map(({ name }) => name).join(",")}\n${lines.join("\n")}\n`);
    return path;
  },
  run: (lib, path, team) => lib.readTable(path, { team }),
});

const full = { prune: "none" };
const grown = (trees, more = {}) => ({ trees, ...more });
const rounds = (count, more = {}) => ({ rounds: count, maxLeaves: 31, ...more });
const MIXED = [3, 12, 60, 2];

/** By kernel, its cases by name. */
export const CASES = {
  classTree: {
    "two classes, fractions": fit({ rows: 12_000, numbers: 16 }, "cart", full),
    "two classes, 16 values": fit({ rows: 20_000, numbers: 16, values: 16 }, "cart", full),
    "two classes, whole weights": fit({ rows: 10_000, weights: "counts" }, "cart", full),
    "two classes, two levels": fit({ rows: 10_000, numbers: 8, levels: [2, 2, 2, 2] }, "cart", full),
    "three classes, fractions": fit({ rows: 10_000, classes: 3 }, "cart", full),
    "seven classes, fractions": fit({ rows: 8000, classes: 7 }, "cart", full),
    "26 classes, 16 values": fit({ rows: 8000, values: 16, classes: 26, numbers: 16 }, "cart", full),
    gaps: fit({ rows: 8000, gaps: 0.1, classes: 3 }, "cart", full),
  },
  mixedTree: {
    "two classes, levels": fit({ rows: 10_000, levels: MIXED }, "cart", full),
    "seven classes, levels, gaps": fit({ rows: 6000, levels: MIXED, gaps: 0.1, classes: 7 }, "cart", full),
    "levels only": fit({ rows: 20_000, numbers: 0, levels: [...MIXED, 8, 300] }, "cart", full),
    "few values, levels": fit({ rows: 15_000, values: 16, levels: MIXED }, "cart", full),
    "entropy, fractions": fit({ rows: 8000 }, "cart", { ...full, criterion: "entropy" }),
    "fractional weights": fit({ rows: 6000, levels: MIXED, weights: "fractions" }, "cart", full),
    "a least impurity": fit({ rows: 8000, classes: 3 }, "cart", { ...full, minImpurity: 0.1 }),
    "folds to prune by": fit({ rows: 9000, numbers: 5, levels: [3, 12, 4] }, "cart"),
  },
  valueTree: {
    fractions: fit({ rows: 12_000, classes: 0 }, "cart", full),
    "few values": fit({ rows: 15_000, classes: 0, values: 16 }, "cart", full),
    levels: fit({ rows: 10_000, classes: 0, levels: MIXED }, "cart", full),
    gaps: fit({ rows: 8000, classes: 0, gaps: 0.1 }, "cart", full),
    "whole weights": fit({ rows: 8000, classes: 0, weights: "counts" }, "cart", full),
  },
  ratioTree: {
    "two classes, levels": fit({ rows: 12_000, levels: MIXED }, "c45", full),
    "seven classes, fractions": fit({ rows: 8000, classes: 7 }, "c45", full),
    "rows in parts": fit({ rows: 4000, levels: [3, 12], gaps: 0.05 }, "c45", full),
    "few values, 26 classes": fit({ rows: 6000, values: 16, classes: 26 }, "c45", full),
  },
  raising: {
    "two classes, levels": fit({ rows: 8000, levels: MIXED, noise: 4 }, "c45"),
    "seven classes, noise": fit({ rows: 5000, classes: 7, noise: 4 }, "c45"),
  },
  forest: {
    "best cuts, two classes": fit({ rows: 8000 }, "forest", grown(12)),
    "best cuts, seven classes": fit({ rows: 5000, classes: 7 }, "forest", grown(12)),
    "best cuts, gaps": fit({ rows: 6000, gaps: 0.1 }, "forest", grown(12)),
    "best cuts, numbers": fit({ rows: 6000, classes: 0 }, "forest", grown(12)),
    "random cuts, two classes": fit({ rows: 10_000 }, "extraTrees", grown(16)),
    "random cuts, seven classes": fit({ rows: 6000, classes: 7 }, "extraTrees", grown(12)),
    "random cuts, gaps": fit({ rows: 6000, gaps: 0.1 }, "extraTrees", grown(12)),
    "random cuts, numbers": fit({ rows: 6000, classes: 0 }, "extraTrees", grown(12)),
  },
  codedForest: {
    "two classes, 60 values": fit({ rows: 12_000, values: 60 }, "forest", grown(16)),
    "three classes, 60 values": fit({ rows: 8000, values: 60, classes: 3 }, "forest", grown(12)),
    "seven classes, 60 values": fit({ rows: 8000, values: 60, classes: 7 }, "forest", grown(12)),
    "26 classes, levels": fit({ rows: 4000, numbers: 4, levels: MIXED, classes: 26 }, "forest", grown(8)),
    "numbers, 60 values": fit({ rows: 8000, values: 60, classes: 0 }, "forest", grown(10)),
    "two classes, levels": fit({ rows: 8000, levels: MIXED }, "forest", grown(12)),
    "five classes, levels": fit({ rows: 6000, levels: MIXED, classes: 5 }, "forest", grown(10)),
    "numbers, levels": fit({ rows: 5000, levels: MIXED, classes: 0 }, "forest", grown(8)),
    gaps: fit({ rows: 6000, values: 60, levels: [12], gaps: 0.1 }, "forest", grown(10)),
    "fractional weights": fit({ rows: 6000, values: 60, weights: "fractions" }, "forest", grown(10)),
    "best leaves first": fit({ rows: 10_000, values: 60 }, "forest", grown(12, { maxLeaves: 60 })),
    entropy: fit({ rows: 6000, values: 60 }, "forest", grown(10, { criterion: "entropy" })),
  },
  extraTrees: {
    "two classes, whole numbers": fit({ rows: 10_000, values: 60 }, "extraTrees", grown(16)),
    "two classes, levels": fit({ rows: 8000, levels: MIXED }, "extraTrees", grown(12)),
    "seven classes, whole numbers": fit({ rows: 6000, values: 60, classes: 7 }, "extraTrees", grown(12)),
    "numbers, whole numbers": fit({ rows: 6000, values: 60, classes: 0 }, "extraTrees", grown(12)),
    "fractional weights": fit({ rows: 6000, levels: MIXED, weights: "fractions" }, "extraTrees", grown(10)),
    gaps: fit({ rows: 5000, levels: MIXED, gaps: 0.1 }, "extraTrees", grown(12)),
    "tests drawn by attribute and cut": fit(
      { rows: 5000, levels: MIXED },
      "forest",
      grown(8, { randomTests: 5 }),
    ),
  },
  boost: {
    "two classes": fit({ rows: 20_000 }, "gradientBoost", rounds(20)),
    "five classes": fit({ rows: 8000, classes: 5 }, "gradientBoost", rounds(8)),
    numbers: fit({ rows: 20_000, classes: 0 }, "gradientBoost", rounds(20)),
    "absolute errors": fit({ rows: 12_000, classes: 0 }, "gradientBoost", rounds(12, { loss: "absolute" })),
    "levels, gaps": fit({ rows: 12_000, levels: MIXED, gaps: 0.1 }, "gradientBoost", rounds(15)),
    "many levels, many classes": fit({ rows: 6000, levels: MIXED, classes: 5 }, "gradientBoost", rounds(6)),
    "depth by depth": fit({ rows: 20_000 }, "gradientBoost", rounds(15, { growth: "depth", maxDepth: 6 })),
    "drawn rows": fit({ rows: 20_000 }, "gradientBoost", rounds(20, { rowShare: 0.6 })),
    "drawn attributes": fit({ rows: 15_000 }, "gradientBoost", rounds(20, { nodeAttributeShare: 0.5 })),
    "attributes tallied together": fit({ rows: 10_000, values: 3, numbers: 40 }, "gradientBoost", rounds(15)),
    weights: fit({ rows: 12_000, weights: "fractions" }, "gradientBoost", rounds(15)),
  },
  infer: {
    "a forest, two classes": predict({ rows: 20_000 }, "forest", grown(30, { maxDepth: 12 })),
    "a forest, seven classes": predict({ rows: 10_000, classes: 7 }, "forest", grown(20)),
    "a forest, levels": predict({ rows: 10_000, levels: MIXED }, "forest", grown(20)),
    "a forest, numbers": predict({ rows: 10_000, classes: 0 }, "forest", grown(20)),
    "a forest, few rows": predict({ rows: 8000 }, "forest", grown(60), 2000),
    boosting: predict({ rows: 30_000 }, "gradientBoost", rounds(60)),
    "boosting, five classes": predict({ rows: 15_000, classes: 5 }, "gradientBoost", rounds(20)),
  },
  discriminant: {
    "two classes": fit({ rows: 5000, numbers: 8 }, "ldaTree", full),
    "two classes, levels": fit({ rows: 5000, numbers: 6, levels: [3, 5] }, "ldaTree", full),
  },
  optimal: {
    "two classes": fit({ rows: 1500, numbers: 5, values: 8 }, "optimalTree", { maxDepth: 3 }),
    "three classes": fit({ rows: 4000, numbers: 6, values: 8, classes: 3 }, "optimalTree", { maxDepth: 3 }),
  },
  soft: {
    "two classes": fit({ rows: 3000, numbers: 6 }, "softTree"),
    numbers: fit({ rows: 2000, numbers: 6, classes: 0 }, "softTree"),
  },
  measures: {
    "oblique tests": predict({ rows: 20_000, numbers: 8 }, "ldaTree", full),
    "soft tests": predict({ rows: 20_000, numbers: 8 }, "softTree"),
  },
  column: {
    "weights to units": fit({ rows: 60_000, numbers: 2, classes: 0, weights: "fractions" }, "cart", {
      maxDepth: 1,
    }),
  },
  sort: {
    "columns to ranks": fit({ rows: 60_000, numbers: 10, levels: [3] }, "cart", { ...full, maxDepth: 1 }),
  },
  contents: {
    "folds by content": fit({ rows: 30_000, numbers: 4, classes: 0 }, "cart", { maxDepth: 2 }),
  },
  csv: {
    "numbers and levels": readCsv({ rows: 15_000, levels: [3, 12] }),
    "whole numbers": readCsv({ rows: 20_000, values: 60 }),
  },
  blocks: {
    "classes, from disk": fromDisk({ rows: 15_000, levels: [3, 12] }, "cart", { ...full, maxDepth: 6 }),
    "numbers, from disk": fromDisk({ rows: 30_000, classes: 0 }, "cart", { ...full, maxDepth: 6 }),
  },
  boostBlocks: {
    "two classes, from disk": fromDisk(
      { rows: 30_000 },
      "gradientBoost",
      rounds(4, { growth: "depth", maxDepth: 5 }),
      "blockData",
    ),
    "levels, five classes, from disk": fromDisk(
      { rows: 10_000, levels: [3, 12], classes: 5 },
      "gradientBoost",
      rounds(2, { growth: "depth", maxDepth: 5 }),
      "blockData",
    ),
  },
};

import type { Table } from "coppice";
import { type AsyncDataHandle, fitTable, predictTable } from "coppice/engine";
import { readTable } from "coppice/node";
import { afterEach, expect, it, vi } from "vitest";
import { few, levels, randomTable } from "../../../coppice/src/testing/index.js";
import { mixedTable } from "../../../coppice/test/mixedTable.js";
import { allRows } from "../../src/connection/results.js";
import { spark } from "../../src/dialect/spark.js";
import { sqlData } from "../../src/engine/data.js";
import { batchData } from "../../src/spark/batch/data.js";
import { LocalNodes } from "../../src/spark/batch/localNodes.js";
import { batchTuning } from "../../src/spark/batch/tuning.js";
import { Workers } from "../../src/spark/workers/workers.js";
import { modelSql } from "../../src/tree/modelSql.js";
import { expectModelOfMemory, weightOf } from "../duck.js";
import { keyed, literalQuery, schemaOf } from "../tables.js";
import { describeOnCluster } from "./cluster.js";

/** Statements about it are short. */
const small = {
  ...{ rows: 60, seed: 2, gaps: 0.1, signal: 0.9 },
  attributes: { x: few(8), z: few(5), kind: levels(3) },
};
const TABLES = {
  gaps: mixedTable({ target: "classes", rows: 120, seed: 1, missing: 0.15 }),
  weights: mixedTable({ target: "classes", rows: 120, seed: 3, missing: 0.1, weights: "fractional" }),
  numbers: mixedTable({ target: "values", rows: 100, seed: 2 }),
  weightedNumbers: mixedTable({
    ...{ target: "values", rows: 100, seed: 2, missing: 0.1, weights: "fractional" },
  }),
  wholeWeights: mixedTable({ target: "values", rows: 100, seed: 5, weights: "whole" }),
  small: randomTable({ ...small, classes: 2 }),
  smallWeights: randomTable({ ...small, classes: 0, weights: "fractions" }),
  levels300: randomTable({
    ...{ rows: 330, seed: 7, classes: 3, gaps: 0.1, signal: 0.8 },
    attributes: { many: levels(300, "some") },
  }),
} satisfies Record<string, Table>;

type Options = Readonly<Record<string, unknown>>;
type Case = [table: keyof typeof TABLES, learner: string, options: Options];
interface Batch {
  /** Whether nodes that are small enough are finished here. */
  readonly mayPull?: boolean;
  readonly tuning?: Partial<typeof batchTuning>;
  /** Some of what the workers are asked for. */
  readonly asks?: readonly string[];
}

const base = { prune: "none", maxDepth: 3 };
const unpruned = { prune: "none", maxDepth: 2 };
/** Some nodes are small enough, with two levels left of them. */
const pulls = { mayPull: true, tuning: { mostPulled: 80 } };
const parts = { mostParts: 1 };

describeOnCluster("models learned on a cluster are those of memory", (cluster) => {
  const usual = { ...batchTuning };
  afterEach(() => {
    Object.assign(batchTuning, usual);
    vi.restoreAllMocks();
  });

  async function expectSame(
    [name, learner, options]: Case,
    open: (relation: { query: string }, request: Parameters<typeof sqlData>[2]) => Promise<AsyncDataHandle>,
  ): Promise<void> {
    const table = keyed(TABLES[name]);
    const request = { target: "y", rowKey: "id", ...weightOf(table), columns: schemaOf(TABLES[name]) };
    const coding = learner === "gradientBoost" ? "bins" : "exact";
    const data = await open({ query: literalQuery(table, spark) }, { ...request, coding });
    try {
      const model = await expectModelOfMemory(data, table, { learner, options, rowKey: "id" });
      if ("nodes" in model) expect(model.nodes.length).toBeGreaterThan(1);
    } finally {
      await data.close?.();
    }
    await cluster.expectNothingLeft();
  }

  /** Compiling hundreds of statements for some rows would take most of the time. */
  const compiled = (isOn: boolean) =>
    cluster.connection.configure({
      "spark.sql.codegen.wholeStage": String(isOn),
      "spark.sql.adaptive.enabled": String(isOn),
    });

  it.each<[...Case, batch?: Batch]>([
    ["levels300", "cart", base],
    ["numbers", "cart", base, { tuning: parts, asks: ["add"] }],
    ["gaps", "cart", { ...base, missing: "surrogate" }, pulls],
    ["weightedNumbers", "cart", { ...base, leaf: "median" }, pulls],
    // Fractions of rows stay where they are.
    [
      "weightedNumbers",
      "cart",
      { ...base, criterion: "absoluteError", missing: "share", nominal: "perLevel" },
      { mayPull: true },
    ],
    ["weights", "cart", { pruneFolds: 3, maxDepth: 3 }, { mayPull: true }],
    ["gaps", "cart", { chooseBy: "holdOut", maxDepth: 3 }, { mayPull: true, asks: ["ranks", "place"] }],
    ["gaps", "c45", base, { mayPull: true }],
    ["gaps", "id3", { binning: "equalWidth", maxDepth: 2 }, { mayPull: true }],
    ["gaps", "forest", { trees: 3, maxDepth: 2 }, { mayPull: true }],
    // Bags by weights; what many trees told is written.
    [
      "wholeWeights",
      "forest",
      { trees: 3, maxDepth: 2 },
      { tuning: { mostTrees: 2 }, asks: ["judge", "told"] },
    ],
    [
      "gaps",
      "forest",
      { trees: 2, maxDepth: 3, bootstrap: false, sampleShare: 0.6, combine: "vote" },
      { mayPull: true },
    ],
    ["gaps", "extraTrees", { trees: 2, maxDepth: 2 }, { mayPull: true }],
    ["weightedNumbers", "gradientBoost", { rounds: 3, maxLeaves: 4 }],
    // Partial tables are added on the cluster, and scores are written.
    [
      "gaps",
      "gradientBoost",
      { rounds: 3, maxLeaves: 3, minLeaf: 5, validation: 0.2, rowShare: 0.7 },
      { tuning: { ...parts, mostTrees: 2 }, asks: ["add", "score", "grow"] },
    ],
  ])("%s: %s %j by the batch function %j", async (name, learner, options, batch = {}) => {
    const { mayPull = false, tuning, asks = [] } = batch;
    Object.assign(batchTuning, tuning);
    const taken = vi.spyOn(LocalNodes.prototype, "take");
    const asked = vi.spyOn(Workers.prototype, "relation");
    const workers = await cluster.workers();
    await compiled(name === "levels300");
    await expectSame([name, learner, options], (from, request) =>
      batchData(workers, from, request, { mayPull }),
    );
    if (tuning?.mostPulled !== undefined) expect(taken).toHaveBeenCalled();
    expect(asked.mock.calls.map(([, { work }]) => work)).toEqual(expect.arrayContaining(asks as string[]));
  });

  it.each<Case>([
    ["levels300", "cart", unpruned],
    ["small", "cart", { ...unpruned, missing: "surrogate" }],
    ["smallWeights", "cart", { ...unpruned, missing: "share" }],
    ["small", "cart", { pruneFolds: 2, pruneRule: "min", maxDepth: 2 }],
    ["small", "forest", { trees: 2, maxDepth: 1 }],
    ["smallWeights", "gradientBoost", { rounds: 2, maxLeaves: 2, minLeaf: 5 }],
  ])("%s: %s %j by SQL", async (...one) => {
    await compiled(one[0] === "levels300");
    await expectSame(one, (from, request) => sqlData(cluster.connection, from, request));
  });

  it.each(["levels300", "weightedNumbers"] as const)("%s: from pulled rows", async (name) => {
    const table = TABLES[name];
    const types = Object.fromEntries(schemaOf(table).map(({ name: of, type }) => [of, type]));
    const from = `${literalQuery(keyed(table), spark)} ORDER BY id`;
    const { columns } = (await readTable(`spark:${cluster.address}`, { from, types })).table;
    const pulled = { ...table, columns: columns.map((column) => declaredAs(column, table)) };
    expect(pulled.columns).toEqual(keyed(table).columns);
  });

  it("predictions by a query are those of memory", async () => {
    const table = TABLES.small;
    const options = { prune: "none", maxDepth: 4 };
    const model = fitTable(table, { target: "y", learner: "cart", options });
    const query = modelSql(model, spark, { from: { query: literalQuery(keyed(table), spark) }, key: "id" });
    const found = await allRows(cluster.connection, `SELECT * FROM (${query}) AS p ORDER BY id`);
    const { labels } = predictTable(model, table) as { labels: Int32Array };
    expect(found.texts(1)).toEqual(Array.from(labels, (label) => model.target.levels![label]));
  });
});

/** A column with the levels of the same column of another table. */
function declaredAs(column: Table["columns"][number], { columns }: Table): Table["columns"][number] {
  const other = columns.find(({ name }) => name === column.name);
  if (column.type === "numeric" || other === undefined || other.type === "numeric") return column;
  const places = column.levels.map((level) => other.levels.indexOf(level));
  return { ...other, codes: column.codes.map((code) => (code < 0 ? -1 : places[code])) };
}

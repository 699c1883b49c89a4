import type { Table } from "coppice";
import { fitData, fitTable } from "coppice/engine";
import { afterEach, expect, it, vi } from "vitest";
import { mixedTable } from "../../../coppice/test/mixedTable.js";
import { spark } from "../../src/dialect/spark.js";
import { batchData } from "../../src/spark/batch/data.js";
import { batchTuning } from "../../src/spark/batch/tuning.js";
import { Workers } from "../../src/spark/workers/workers.js";
import { literalQuery, schemaOf } from "../tables.js";
import { describeOnWorkers } from "./onWorkers.js";
import { keyed } from "./tables.js";

const classes = mixedTable({ target: "classes", rows: 120, seed: 4, missing: 0.1 });
const values = mixedTable({ target: "values", rows: 100, seed: 5, weights: "whole" });

describeOnWorkers("the batch function beyond its limits", ({ workers }) => {
  const usual = { ...batchTuning };
  afterEach(() => {
    Object.assign(batchTuning, usual);
    vi.restoreAllMocks();
  });

  interface Fit {
    readonly learner: string;
    readonly options: Record<string, unknown>;
    readonly weight?: string;
  }

  /** Compares with memory; returns what workers were asked for. */
  async function works(
    table: Table,
    { learner, options, weight }: Fit,
    mayPull = false,
  ): Promise<Set<string>> {
    const asked = vi.spyOn(Workers.prototype, "relation");
    const request = { target: "y", rowKey: "id", ...(weight !== undefined && { weight }) };
    const relation = { query: literalQuery(keyed(table), spark) };
    const data = await batchData(workers(), relation, { ...request, columns: schemaOf(table) }, { mayPull });
    try {
      const model = await fitData(data, { learner, options });
      const memory = fitTable(keyed(table), { ...request, learner, options });
      expect(JSON.stringify(model)).toBe(JSON.stringify(memory));
    } finally {
      await data.close?.();
    }
    return new Set(asked.mock.calls.map(([, { work }]) => work));
  }

  it("many partial tables are added on the cluster, and scores are written", async () => {
    Object.assign(batchTuning, { mostParts: 1, mostTrees: 2 });
    const boosting = { learner: "gradientBoost", options: { rounds: 4, maxLeaves: 3, minLeaf: 5 } };
    const asked = await works(classes, boosting);
    expect([...asked]).toEqual(expect.arrayContaining(["add", "score", "grow"]));
  }, 600_000);

  it("many partial tables of a tree", async () => {
    batchTuning.mostParts = 1;
    const tree = { learner: "cart", options: { prune: "none", maxDepth: 3 } };
    expect([...(await works(classes, tree))]).toContain("add");
  }, 600_000);

  it("what many trees told is written; bags by weights, of numbers", async () => {
    batchTuning.mostTrees = 2;
    const forest = { learner: "forest", options: { trees: 4, maxDepth: 2 }, weight: "weight" };
    expect([...(await works(values, forest))]).toEqual(expect.arrayContaining(["judge", "told"]));
  }, 600_000);

  it("parts of parts: rows held out, and folds of the others", async () => {
    const options = { chooseBy: "holdOut", maxDepth: 3 };
    const asked = await works(classes, { learner: "cart", options }, true);
    expect([...asked]).toEqual(expect.arrayContaining(["ranks", "place"]));
  }, 600_000);

  it("votes, rows drawn once, extra trees", async () => {
    const once = { bootstrap: false, sampleShare: 0.6, combine: "vote" };
    await works(classes, { learner: "forest", options: { trees: 2, maxDepth: 3, ...once } }, true);
    await works(classes, { learner: "extraTrees", options: { trees: 2, maxDepth: 2 } }, true);
  }, 600_000);
});

import type { Table } from "coppice";
import { fitData, fitTable } from "coppice/engine";
import { afterAll, expect, it, vi } from "vitest";
import { mixedTable } from "../../../coppice/test/mixedTable.js";
import { allRows } from "../../src/connection/results.js";
import { spark } from "../../src/dialect/spark.js";
import { batchData } from "../../src/spark/batch/data.js";
import { LocalNodes } from "../../src/spark/batch/localNodes.js";
import { batchTuning } from "../../src/spark/batch/tuning.js";
import { literalQuery, schemaOf } from "../tables.js";
import { describeOnWorkers } from "./onWorkers.js";

const gaps = mixedTable({ target: "classes", rows: 120, seed: 1, missing: 0.15 });
const weighted = mixedTable({ target: "values", rows: 100, seed: 2, missing: 0.1, weights: "fractional" });
const base = { prune: "none", maxDepth: 3 };

const CASES: [learner: string, options: Record<string, unknown>, table: Table, weight?: string][] = [
  ["cart", { ...base, missing: "surrogate" }, gaps],
  [
    "cart",
    { ...base, criterion: "absoluteError", missing: "share", nominal: "perLevel" },
    weighted,
    "weight",
  ],
  ["cart", { ...base, leaf: "median" }, weighted, "weight"],
  ["c45", base, gaps],
  ["id3", { binning: "equalWidth", maxDepth: 2 }, gaps],
];

describeOnWorkers("learning on a Spark cluster, by the batch function", ({ connection, workers }) => {
  const { mostPulled } = batchTuning;
  afterAll(() => {
    batchTuning.mostPulled = mostPulled;
  });
  // Some nodes are small enough to be finished here, with two levels left of them.
  batchTuning.mostPulled = 80;

  it.each(CASES)(
    "%s %j",
    async (learner, options, table, weight) => {
      const request = { target: "y", ...(weight !== undefined && { weight }) };
      const relation = { query: literalQuery(table, spark) };
      const rows = { ...request, columns: schemaOf(table) };
      const data = await batchData(workers(), relation, rows, { mayPull: true });
      try {
        const taken = vi.spyOn(LocalNodes.prototype, "take");
        const model = await fitData(data, { learner, options });
        // Fractions of rows stay where they are.
        if (learner === "cart" && options.missing !== "share") expect(taken).toHaveBeenCalled();
        taken.mockRestore();
        expect(model.nodes.length).toBeGreaterThan(1);
        expect(JSON.stringify(model)).toBe(JSON.stringify(fitTable(table, { ...request, learner, options })));
      } finally {
        await data.close?.();
      }
      expect((await allRows(connection(), "SHOW SCHEMAS LIKE 'coppice*'")).rows).toBe(0);
    },
    600_000,
  );
});

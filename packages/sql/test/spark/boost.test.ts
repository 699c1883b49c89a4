import type { Table } from "coppice";
import { fitData, fitTable } from "coppice/engine";
import { expect, it } from "vitest";
import { mixedTable } from "../../../coppice/test/mixedTable.js";
import { spark } from "../../src/dialect/spark.js";
import { batchData } from "../../src/spark/batch/data.js";
import { literalQuery, schemaOf } from "../tables.js";
import { describeOnWorkers } from "./onWorkers.js";
import { keyed } from "./tables.js";

const classes = mixedTable({ target: "classes", rows: 150, seed: 1, missing: 0.1 });
const values = mixedTable({ target: "values", rows: 120, seed: 2, missing: 0.1, weights: "fractional" });

const CASES: [options: Record<string, unknown>, table: Table, weight?: string][] = [
  [{ rounds: 3, maxLeaves: 5, validation: 0.2, rowShare: 0.7 }, classes],
  [{ rounds: 3, maxLeaves: 4 }, values, "weight"],
];

describeOnWorkers("boosting on a Spark cluster, by the batch function", ({ workers }) => {
  it.each(CASES)(
    "%j",
    async (options, table, weight) => {
      const request = { target: "y", ...(weight !== undefined && { weight }) };
      const relation = { query: literalQuery(keyed(table), spark) };
      const columns = schemaOf(table);
      const data = await batchData(workers(), relation, { ...request, rowKey: "id", columns });
      try {
        const model = await fitData(data, { learner: "gradientBoost", options });
        const memory = fitTable(table, { ...request, learner: "gradientBoost", options });
        expect(JSON.stringify(model)).toBe(JSON.stringify(memory));
      } finally {
        await data.close?.();
      }
    },
    600_000,
  );
});

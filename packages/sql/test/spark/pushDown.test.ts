import type { Table } from "coppice";
import { fitData, fitTable, predictTable } from "coppice/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mixedTable } from "../../../coppice/test/mixedTable.js";
import { allRows } from "../../src/connection/results.js";
import { spark } from "../../src/dialect/spark.js";
import { sqlData } from "../../src/engine/data.js";
import { SparkConnection } from "../../src/spark/connection.js";
import { modelSql } from "../../src/tree/modelSql.js";
import { literalQuery, schemaOf } from "../tables.js";

const address = process.env.COPPICE_SPARK;
if (address === undefined)
  console.log(
    "pushDown.test.ts: COPPICE_SPARK names no Spark Connect server (npm run test:spark starts one)",
  );

const gaps = mixedTable({ target: "classes", rows: 40, seed: 1, missing: 0.15 });
const weighted = mixedTable({ target: "values", rows: 40, seed: 2, missing: 0.1, weights: "fractional" });

const CASES: {
  name: string;
  learner: string;
  options: Record<string, unknown>;
  table: Table;
  weight?: string;
}[] = [
  {
    name: "with surrogates",
    learner: "cart",
    options: { prune: "none", maxDepth: 2, missing: "surrogate" },
    table: gaps,
  },
  {
    name: "of weighted numbers, with fractional rows",
    learner: "cart",
    options: { prune: "none", maxDepth: 2, missing: "share" },
    table: weighted,
    weight: "weight",
  },
];

describe.skipIf(address === undefined)("learning on a Spark cluster, by SQL", () => {
  let connection: SparkConnection;
  beforeAll(async () => {
    connection = await SparkConnection.open(address!);
    await connection.configure({ "spark.sql.shuffle.partitions": "2" });
  });
  afterAll(() => connection?.close());

  it.each(CASES)(
    "$name",
    async ({ learner, options, table, weight }) => {
      const request = { target: "y", ...(weight !== undefined && { weight }) };
      const relation = { query: literalQuery(table, spark) };
      const data = await sqlData(connection, relation, { ...request, columns: schemaOf(table) });
      try {
        const model = await fitData(data, { learner, options });
        expect(model.nodes.length).toBeGreaterThan(1);
        expect(JSON.stringify(model)).toBe(JSON.stringify(fitTable(table, { ...request, learner, options })));
      } finally {
        await data.close?.();
      }
      expect((await allRows(connection, "SHOW SCHEMAS LIKE 'coppice*'")).rows).toBe(0);
    },
    600_000,
  );

  it("predicts by a query", async () => {
    const model = fitTable(gaps, { target: "y", learner: "cart", options: { prune: "none", maxDepth: 4 } });
    const relation = { query: literalQuery(gaps, spark) };
    const query = modelSql(model, spark, { from: relation, key: "y" });
    const counts = `SELECT CAST(sum(CASE WHEN y = prediction THEN 1 ELSE 0 END) AS DOUBLE) FROM (${query}) AS p`;
    const right = (await allRows(connection, counts)).numbers(0)[0];
    const { labels } = predictTable(model, gaps) as { labels: Int32Array };
    const y = gaps.columns.find(({ name }) => name === "y") as { codes: Int32Array };
    expect(right).toBe(labels.filter((label, row) => label === y.codes[row]).length);
  }, 600_000);
});

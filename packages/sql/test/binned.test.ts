import { fitData, fitTable } from "coppice/engine";
import { readTable } from "coppice/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mixedTable } from "../../coppice/test/mixedTable.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { sqlData } from "../src/engine/data.js";
import { manyLevels } from "./manyLevels.js";
import { schemaOf } from "./relations.js";
import { createTable } from "./tables.js";

let connection: DuckDbConnection;
beforeAll(async () => {
  connection = await DuckDbConnection.open({ threads: 2 });
});
afterAll(() => connection.close());

const gaps = mixedTable({ target: "classes", rows: 320, seed: 4, missing: 0.1 });
const weighted = mixedTable({ target: "classes", rows: 300, seed: 5, missing: 0.1, weights: "fractional" });
const values = mixedTable({ target: "values", rows: 300, seed: 6, missing: 0.05 });

describe("coding=bins in DuckDB", () => {
  it.each([
    ["cart by folds", gaps, "cart", { pruneFolds: 3, pruneRule: "min" }, undefined],
    ["cart with rows held out", gaps, "cart", { prune: "reducedError", maxDepth: 5 }, undefined],
    ["c45 with weights", weighted, "c45", { raising: false, maxDepth: 4 }, "weight"],
    ["id3 that shares rows out", gaps, "id3", { missing: "share", maxDepth: 3 }, undefined],
    ["a number", values, "cart", { prune: "none", maxDepth: 5 }, undefined],
    ["300 levels", manyLevels("classes"), "cart", { prune: "none", maxDepth: 4 }, undefined],
    ["forest", gaps, "forest", { trees: 3, maxDepth: 4 }, undefined],
    ["extraTrees", values, "extraTrees", { trees: 2, maxDepth: 4 }, undefined],
  ] as const)("%s", async (_, table, learner, given, weight) => {
    const options = { ...given, coding: "bins" };
    const request = { target: "y", ...(weight && { weight }) };
    await createTable(connection, "rows", table);
    try {
      const opened = { ...request, columns: schemaOf(table), coding: "bins" } as const;
      const data = await sqlData(connection, { table: ["rows"] }, opened);
      try {
        const model = JSON.stringify(await fitData(data, { learner, options }));
        expect(model).toBe(JSON.stringify(fitTable(table, { ...request, learner, options })));
      } finally {
        await data.close?.();
      }
    } finally {
      await connection.run("DROP TABLE rows");
    }
  });

  it("takes the sample that memory takes", async () => {
    // Numbers that occur once and often, missing ones, and a column without any.
    const query = `SELECT CASE WHEN i % 11 = 0 THEN NULL ELSE sin(i * 1.7) * i END AS a, i % 400 AS b, CAST(NULL AS DOUBLE) AS c,
      -(i % 3) * 1e-3 AS d, CASE WHEN sin(i * 1.7) * i > 9000 OR (i % 400 > 200 AND i % 13 < 6) THEN 'yes' ELSE 'no' END AS y
      FROM (SELECT range::DOUBLE AS i FROM range(70000))`;
    const options = { coding: "bins", prune: "none", maxDepth: 5 };
    const { table } = await readTable("duckdb:", { from: query, types: new Map([["b", "numeric"]]) });
    const data = await sqlData(connection, { query }, { target: "y", coding: "bins" });
    const pushed = JSON.stringify(await fitData(data, { learner: "cart", options }));
    await data.close?.();
    expect(pushed).toBe(JSON.stringify(fitTable(table, { target: "y", learner: "cart", options })));
  });

  it("says that rows opened for exact trees have no bins, and the other way round", async () => {
    const query = "SELECT range AS x, range % 2 AS y FROM range(10)";
    for (const [coding, options] of [
      ["exact", { coding: "bins" }],
      ["bins", { prune: "none" }],
    ] as const) {
      const data = await sqlData(connection, { query }, { target: "y", coding });
      await expect(fitData(data, { learner: "cart", options })).rejects.toThrow(
        coding === "bins" ? "need coding=exact" : "coding=bins needs an engine",
      );
      await data.close?.();
    }
  });
});

import type { Table } from "coppice";
import { fitData, fitTable } from "coppice/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mixedTable } from "../../coppice/test/mixedTable.js";
import { allRows } from "../src/connection/results.js";
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

/** The forest learned by SQL, and in memory, as text. */
async function bothModels(table: Table, learner: string, options: Record<string, unknown>) {
  await createTable(connection, "rows", table);
  try {
    const data = await sqlData(connection, { table: ["rows"] }, { target: "y", columns: schemaOf(table) });
    try {
      const pushed = await fitData(data, { learner, options });
      return [JSON.stringify(pushed), JSON.stringify(fitTable(table, { target: "y", learner, options }))];
    } finally {
      await data.close?.();
      const left = await allRows(connection, "SELECT table_name FROM duckdb_tables() ORDER BY 1");
      expect(left.texts(0)).toEqual(["rows"]);
    }
  } finally {
    await connection.run("DROP TABLE rows");
  }
}

const gaps = mixedTable({ target: "classes", rows: 60, seed: 1, missing: 0.1 });
const values = mixedTable({ target: "values", rows: 50, seed: 2 });

describe("forests learned in DuckDB are those of memory", () => {
  it.each([
    ["20 trees of classes with gaps", "forest", { trees: 20, maxDepth: 3 }, gaps],
    ["numbers", "forest", { trees: 3, maxDepth: 4 }, values],
    [
      "votes, rows drawn once",
      "forest",
      { trees: 3, maxDepth: 3, combine: "vote", bootstrap: false, sampleShare: 0.6 },
      gaps,
    ],
    ["300 levels", "forest", { trees: 2, maxDepth: 3 }, manyLevels("classes")],
    ["extra trees", "extraTrees", { trees: 3, maxDepth: 3 }, gaps],
  ] as const)("%s", async (_, learner, options, table) => {
    const [pushed, memory] = await bothModels(table, learner, options);
    expect(pushed).toBe(memory);
  });
});

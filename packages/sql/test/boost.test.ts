import type { Table } from "coppice";
import { fitData, fitTable } from "coppice/engine";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draws } from "../../coppice/test/kit/draws.js";
import { mixedTable } from "../../coppice/test/mixedTable.js";
import { tableProblems } from "../../coppice/test/random-problems.js";
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

/** The boosted model learned by SQL, and in memory, as text. */
async function bothModels(table: Table, options: Record<string, unknown>, weight?: string, rowKey?: string) {
  await createTable(connection, "rows", table);
  try {
    const request = {
      ...{ target: "y", ...(weight !== undefined && { weight }) },
      ...(rowKey !== undefined && { rowKey }),
    };
    const data = await sqlData(
      connection,
      { table: ["rows"] },
      {
        ...request,
        columns: schemaOf(table),
        coding: "bins",
      },
    );
    try {
      const learner = "gradientBoost";
      const pushed = await fitData(data, { learner, options });
      const memory = fitTable(table, { ...request, learner, options });
      return [JSON.stringify(pushed), JSON.stringify(memory)];
    } finally {
      await data.close?.();
      const left = await allRows(connection, "SELECT table_name FROM duckdb_tables() ORDER BY 1");
      expect(left.texts(0)).toEqual(["rows"]);
    }
  } finally {
    await connection.run("DROP TABLE rows");
  }
}

const small = { rounds: 3, minLeaf: 3, maxLeaves: 6 };

describe("boosted models learned in DuckDB are those of memory", () => {
  it.each([
    [
      "classes with gaps, 20 rounds",
      { rounds: 20, minLeaf: 5, maxLeaves: 3 },
      { target: "classes", missing: 0.1 },
    ],
    ["numbers with gaps and weights", small, { target: "values", missing: 0.1, weights: "fractional" }],
    [
      "draws of rows, and rows held back",
      { ...small, rowShare: 0.6, validation: 0.25 },
      { target: "classes" },
    ],
  ] as const)("%s", async (_, options, shape) => {
    const table = mixedTable({ rows: 120, seed: 3, ...shape });
    const weight = "weights" in shape ? "weight" : undefined;
    const [pushed, memory] = await bothModels(table, options, weight);
    expect(pushed).toBe(memory);
  });

  it("draws by a column of keys", async () => {
    const table = mixedTable({ rows: 120, seed: 6, target: "classes", missing: 0.1 });
    const id = Float64Array.from({ length: 120 }, (_, i) => ((i * 7919) % 127) * 2 ** 33 - 5);
    const keyed = {
      ...table,
      columns: [...table.columns, { type: "numeric", name: "id", values: id } as const],
    };
    const options = { ...small, rowShare: 0.6, validation: 0.25 };
    const [pushed, memory] = await bothModels(keyed, options, undefined, "id");
    expect(pushed).toBe(memory);
  });

  it("counts, whose gradients have no bound", async () => {
    const table = mixedTable({ rows: 100, seed: 4, target: "values" });
    const columns = table.columns.map((column) =>
      column.name === "y" && column.type === "numeric"
        ? { ...column, values: column.values.map((value) => Math.floor(Math.abs(value))) }
        : column,
    );
    const [pushed, memory] = await bothModels({ ...table, columns }, { ...small, loss: "poisson" });
    expect(pushed).toBe(memory);
  });

  it("refuses what must see the rows", async () => {
    const table = mixedTable({ rows: 30, seed: 4, target: "values" });
    for (const loss of ["absolute", "quantile", "huber"])
      await expect(bothModels(table, { ...small, loss }), loss).rejects.toMatchObject({
        code: "ENGINE_ROWS",
        message: expect.stringContaining("use --engine memory or disk"),
      });
  });

  it.each(["classes", "values"] as const)("of 300 levels and %s", async (target) => {
    const [pushed, memory] = await bothModels(manyLevels(target), small);
    expect(pushed).toBe(memory);
  });

  it("of any table", async () => {
    await fc.assert(
      fc.asyncProperty(tableProblems({ minRows: 4, maxRows: 25 }), async ({ table, request }) => {
        const options = { rounds: 2, minLeaf: 1, maxLeaves: 4 };
        const [pushed, memory] = await bothModels(table, options, request.weight);
        expect(pushed).toBe(memory);
      }),
      draws(5),
    );
  });
});

import type { Table } from "coppice";
import {
  type AsyncDataHandle,
  fitData,
  fitTable,
  hash,
  hashInteger,
  memoryData,
  prepare,
  type RowChoice,
  type Summary,
} from "coppice/engine";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draws } from "../../coppice/test/kit/draws.js";
import { mixedTable } from "../../coppice/test/mixedTable.js";
import { tableProblems } from "../../coppice/test/random-problems.js";
import { allRows } from "../src/connection/results.js";
import { duckdb } from "../src/dialect/duckdb.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { sqlData } from "../src/engine/data.js";
import { hashIntegerStages, hashStages, withStages } from "../src/engine/hashSql.js";
import { manyLevels } from "./manyLevels.js";
import { schemaOf } from "./relations.js";
import { createTable } from "./tables.js";

let connection: DuckDbConnection;
beforeAll(async () => {
  connection = await DuckDbConnection.open({ threads: 2 });
});
afterAll(() => connection.close());

describe("chance in SQL", () => {
  it("is that of the library", async () => {
    const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    const pairs = fc.sample(fc.tuple(word, word, fc.maxSafeInteger()), { numRuns: 200, seed: 1 });
    const cases = [
      ...pairs,
      [1, 0, -1],
      [2 ** 32 - 1, 2 ** 32 - 1, 2 ** 53 - 1],
      [0, 1, 2 ** 32 + 42],
    ] as const;
    const lines = cases.map(
      ([key, item, large], i) => `(${i}, ${key}::BIGINT, ${item}::BIGINT, ${large}::BIGINT)`,
    );
    const given = { name: "given", query: `SELECT * FROM (VALUES ${lines}) AS v(i, key, item, large)` };
    const first = hashStages([{ name: "h", key: "key", item: "item" }], "given", "a", duckdb);
    const second = hashIntegerStages([{ name: "g", key: "key", item: "large" }], "a3", "b", duckdb);
    const query = withStages([given, ...first, ...second], "SELECT h, g FROM bi ORDER BY i");
    const result = await allRows(connection, query);
    expect([...result.numbers(0)]).toEqual(cases.map(([key, item]) => hash(key, item)));
    expect([...result.numbers(1)]).toEqual(cases.map(([key, , large]) => hashInteger(key, large)));
  });
});

interface Given {
  readonly table: Table;
  readonly weight?: string | undefined;
  readonly rowKey?: string;
}

async function withData<T>(
  { table, weight, rowKey }: Given,
  use: (data: AsyncDataHandle, request: { target: string; weight?: string; rowKey?: string }) => Promise<T>,
): Promise<T> {
  await createTable(connection, "rows", table);
  try {
    const request = {
      target: "y",
      ...(weight !== undefined && { weight }),
      ...(rowKey !== undefined && { rowKey }),
    };
    const data = await sqlData(connection, { table: ["rows"] }, { ...request, columns: schemaOf(table) });
    try {
      return await use(data, request);
    } finally {
      await data.close?.();
      const left = await allRows(connection, "SELECT table_name FROM duckdb_tables() ORDER BY 1");
      expect(left.texts(0)).toEqual(["rows"]);
    }
  } finally {
    await connection.run("DROP TABLE rows");
  }
}

const CHOICES: readonly RowChoice[] = [
  { fold: 1, of: 3, order: { by: "content", key: 980636580 } },
  { fold: 0, of: 3, order: { by: "content", key: 980636580 }, rest: true },
  { fold: 2, of: 4, order: { by: "key", key: 7 } },
  { wanted: 2, order: { by: "key", key: 5 } },
  { wanted: 3, order: { by: "content", key: 6 }, rest: true },
  { bag: { key: 1812119965, share: 1, replacement: true } },
  { bag: { key: 11, share: 0.6, replacement: false } },
  { outOfBag: { key: 1812119965, share: 1, replacement: true } },
  { bag: { key: 3, share: 1e-9, replacement: false } },
];

describe("parts of rows in DuckDB", () => {
  it("are those of memory", async () => {
    await fc.assert(
      fc.asyncProperty(tableProblems({ minRows: 5, maxRows: 30 }), async ({ table, request: { weight } }) => {
        await withData({ table, weight }, async (data, request) => {
          const memory = memoryData(prepare(table, request));
          const statistic = data.task.target.kind === "classes" ? "classes" : "moments";
          const ask = { ask: "summarise", statistic, nodes: [0] } as const;
          for (const choice of CHOICES) {
            if (weight !== undefined && ("bag" in choice || "outOfBag" in choice)) continue;
            const [here, there] = [memory.part(choice), data.part(choice)];
            await there.ready?.();
            expect([there.task.rows, there.task.totalWeight]).toEqual([
              here.task.rows,
              here.task.totalWeight,
            ]);
            if (here.task.rows === 0) continue;
            const engine = there.engine();
            const [found] = (await engine.answer(ask)) as Summary[];
            const [wanted] = here.engine().answer(ask) as Summary[];
            expect({ ...found, pure: wanted.pure }).toEqual(wanted);
            await engine.close?.();
          }
        });
      }),
      draws(6),
    );
  });
});

describe("models that need folds are those of memory", () => {
  const bothModels = (given: Given, learner: string, options: Record<string, unknown>) =>
    withData(given, async (data, request) => [
      JSON.stringify(await fitData(data, { learner, options })),
      JSON.stringify(fitTable(given.table, { ...request, learner, options })),
    ]);

  const gaps = mixedTable({ target: "classes", rows: 90, seed: 1, missing: 0.1 });
  const weighted = mixedTable({ target: "values", rows: 80, seed: 2, weights: "fractional" });

  it.each([
    ["a pruned cart", "cart", { pruneFolds: 4 }, { table: gaps }],
    ["a pruned cart of weighted numbers", "cart", { pruneFolds: 3 }, { table: weighted, weight: "weight" }],
    ["a cart of 300 levels", "cart", { pruneFolds: 2, maxDepth: 5 }, { table: manyLevels("classes") }],
    ["rows held out", "cart", { chooseBy: "holdOut", maxDepth: 5 }, { table: gaps }],
    ["reduced error", "cart", { prune: "reducedError", maxDepth: 5 }, { table: gaps }],
  ] as const)("%s", async (_, learner, options, given) => {
    const [pushed, memory] = await bothModels(given, learner, options);
    expect(JSON.parse(memory).nodes.length).toBeGreaterThan(1);
    expect(pushed).toBe(memory);
  });

  it("by a row key, whatever the order of the rows", async () => {
    const { rows, columns } = mixedTable({ target: "classes", rows: 60, seed: 5 });
    const id = {
      type: "numeric",
      name: "id",
      values: Float64Array.from({ length: rows }, (_, i) => ((i * 37) % 61) - 5),
    };
    const table = { rows, columns: [id, ...columns] } as Table;
    const options = { chooseBy: "holdOut", maxDepth: 5 };
    const [pushed, memory] = await bothModels({ table, rowKey: "id" }, "cart", options);
    expect(pushed).toBe(memory);
  });

  it("rejects keys that are none", async () => {
    const { rows, columns } = mixedTable({ target: "classes", rows: 20, seed: 5 });
    const id = (values: number[]) => ({ type: "numeric", name: "id", values: Float64Array.from(values) });
    const keyed = (values: number[]) => ({
      table: { rows, columns: [id(values), ...columns] } as Table,
      rowKey: "id",
    });
    const many = Array.from({ length: rows }, (_, i) => i);
    const whole = "a whole number between -2^53 and 2^53";
    for (const [wrong, rule, got] of [
      [0.5, whole, "0.5"],
      [1, "different", "1 in several"],
      [Number.NaN, whole, "a missing value"],
      [-(2 ** 53), whole, "-9007199254740992"],
    ] as const)
      await expect(withData(keyed([wrong, ...many.slice(1)]), async () => {})).rejects.toMatchObject({
        code: "KEY_COLUMN_INVALID",
        message: `the row key "id" must be ${rule} in every row; got ${got}`,
      });
  });
});

import { hash, hashInteger, memoryData, prepare, type RowChoice, type Summary } from "coppice/engine";
import fc from "fast-check";
import { expect, it } from "vitest";
import { draws } from "../../coppice/test/kit/draws.js";
import { mixedTable } from "../../coppice/test/mixedTable.js";
import { tableProblems } from "../../coppice/test/random-problems.js";
import { allRows } from "../src/connection/results.js";
import { duckdb } from "../src/dialect/duckdb.js";
import { hashIntegerStages, hashStages, withStages } from "../src/engine/hashSql.js";
import { openDuck, withData } from "./duck.js";
import { keyed } from "./tables.js";

const connection = await openDuck();

it("chance in SQL is that of the library", async () => {
  const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const cases = [
    ...fc.sample(fc.tuple(word, word, fc.maxSafeInteger()), { numRuns: 200, seed: 1 }),
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

it("parts of rows in DuckDB are those of memory", async () => {
  await fc.assert(
    fc.asyncProperty(tableProblems({ minRows: 5, maxRows: 30 }), async ({ table, request }) => {
      await withData(connection, table, request, async (data) => {
        const memory = memoryData(prepare(table, request));
        const statistic = data.task.target.kind === "classes" ? "classes" : "moments";
        const ask = { ask: "summarise", statistic, nodes: [0] } as const;
        for (const choice of CHOICES) {
          if (request.weight !== undefined && ("bag" in choice || "outOfBag" in choice)) continue;
          const [here, there] = [memory.part(choice), data.part(choice)];
          await there.ready?.();
          const sizes = [here, there].map(({ task }) => [task.rows, task.totalWeight]);
          expect(sizes[1]).toEqual(sizes[0]);
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

const whole = "a whole number between -2^53 and 2^53";
it.each([
  [0.5, whole, "0.5"],
  [1, "different", "1 in several"],
  [Number.NaN, whole, "a missing value"],
  [-(2 ** 53), whole, "-9007199254740992"],
])("a row key with %d is refused", async (wrong, rule, got) => {
  const rows = mixedTable({ target: "classes", rows: 20, seed: 5 });
  const table = keyed(rows, "id", (row) => (row === 0 ? wrong : row));
  await expect(withData(connection, table, { rowKey: "id" }, async () => {})).rejects.toMatchObject({
    code: "KEY_COLUMN_INVALID",
    message: `the row key "id" must be ${rule} in every row; got ${got}`,
  });
});

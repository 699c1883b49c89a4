import type { Column, Table, TreeModel } from "coppice";
import { fitTable, predictTable } from "coppice/engine";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draws } from "../../coppice/test/kit/draws.js";
import { allRows } from "../src/connection/results.js";
import { duckdb } from "../src/dialect/duckdb.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { modelSql } from "../src/tree/modelSql.js";
import { createTable } from "./tables.js";

let connection: DuckDbConnection;
beforeAll(async () => {
  connection = await DuckDbConnection.open({ threads: 1 });
});
afterAll(() => connection.close());

function stringColumn(name: string, type: "string" | "nominal", cells: readonly (string | null)[]): Column {
  const levels = [...new Set(cells)].filter((cell) => cell !== null);
  return { name, type, levels, codes: Int32Array.from(cells, (cell) => levels.indexOf(cell!)) } as Column;
}

function tableOf(rows: readonly { readonly text: string | null; readonly label: string }[]): Table {
  return {
    rows: rows.length,
    columns: [
      stringColumn(
        "a 'text'",
        "string",
        rows.map(({ text }) => text),
      ),
      stringColumn(
        "y",
        "nominal",
        rows.map(({ label }) => label),
      ),
    ],
  };
}

/** Letters that mean something to LIKE, that take two code units, and that are of two code points. */
const unit = fc.constantFrom("a", "b", "%", "_", "!", "'", "\\", "𝛼", "é");
const text = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit, minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const rows = fc.array(fc.record({ text, label: fc.constantFrom("p", "q") }), { minLength: 8, maxLength: 40 });

async function bySql(model: TreeModel, table: Table): Promise<(string | null)[]> {
  await createTable(connection, "strings", table, { key: "id" });
  try {
    const query = modelSql(model, duckdb, { from: { table: ["strings"] }, key: "id", as: "p" });
    return (await allRows(connection, `SELECT * FROM (${query}) ORDER BY id`)).texts(1);
  } finally {
    await connection.run("DROP TABLE strings");
  }
}

describe("tests of strings as SQL predict like the library", () => {
  it.each([["contains"], ["starts"], ["ends"], ["at"], ["within"], ["gapped"], ["length"]])(
    "%s",
    async (test) => {
      await fc.assert(
        fc.asyncProperty(rows, rows, async (learned, others) => {
          const strings = { tests: [test], support: 1, significance: 1 };
          const options = { prune: "none", minLeaf: 1, minSplit: 2, strings };
          const model = fitTable(tableOf(learned), { target: "y", learner: "cart", options }) as TreeModel;
          for (const some of [learned, others]) {
            const prediction = predictTable(model, tableOf(some));
            const labels = prediction.kind === "regression" ? [] : [...prediction.labels];
            expect(await bySql(model, tableOf(some))).toEqual(
              labels.map((label) => model.target.levels![label]),
            );
          }
        }),
        draws(25),
      );
    },
  );

  it("are refused where SQL has no equal", () => {
    const cells = ["aa", "aaaa", "aab", "baab"].flatMap((one, i) => [one + "b".repeat(i), one]);
    const table = tableOf(cells.map((one, i) => ({ text: one, label: i % 2 === 0 ? "p" : "q" })));
    const options = { prune: "none", minLeaf: 1, strings: { tests: ["count"], support: 1, significance: 1 } };
    const model = fitTable(table, { target: "y", learner: "cart", options }) as TreeModel;
    expect(() => modelSql(model, duckdb, { from: { table: ["t"] }, key: "id" })).toThrow(
      /derived by pattern, cannot be written as SQL/,
    );
  });
});

import { execFile } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Column } from "coppice";
import { readTable } from "coppice/node";
import { beforeAll, expect, it } from "vitest";
import { sourceContract } from "../../coppice/src/testing/index.js";
import { folder } from "../../coppice/test/kit/folder.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { parseAddress, partsOf, withoutSecrets } from "../src/source/address.js";
import { openFeed } from "../src/source/openFeed.js";
import { createTable } from "./tables.js";

const { at, put } = folder();
const file = at('it\'s "here" #1.db');

/** Writes a DuckDB file, which is closed afterwards: a reader may then open it. */
async function inFile(path: string, write: (connection: DuckDbConnection) => Promise<void>): Promise<void> {
  const connection = await DuckDbConnection.open({ threads: 1, file: path, writable: true });
  await write(connection).finally(() => connection.close());
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`;

beforeAll(() =>
  inFile(file, async (connection) => {
    const range = "FROM range(300) t(i)";
    for (const statement of [
      `CREATE TABLE "a;b" AS SELECT i, i % 7 AS "select", CASE WHEN i % 5 = 0 THEN NULL ELSE 'level ' || (i % 3) END AS "ro""wid", CASE WHEN i % 7 < 3 THEN 'ye''s' ELSE 'ß' END AS y ${range}`,
      'CREATE VIEW v AS SELECT * FROM "a;b" WHERE i < 10',
      `CREATE TABLE kinds AS SELECT DATE '2024-02-29' + CAST(i AS INTEGER) AS d, TIMESTAMP '2024-01-01 12:00:00.5' AS ts, i % 2 = 0 AS b, CAST('x' AS ENUM ('x', 'y')) AS e, CAST(i AS DECIMAL(9, 2)) / 4 AS de, CAST(i AS FLOAT) AS f ${range}`,
      "CREATE TABLE large AS SELECT 9007199254740993 AS n, 1 AS y",
      "CREATE TABLE nested AS SELECT [1, 2] AS l, 1 AS y",
      "CREATE TABLE infinite AS SELECT CAST('inf' AS DOUBLE) AS x, 1 AS y",
      `COPY (SELECT * FROM "a;b" WHERE i < 150) TO ${literal(at("part-1.parquet"))}`,
      `COPY (SELECT * FROM "a;b" WHERE i >= 150) TO ${literal(at("part-2.parquet"))}`,
      `COPY "a;b" TO ${literal(at("whole.csv"))}`,
      `COPY "a;b" TO ${literal(at("whole.json"))}`,
    ])
      await connection.run(statement);
  }),
);

const cellsOf = (column: Column) =>
  column.type === "numeric"
    ? [...column.values]
    : Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]));

const any = at("any.db");
for (const { name, run } of sourceContract(async (table) => {
  await inFile(any, async (connection) => {
    await connection.run("DROP TABLE IF EXISTS t");
    await createTable(connection, "t", table);
  });
  return (await readTable(`duckdb:${any}`)).table;
}))
  it(`a table in a file of DuckDB ${name}`, run);

it("tables from DuckDB are the same from files, views and queries", async () => {
  const { table } = await readTable(`duckdb:${file}#"a;b"`);
  const types = table.columns.map(({ name, type }) => `${name} ${type}`);
  expect(types).toEqual(["i numeric", "select numeric", 'ro"wid nominal', "y nominal"]);
  for (const name of ["part-*.parquet", "whole.csv", "whole.json"])
    expect((await readTable(`duckdb:${at(name)}`)).table.columns, name).toEqual(table.columns);
  const view = await readTable(`duckdb:${file}#v`);
  const query = await readTable(`duckdb:${file}#`, { from: 'SELECT * FROM "a;b" WHERE i < 10 -- ten\n;' });
  expect(view.table.rows).toBe(10);
  expect(query.table.columns).toEqual(view.table.columns);
  const files = `SELECT * FROM read_parquet(${literal(at("part-1.parquet"))}) LIMIT 10`;
  expect((await readTable("duckdb:", { from: files })).table.columns).toEqual(view.table.columns);
});

it("tables from DuckDB have dates, booleans, enums and decimals as the library's other readers read them", async () => {
  const { columns } = (await readTable(`duckdb:${file}#kinds`)).table;
  expect(columns[0].notation).toEqual({ kind: "time", shows: "date" });
  expect(Object.fromEntries(columns.map((column) => [column.name, cellsOf(column)[3]]))).toMatchObject({
    d: Date.UTC(2024, 2, 3),
    ts: Date.UTC(2024, 0, 1, 12, 0, 0, 500),
    b: "false",
    e: "x",
    de: 0.75,
    f: 3,
  });
});

it("tables from DuckDB have declared types and missing markers", async () => {
  const types = { select: "nominal" } as const;
  const { table } = await readTable(`duckdb:${file}#a;b`, { types, missing: ["6", "level 1"] });
  const [i, select, level] = table.columns.map(cellsOf);
  expect(select.slice(0, 8)).toEqual(["0", "1", "2", "3", "4", "5", null, "0"]);
  expect(i.slice(5, 8)).toEqual([5, Number.NaN, 7]);
  expect(level.slice(1, 4)).toEqual([null, "level 2", "level 0"]);
});

it.each<[place: string, options: object, code: string, message: string]>([
  [`${file}#gone`, {}, "DATABASE", 'has no table "gone": it has '],
  [`${file}#`, {}, "USAGE", "name a table of"],
  [
    `${file}#large`,
    {},
    "CELL_TYPE",
    'expected an integer between -2^53 and 2^53 for "n", found 9007199254740993; declare it nominal',
  ],
  [`${file}#nested`, {}, "COLUMN_TYPE", 'the column "l" has the unsupported type INTEGER[]'],
  [`${file}#infinite`, {}, "CELL_TYPE", "expected a number"],
  [`${file}#a..b`, {}, "USAGE", "must end in a table's name"],
  [`${at("no.db")}#t`, {}, "DATABASE", ""],
  [at("no-*.parquet"), {}, "DATABASE", "No files found"],
  [`${file}#v`, { from: "SELECT 1" }, "OPTION_CONFLICT", "either a query or a table"],
  [`${file}#v`, { delimiter: ";" }, "OPTION_CONFLICT", "delimiter applies to text"],
  [`${file}#`, { from: "SELEC 1" }, "DATABASE", "syntax error"],
  [`${file}#`, { from: "DROP TABLE kinds" }, "DATABASE", ""],
  ["", {}, "USAGE", "needs a file, or a query"],
  [
    "",
    {
      from: "SELECT CAST(CASE WHEN range > 500000 THEN 'x' ELSE '1' END AS DOUBLE) AS x FROM range(600000)",
    },
    "DATABASE",
    "Could not convert string 'x' to DOUBLE",
  ],
])("cannot be read: %s %j: %s", async (place, options, code, message) => {
  const before = readFileSync(file);
  await expect(readTable(`duckdb:${place}`, options)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
  expect(readFileSync(file).equals(before), "the file is as it was").toBe(true);
});

it("a query of a file is refused", async () => {
  const from = readTable("x.csv", { from: "SELECT 1" });
  await expect(from).rejects.toMatchObject({ code: "OPTION_CONFLICT" });
});

it("reading stops when asked to", async () => {
  const stop = new AbortController();
  const from = "SELECT range AS x, range % 2 AS y FROM range(100000000000)";
  const reading = readTable("duckdb:", { from, signal: stop.signal, onProgress: () => stop.abort() });
  await expect(reading).rejects.toMatchObject({ code: "ABORTED" });
});

it("addresses are taken apart", () => {
  expect(parseAddress("duckdb:a#b.db#t")).toEqual({ engine: "duckdb", place: "a#b.db", table: ["t"] });
  expect(parseAddress('duckdb:f.db#"my.schema".orders')).toEqual({
    engine: "duckdb",
    place: "f.db",
    table: ["my.schema", "orders"],
  });
  expect(partsOf('"say ""hi"""')).toEqual(['say "hi"']);
  expect(partsOf('a."b')).toBeUndefined();
});

it.each([
  ["duckdb:postgres:user=a password='b\\' c' host=h#t", "duckdb:postgres:user=a password=… host=h#t"],
  [
    "postgres://me:pass@host/db, spark:sc://h:1/;token=abc;x=1#t",
    "postgres://me:…@host/db, spark:sc://h:1/;token=…;x=1#t",
  ],
])("addresses are shown without secrets: %s", (text, shown) => expect(withoutSecrets(text)).toBe(shown));

it("an absent package is reported in one line", async () => {
  const alone = at("alone");
  for (const part of ["bin", "dist/joined", "package.json"])
    cpSync(join(import.meta.dirname, "../../coppice", part), join(alone, part), { recursive: true });
  put("x.json", "{}");
  const command = [join(alone, "bin/coppice.js"), "describe", "duckdb:x.db#t"];
  await expect(promisify(execFile)(process.execPath, command)).rejects.toMatchObject({
    code: 1,
    stderr:
      'PACKAGE_MISSING: "duckdb:x.db#t" needs the package coppice-sql; install it next to coppice: npm install coppice-sql\n',
  });
});

it("DuckDB takes a share of the memory while rows are pulled, or as much as it is given", async () => {
  const limit = async (options: object) => {
    const query = "SELECT current_setting('memory_limit') AS m";
    const feed = await openFeed("duckdb:", { query, ...options });
    try {
      for await (const { columns } of feed.batches())
        if (columns[0].kind === "texts") {
          const { bytes, starts, ends } = columns[0];
          return new TextDecoder().decode(bytes.subarray(starts[0], ends[0]));
        }
      throw new Error("no text");
    } finally {
      await feed.close();
    }
  };
  expect(await limit({ memory: 300 * 2 ** 20 })).toBe("300.0 MiB");
  const usual = await limit({});
  const amount = Number.parseFloat(usual) * (usual.endsWith("GiB") ? 2 ** 30 : 2 ** 20);
  expect(amount / Math.max(totalmem() / 4, 512 * 2 ** 20)).toBeCloseTo(1, 1);
});

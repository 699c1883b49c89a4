import { execFile } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Column } from "coppice";
import { readTable } from "coppice/node";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../../coppice/src/cli/testIo.js";
import { folder } from "../../coppice/test/kit/folder.js";
import { draws } from "../../coppice/test/kit/draws.js";
import { tableProblems } from "../../coppice/test/random-problems.js";
import { parseAddress, partsOf, withoutSecrets } from "../src/source/address.js";
import { openFeed } from "../src/source/openFeed.js";

const { at, put, text } = folder();
const file = at('it\'s "here" #1.db');

/** Runs statements in a DuckDB file that is closed afterwards: a reader may then open it. */
async function inFile(path: string, ...statements: string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const session = await instance.connect();
  try {
    for (const statement of statements) await session.run(statement);
  } finally {
    session.closeSync();
    instance.closeSync();
  }
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`;

beforeAll(async () => {
  const range = "FROM range(3000) t(i)";
  await inFile(
    file,
    `CREATE TABLE "a;b" AS SELECT i, i % 7 AS "select", CASE WHEN i % 5 = 0 THEN NULL ELSE 'level ' || (i % 3) END AS "ro""wid", CASE WHEN i % 7 < 3 THEN 'ye''s' ELSE 'a text that is longer than twelve bytes: ß' END AS y ${range}`,
    'CREATE VIEW v AS SELECT * FROM "a;b" WHERE i < 10',
    `CREATE TABLE kinds AS SELECT DATE '2024-02-29' + CAST(i AS INTEGER) AS d, TIMESTAMP '2024-01-01 12:00:00.5' AS ts, i % 2 = 0 AS b, CAST('x' AS ENUM ('x', 'y')) AS e, CAST(i AS DECIMAL(9, 2)) / 4 AS de, CAST(i AS FLOAT) AS f ${range}`,
    "CREATE TABLE large AS SELECT 9007199254740993 AS n, 1 AS y",
    "CREATE TABLE nested AS SELECT [1, 2] AS l, 1 AS y",
    "CREATE TABLE infinite AS SELECT CAST('inf' AS DOUBLE) AS x, 1 AS y",
    `COPY (SELECT * FROM "a;b" WHERE i < 1500) TO ${literal(at("part-1.parquet"))}`,
    `COPY (SELECT * FROM "a;b" WHERE i >= 1500) TO ${literal(at("part-2.parquet"))}`,
    `COPY "a;b" TO ${literal(at("whole.csv"))}`,
    `COPY "a;b" TO ${literal(at("whole.json"))}`,
  );
});

const textsOf = (column: Column) =>
  column.type === "numeric"
    ? []
    : Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]));

describe("tables from DuckDB", () => {
  it("has every cell of a table", async () => {
    const { table } = await readTable(`duckdb:${file}#a;b`);
    expect(table.rows).toBe(3000);
    expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
      ["i", "numeric"],
      ["select", "numeric"],
      ['ro"wid', "nominal"],
      ["y", "nominal"],
    ]);
    const [i, , level, y] = table.columns;
    expect(i.type === "numeric" && [...i.values]).toEqual(Array.from({ length: 3000 }, (_, k) => k));
    expect(textsOf(level)).toEqual(
      Array.from({ length: 3000 }, (_, k) => (k % 5 === 0 ? null : `level ${k % 3}`)),
    );
    const long = "a text that is longer than twelve bytes: ß";
    expect(textsOf(y)).toEqual(Array.from({ length: 3000 }, (_, k) => (k % 7 < 3 ? "ye's" : long)));
  });

  it("is the same from files, views and queries", async () => {
    const { table } = await readTable(`duckdb:${file}#"a;b"`);
    for (const name of ["part-*.parquet", "whole.csv", "whole.json"])
      expect((await readTable(`duckdb:${at(name)}`)).table.columns, name).toEqual(table.columns);
    const view = await readTable(`duckdb:${file}#v`);
    const query = await readTable(`duckdb:${file}#`, { from: 'SELECT * FROM "a;b" WHERE i < 10 -- ten\n;' });
    expect(view.table.rows).toBe(10);
    expect(query.table.columns).toEqual(view.table.columns);
    const files = `SELECT * FROM read_parquet(${literal(at("part-1.parquet"))}) LIMIT 10`;
    expect((await readTable("duckdb:", { from: files })).table.columns).toEqual(view.table.columns);
  });

  it("reads dates, booleans, enums and decimals as the library's other readers do", async () => {
    const { table } = await readTable(`duckdb:${file}#kinds`);
    const column = (name: string) => table.columns.find((one) => one.name === name)!;
    const d = column("d");
    expect(d.notation).toEqual({ kind: "time", shows: "date" });
    expect(d.type === "numeric" && d.values[1]).toBe(Date.UTC(2024, 2, 1));
    const ts = column("ts");
    expect(ts.type === "numeric" && ts.values[0]).toBe(Date.UTC(2024, 0, 1, 12, 0, 0, 500));
    expect(textsOf(column("b")).slice(0, 2)).toEqual(["true", "false"]);
    expect(textsOf(column("e"))[0]).toBe("x");
    const de = column("de");
    expect(de.type === "numeric" && de.values[3]).toBe(0.75);
  });

  it("honours declared types and missing markers", async () => {
    const types = { select: "nominal" } as const;
    const { table } = await readTable(`duckdb:${file}#a;b`, { types, missing: ["6", "level 1"] });
    const [i, select, level] = table.columns;
    expect(textsOf(select).slice(0, 8)).toEqual(["0", "1", "2", "3", "4", "5", null, "0"]);
    expect(i.type === "numeric" && [...i.values.slice(5, 8)]).toEqual([5, Number.NaN, 7]);
    expect(textsOf(level).slice(1, 4)).toEqual([null, "level 2", "level 0"]);
  });

  it("gives back the cells of any table", async () => {
    const path = at("any.db");
    await fc.assert(
      fc.asyncProperty(tableProblems({ maxRows: 20 }), async ({ table }) => {
        const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
        const kinds = table.columns.map(
          (c) => `${quoted(c.name)} ${c.type === "numeric" ? "DOUBLE" : "VARCHAR"}`,
        );
        const cell = (c: Column, row: number) => {
          if (c.type !== "numeric") return c.codes[row] < 0 ? "NULL" : literal(c.levels[c.codes[row]]);
          return Number.isNaN(c.values[row]) ? "NULL" : `'${c.values[row]}'`;
        };
        const rows = Array.from(
          { length: table.rows },
          (_, row) => `(${table.columns.map((c) => cell(c, row)).join(", ")})`,
        );
        await inFile(
          path,
          `CREATE OR REPLACE TABLE t (${kinds.join(", ")})`,
          `INSERT INTO t VALUES ${rows.join(", ")}`,
        );
        const found = (await readTable(`duckdb:${path}`)).table;
        for (const [c, column] of table.columns.entries()) {
          const other = found.columns[c];
          if (column.type === "numeric")
            expect(other).toMatchObject({ values: column.values.map((x) => x + 0) });
          else expect(textsOf(other)).toEqual(textsOf(column));
        }
      }),
      draws(8),
    );
  });
});

describe("what cannot be read", () => {
  it.each([
    ["#gone", "DATABASE", 'has no table "gone": it has '],
    ["#", "USAGE", "name a table of"],
    [
      "#large",
      "CELL_TYPE",
      'expected an integer between -2^53 and 2^53 for "n", found 9007199254740993; declare it nominal',
    ],
    ["#nested", "COLUMN_TYPE", 'the column "l" has the unsupported type INTEGER[]'],
    ["#infinite", "CELL_TYPE", "expected a number"],
    ["#a..b", "USAGE", "must end in a table's name"],
  ])("%s: %s", async (table, code, message) => {
    await expect(readTable(`duckdb:${file}${table}`)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  it("names files and queries that do not go together", async () => {
    await expect(readTable(`duckdb:${at("no.db")}#t`)).rejects.toMatchObject({ code: "DATABASE" });
    await expect(readTable(`duckdb:${at("no-*.parquet")}`)).rejects.toThrow("No files found");
    await expect(readTable("x.csv", { from: "SELECT 1" })).rejects.toMatchObject({ code: "OPTION_CONFLICT" });
    await expect(readTable(`duckdb:${file}#v`, { from: "SELECT 1" })).rejects.toThrow(
      "either a query or a table",
    );
    await expect(readTable(`duckdb:${file}#v`, { delimiter: ";" })).rejects.toThrow(
      "delimiter applies to text",
    );
    await expect(readTable(`duckdb:${file}#`, { from: "SELEC 1" })).rejects.toThrow("syntax error");
    await expect(readTable("duckdb:", {})).rejects.toThrow("needs a file, or a query");
  });

  it("reports an error that occurs after many rows", async () => {
    const from =
      "SELECT CAST(CASE WHEN range > 500000 THEN 'x' ELSE '1' END AS DOUBLE) AS x FROM range(1000000)";
    await expect(readTable("duckdb:", { from })).rejects.toThrow("Could not convert string 'x' to DOUBLE");
  });

  it("leaves the file as it was", async () => {
    const before = readFileSync(file);
    await readTable(`duckdb:${file}#v`);
    await expect(readTable(`duckdb:${file}#`, { from: "DROP TABLE kinds" })).rejects.toThrow();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("stops when asked to", async () => {
    const stop = new AbortController();
    const rows = "SELECT range AS x, range % 2 AS y FROM range(100000000000)";
    const reading = readTable("duckdb:", { from: rows, signal: stop.signal, onProgress: () => stop.abort() });
    await expect(reading).rejects.toMatchObject({ code: "ABORTED" });
  });
});

describe("addresses", () => {
  it("are taken apart", () => {
    expect(parseAddress("duckdb:a#b.db#t")).toEqual({ engine: "duckdb", place: "a#b.db", table: ["t"] });
    expect(parseAddress('duckdb:f.db#"my.schema".orders')).toEqual({
      engine: "duckdb",
      place: "f.db",
      table: ["my.schema", "orders"],
    });
    expect(partsOf('"say ""hi"""')).toEqual(['say "hi"']);
    expect(partsOf('a."b')).toBeUndefined();
  });

  it("are shown without secrets", () => {
    expect(withoutSecrets("duckdb:postgres:user=a password='b\\' c' host=h#t")).toBe(
      "duckdb:postgres:user=a password=… host=h#t",
    );
    expect(withoutSecrets("postgres://me:pass@host/db, spark:sc://h:1/;token=abc;x=1#t")).toBe(
      "postgres://me:…@host/db, spark:sc://h:1/;token=…;x=1#t",
    );
  });
});

describe("the command", () => {
  const run = promisify(execFile);

  it("learns the same model from DuckDB as from the CSV", async () => {
    const fit = (source: string, out: string) =>
      runHere("fit", source, "--target", "y", "--assess", "none", "--set", "prune=none", "--out", out);
    await fit(at("whole.csv"), at("csv.json"));
    await fit(`duckdb:${file}#a;b`, at("duckdb.json"));
    expect(text("duckdb.json")).toBe(text("csv.json"));
    const { out } = await runHere("predict", at("csv.json"), `duckdb:${file}#v`);
    expect(out).toMatch(/^row,prediction\n0,/);
  });

  it("does not read ignored columns, whatever they hold", async () => {
    const from =
      "SELECT range % 5 AS x, [range] AS list, CASE WHEN range % 5 < 2 THEN 'a' ELSE 'b' END AS y FROM range(50)";
    const fit = (...flags: string[]) =>
      runHere("fit", "duckdb:", "--from", from, "--target", "y", "--json", ...flags);
    expect((await fit()).err).toContain('the column "list" has the unsupported type');
    const { out } = await fit("--ignore", "list", "--set", "prune=none");
    expect(JSON.parse(out)).toMatchObject({ rows: 50, train: { accuracy: 1 } });
    expect((await fit("--ignore", "list", "--ignore", "none")).err).toContain('has no column "none"');
    expect((await fit("--ignore", "list", "--ignore", "y")).err).toContain("OPTION_CONFLICT");
  });

  it("learns the same model where the rows are", async () => {
    const given = ["--target", "y", "--ignore", "i", "--threads", "1"];
    const fit = (out: string, ...flags: string[]) =>
      runHere("fit", `duckdb:${file}#a;b`, ...given, "--out", out, ...flags, "--json");
    const unpruned = ["--set", "prune=none"];
    await fit(at("pulled.json"), ...unpruned, "--assess", "none");
    const pushed = await fit(at("pushed.json"), ...unpruned, "--push-down");
    expect(text("pushed.json")).toBe(text("pulled.json"));
    // y depends on i % 7, which is the column "select".
    expect(JSON.parse(pushed.out)).toMatchObject({ rows: 3000, train: { accuracy: 1 }, size: { depth: 1 } });
    await fit(at("pruned.json"), "--assess", "none", "--set", "pruneFolds=2");
    await fit(at("pruned there.json"), "--engine", "duckdb", "--memory", "500mb", "--set", "pruneFolds=2");
    expect(text("pruned there.json")).toBe(text("pruned.json"));
    const boosted = ["--learner", "gradientBoost", "--set", "rounds=2"];
    await fit(at("boosted.json"), ...boosted, "--assess", "none");
    const there = await fit(at("boosted there.json"), ...boosted, "--push-down");
    expect(text("boosted there.json")).toBe(text("boosted.json"));
    expect(JSON.parse(there.out)).toMatchObject({ train: { accuracy: 1 }, size: { trees: 2 } });
    const { err } = await fit(at("no.json"), "--push-down", "--set", "missing=likely");
    expect(err).toMatch(/ENGINE_ROWS: .* \(without --push-down it can be learned\)/);
    expect((await fit(at("no.json"), "--push-down", "--delimiter", ";")).err).toContain(
      "--delimiter cannot be used with --push-down",
    );
  });

  it("reports an absent package with one line", async () => {
    const alone = at("alone");
    for (const part of ["bin", "dist/joined", "package.json"])
      cpSync(join(import.meta.dirname, "../../coppice", part), join(alone, part), { recursive: true });
    put("x.json", "{}");
    const failed = await run(process.execPath, [
      join(alone, "bin/coppice.js"),
      "describe",
      "duckdb:x.db#t",
    ]).catch((error) => error);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toBe(
      'PACKAGE_MISSING: "duckdb:x.db#t" needs the package coppice-sql; install it next to coppice: npm install coppice-sql\n',
    );
  });
});

it("takes a share of the memory while rows are pulled, or as much as it is given", async () => {
  const limit = async (options: object) => {
    const feed = await openFeed("duckdb:", {
      query: "SELECT current_setting('memory_limit') AS m",
      ...options,
    });
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

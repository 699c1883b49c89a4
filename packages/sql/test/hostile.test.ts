import { writeFileSync } from "node:fs";
import type { Table } from "coppice";
import { fitData, fitTable, predictTable } from "coppice/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../../coppice/src/cli/testIo.js";
import { folder } from "../../coppice/test/kit/folder.js";
import { allRows } from "../src/connection/results.js";
import { duckdb } from "../src/dialect/duckdb.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { sqlData } from "../src/engine/data.js";
import { predictionQuery } from "../src/predict/predictionQuery.js";
import { schemaOf } from "./relations.js";
import { createTable } from "./tables.js";

const NAMES = ['a"b', "it's; DROP TABLE rows; --", "rowid", "select", "Größe ☃", "t", "k", "node", "w", "x0"];

let connection: DuckDbConnection;
const { at, put, has } = folder();
beforeAll(async () => {
  connection = await DuckDbConnection.open({ threads: 1 });
});
afterAll(async () => {
  await connection.close();
});

const rows = 40;
/** Numbers and levels under names that statements use themselves, and levels that look like SQL. */
const table: Table = {
  rows,
  columns: [
    ...NAMES.map((name, c) =>
      c % 2 === 0
        ? ({
            type: "numeric",
            name,
            values: Float64Array.from({ length: rows }, (_, i) => (i * (c + 3)) % 11),
          } as const)
        : ({
            type: "nominal",
            name,
            levels: ["'); --", 'q"', "NULL", "ä"],
            codes: Int32Array.from({ length: rows }, (_, i) => (i * (c + 1)) % 4),
          } as const),
    ),
    {
      type: "nominal",
      name: "y",
      levels: ["o'k", 'n"o; --'],
      codes: Int32Array.from(
        { length: rows },
        (_, i) => (((i * 3) % 11 > 4 ? 1 : 0) + (i % 7 === 0 ? 1 : 0)) % 2,
      ),
    },
  ],
};

describe("names that mean something in SQL", () => {
  it.each([
    ["cart", { prune: "none", minLeaf: 1, minSplit: 2 }],
    ["cart", { pruneFolds: 2 }],
    ["gradientBoost", { rounds: 2, minLeaf: 1 }],
  ] as const)("are learned from and predicted by %s %j", async (learner, options) => {
    const name = 'the "rows"; --';
    await createTable(connection, name, table);
    try {
      const relation = { table: [name] };
      const data = await sqlData(connection, relation, { target: "y", columns: schemaOf(table) });
      const model = await fitData(data, { learner, options }).finally(() => data.close?.());
      expect(JSON.stringify(model)).toBe(JSON.stringify(fitTable(table, { target: "y", learner, options })));
      const { query } = await predictionQuery(model, connection, relation, { key: "rowid" }, "rows");
      const found = await allRows(connection, `SELECT prediction FROM (${query})`);
      const { labels } = predictTable(model, table) as { labels: Int32Array };
      expect(found.texts(0)).toEqual(Array.from(labels, (label) => model.target.levels![label]));
    } finally {
      await connection.run(`DROP TABLE ${duckdb.identifier(name)}`);
    }
  });

  it("may differ only in case where the source allows it", async () => {
    writeFileSync(
      at("case.csv"),
      ["a,A,y", ...Array.from({ length: 30 }, (_, i) => `${i % 5},${i % 3},${i % 3 > 0}`)].join("\n"),
    );
    const ran = await runHere(
      "fit",
      `duckdb:${at("case.csv")}`,
      "--target",
      "y",
      "--push-down",
      "--set",
      "prune=none",
    );
    expect(ran.code, ran.err).toBe(0);
    // DuckDB gives the second column another name.
    expect(ran.out).toContain("A_1");
  });
});

const left = async () => (await allRows(connection, "SELECT table_name FROM duckdb_tables()")).texts(0);

const SCRATCH = "FILE_WRITE: scratch for DuckDB cannot be written: ENOENT";
const WHOLE = "a whole number between -2^53 and 2^53";

describe("what goes wrong", () => {
  const fit = (address: string, ...flags: string[]) =>
    runHere("fit", address, "--target", "y", "--push-down", ...flags);

  it.each([
    ["a table that is not there", "#nothing", [], 'has no table "nothing"'],
    ["a column that is not there", "#t", ["--weight", "heavy"], 'has no column "heavy"'],
    ["a target that is not there", "#u", [], 'has no column "y"; did you mean "x"?'],
    ["a folder for scratch that is not there", "#t", ["--scratch", "no/such"], SCRATCH],
    ["little memory", "#t", ["--memory", "1mb"], "DATABASE: DuckDB needs more memory than it may take ("],
    ["an ignored column that is not there", "#t", ["--ignore", "z"], 'has no column "z"'],
    ["a weight below 0", "#t", ["--weight", "x"], "must be a finite non-negative number"],
    [
      "an integer that no double holds",
      "#big",
      [],
      'integer between -2^53 and 2^53 for "x", found -9007199254740993',
    ],
    ["times of day", "#clock", [], '"x" holds times of day'],
    [
      "a row key with fractions",
      "#t",
      ["--row-key", "half"],
      `"half" must be ${WHOLE} in every row; got 0.5`,
    ],
  ] as const)("%s: %s", async (_, where, flags, message) => {
    if (!has("t.db")) {
      const own = await DuckDbConnection.open({ threads: 1, file: at("t.db"), writable: true });
      await own.run(
        "CREATE TABLE t AS SELECT range - 5 AS x, range / 2 AS half, range % 2 = 0 AS y FROM range(20)",
      );
      await own.run(
        "CREATE TABLE big AS SELECT range - 9007199254740993 AS x, range % 2 = 0 AS y FROM range(20)",
      );
      await own.run("CREATE TABLE clock AS SELECT TIME '10:00:00' AS x, range % 2 = 0 AS y FROM range(20)");
      await own.run("CREATE TABLE u AS SELECT range AS x FROM range(20)");
      await own.close();
    }
    const ran = await fit(`duckdb:${at("t.db")}${where}`, ...flags);
    expect(ran.code).not.toBe(0);
    expect(ran.err).toContain(message);
    expect(ran.err.trim().split("\n")).toHaveLength(1);
  });

  it("a file that is not there, or is none of DuckDB's", async () => {
    expect((await fit(`duckdb:${at("gone.db")}#t`)).err).toMatch(/^DATABASE: .*does not exist/);
    put("text.db", "this is no database, but it is long enough to be looked at".repeat(100));
    expect((await fit(`duckdb:${at("text.db")}#t`)).err).toMatch(/^DATABASE: .*not a valid DuckDB database/);
    expect(has("gone.db")).toBe(false);
  });

  it("a column that is dropped while a model is learned: the fit has its own copy", async () => {
    await createTable(connection, "rows", table);
    const data = await sqlData(connection, { table: ["rows"] }, { target: "y", columns: schemaOf(table) });
    await connection.run("ALTER TABLE rows DROP COLUMN node");
    await connection.run("DROP TABLE rows");
    const options = { prune: "none" };
    const model = await fitData(data, { learner: "cart", options });
    expect(JSON.stringify(model)).toBe(
      JSON.stringify(fitTable(table, { target: "y", learner: "cart", options })),
    );
    await data.close?.();
    expect(await left()).toEqual([]);
  });

  it("scratch that disappears: one error, and nothing is left", async () => {
    await createTable(connection, "rows", table);
    const data = await sqlData(connection, { table: ["rows"] }, { target: "y", columns: schemaOf(table) });
    for (const name of await left())
      if (name !== "rows") await connection.run(`DROP TABLE temp.main.${name}`);
    await expect(fitData(data, { learner: "cart", options: {} })).rejects.toMatchObject({ code: "DATABASE" });
    await data.close?.();
    expect(await left()).toEqual(["rows"]);
    await connection.run("DROP TABLE rows");
  });

  it("a fit that is stopped leaves nothing", async () => {
    const stop = new AbortController();
    await createTable(connection, "rows", table);
    const data = await sqlData(connection, { table: ["rows"] }, { target: "y", columns: schemaOf(table) });
    const fitting = fitData(data, {
      learner: "gradientBoost",
      options: { rounds: 50, minLeaf: 1 },
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(fitting).rejects.toMatchObject({ code: "ABORTED" });
    await data.close?.();
    expect(await left()).toEqual(["rows"]);
    await connection.run("DROP TABLE rows");
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../../coppice/src/cli/testIo.js";
import { folder } from "../../coppice/test/kit/folder.js";
import { allRows } from "../src/connection/results.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";

const { at, put, text } = folder();
const LINES = Array.from({ length: 60 }, (_, i) => {
  const amount = (i * 37) % 50;
  return `${i},${i % 11 === 0 ? "" : amount},${["red", "it's"][i % 2]},${amount > 20 !== (i % 2 === 0) ? "yes" : "no"}`;
});

beforeAll(async () => {
  put("t.csv", ["id,amount,kind,y", ...LINES].join("\n"));
  const fit = ["--target", "y", "--ignore", "id", "--assess", "none", "--threads", "1", "--set"];
  await runHere("fit", at("t.csv"), ...fit, "prune=none", "--out", at("tree.json"));
  await runHere("fit", at("t.csv"), ...fit, "trees=3", "--learner", "forest", "--out", at("forest.json"));
});

describe("coppice sql", () => {
  it("writes a query with the predictions of coppice predict", async () => {
    const from = `SELECT * FROM read_csv('${at("t.csv")}')`;
    const ran = await runHere(
      "sql",
      at("tree.json"),
      "--from",
      from,
      "--key",
      "id",
      "--as",
      "p",
      "--out",
      at("q.sql"),
    );
    expect(ran.code, ran.err).toBe(0);
    const predicted = await runHere("predict", at("tree.json"), at("t.csv"));
    const labels = predicted.out
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",")[1]);
    const connection = await DuckDbConnection.open({ threads: 1 });
    try {
      const query = text("q.sql");
      const result = await allRows(connection, `SELECT p FROM (${query}) ORDER BY id`);
      expect(result.texts(0)).toEqual(labels);
    } finally {
      await connection.close();
    }
  });

  it("quotes names as the dialect does", async () => {
    const query = (...flags: string[]) => runHere("sql", at("tree.json"), "--key", "i`d", ...flags);
    expect((await query("--table", 'main."my ""t"""')).out).toContain('FROM "main"."my ""t""" AS');
    expect((await query("--table", "a`b", "--dialect", "spark")).out).toContain("FROM `a``b` AS");
  });

  it.each([
    [["--key", "id"], /USAGE: --table must be a table's name/],
    [["--key", "id", "--table", 'a."b'], /USAGE: --table must be a table's name/],
    [
      ["--key", "id", "--table", "a", "--from", "select 1"],
      /OPTION_CONFLICT: give either a query or a table/,
    ],
    [["--key", "id", "--table", "a", "--dialect", "mysql"], /--dialect/],
    [["--table", "a"], /--key/],
  ])("%j is an error", async (flags, message) => {
    const ran = await runHere("sql", at("tree.json"), ...flags);
    expect(ran.code).not.toBe(0);
    expect(ran.err).toMatch(message);
  });

  it("writes forests, too", async () => {
    const ran = await runHere("sql", at("forest.json"), "--table", "t", "--key", "id");
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toContain("CASE WHEN");
  });
});

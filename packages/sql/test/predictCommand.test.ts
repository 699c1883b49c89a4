import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../../coppice/src/cli/testIo.js";
import { folder } from "../../coppice/test/kit/folder.js";
import { allRows } from "../src/connection/results.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";

const { at, put, text, has, path: root } = folder();
const LINES = Array.from({ length: 80 }, (_, i) => {
  const amount = (i * 37) % 50;
  return `${i * 3},${i % 11 === 0 ? "" : amount},${["red", "it's"][i % 2]},${amount > 20 !== (i % 2 === 0) ? "yes" : "no"}`;
});

/** Runs statements in a DuckDB file of its own, and a query at the end. */
async function inFile(file: string, statements: readonly string[], query = "SELECT 1.0::DOUBLE") {
  const connection = await DuckDbConnection.open({ threads: 1, file, writable: true });
  try {
    for (const statement of statements) await connection.run(statement);
    return await allRows(connection, query);
  } finally {
    await connection.close();
  }
}

beforeAll(async () => {
  put("t.csv", ["id,amount,kind,y", ...LINES].join("\n"));
  await inFile(at("t.db"), [
    `CREATE TABLE "my rows" AS SELECT * FROM read_csv('${at("t.csv")}')`,
    'CREATE VIEW a_view AS SELECT * FROM "my rows"',
  ]);
  const fit = ["--target", "y", "--ignore", "id", "--assess", "none", "--threads", "1", "--set"];
  await runHere("fit", at("t.csv"), ...fit, "prune=none", "--out", at("tree.json"));
  for (const learner of ["forest", "extraTrees"])
    await runHere(
      "fit",
      at("t.csv"),
      ...fit,
      "trees=5",
      "--learner",
      learner,
      "--out",
      at(`${learner}.json`),
    );
  await runHere(
    "fit",
    at("t.csv"),
    ...fit,
    "rounds=5",
    "--learner",
    "gradientBoost",
    "--out",
    at("boost.json"),
  );
});

const address = () => `duckdb:${at("t.db")}#my rows`;
const predict = (model: string, ...flags: string[]) =>
  runHere("predict", at(`${model}.json`), address(), ...flags);

/** Predictions of the library for the rows in their order, with the key in place of the number. */
async function byLibrary(model: string): Promise<string> {
  const { out } = await runHere("predict", at(`${model}.json`), at("t.csv"), "--proba", "--threads", "1");
  return out.replace(/^row/, "id").replace(/^(\d+),/gm, (_, row) => `${3 * Number(row)},`);
}

describe("predictions where the rows are", () => {
  it.each(["tree", "forest", "extraTrees", "boost"])("of a %s are those of the library", async (model) => {
    const ran = await predict(model, "--key", "id", "--proba");
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toBe(await byLibrary(model));
  });

  it("are written into a new table of another file, and of the same", async () => {
    for (const file of ["other.db", "t.db"]) {
      const into = `duckdb:${at(file)}#"the; predictions"`;
      const ran = await predict("boost", "--key", "id", "--proba", "--into", into);
      expect(ran, ran.err).toMatchObject({ code: 0, out: "" });
      expect(ran.err).toBe("80 predictions written\n");
      const query = "SELECT id || ',' || prediction AS line FROM \"the; predictions\" ORDER BY rowid";
      const lines = (await byLibrary("boost")).trim().split("\n").slice(1);
      expect((await inFile(at(file), [], query)).texts(0)).toEqual(
        lines.map((line) => line.split(",").slice(0, 2).join()),
      );
    }
    const tables =
      "SELECT table_name FROM information_schema.tables WHERE table_catalog = 'source' ORDER BY 1";
    expect((await inFile(at("t.db"), ['DROP TABLE "the; predictions"'], tables)).texts(0)).toEqual([
      "a_view",
      "my rows",
    ]);
    expect(readdirSync(root).filter((name) => name.includes("wal"))).toEqual([]);
  });

  it("warn of levels that the model has not seen", async () => {
    const of = "VALUES (1, 30, 'red'), (2, 30, 'Blue'), (3, 2, 'azure'), (4, 2, NULL)";
    const query = `SELECT * FROM (${of}) AS t(id, amount, kind)`;
    const warned =
      'warning: UNSEEN_LEVELS: column "kind": 2 cells have levels the model never saw (such as "Blue"); taken as missing';
    for (const model of ["tree", "boost"]) {
      const asked = [at(`${model}.json`), "duckdb:", "--key", "id", "--from", query];
      const printed = await runHere("predict", ...asked);
      expect(printed.err.trim()).toBe(warned);
      expect(printed.out.split("\n")).toHaveLength(6);
      const flags = ["--into", `duckdb:${at(`unseen-${model}.csv`)}`, "--json"];
      const written = await runHere("predict", ...asked, ...flags);
      expect(JSON.parse(written.out).warnings).toMatchObject([{ code: "UNSEEN_LEVELS", column: "kind" }]);
      expect(written.err.trim()).toBe(warned);
    }
  });

  it("are of numbers that a double holds", async () => {
    const query = "SELECT 1 AS id, 9007199254740993 AS amount, 'red' AS kind";
    const ran = await runHere("predict", at("tree.json"), "duckdb:", "--key", "id", "--from", query);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toContain(
      'CELL_TYPE: expected an integer between -2^53 and 2^53 for "amount", found 9007199254740993',
    );
  });

  it("are written to a file as a whole or not at all", async () => {
    const ran = await predict("tree", "--key", "id", "--proba", "--out", at("whole.csv"));
    expect(ran.err).toBe(`80 predictions written to ${at("whole.csv")}\n`);
    expect(text("whole.csv")).toBe(await byLibrary("tree"));
    // Fails in a row that is not the first.
    const query = `SELECT id, amount, kind, CASE WHEN id < 150 THEN 1 ELSE error('no such row') END AS k FROM '${at("t.csv")}'`;
    const asked = ["duckdb:", "--key", "k", "--from", query, "--out", at("whole.csv")];
    const failed = await runHere("predict", at("tree.json"), ...asked);
    expect(failed.code).toBe(1);
    expect(failed.err).toContain("no such row");
    expect(failed.err).not.toContain("FILE_WRITE");
    expect(text("whole.csv")).toBe(await byLibrary("tree"));
    expect(readdirSync(root).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("are written into files that DuckDB writes", async () => {
    for (const file of ["p.parquet", "p.csv", "p.json"]) {
      const ran = await predict("tree", "--key", "id", "--into", `duckdb:${at(file)}`, "--json");
      expect(JSON.parse(ran.out)).toMatchObject({ rows: 80, into: `duckdb:${at(file)}`, target: "y" });
      const again = await predict("tree", "--key", "id", "--into", `duckdb:${at(file)}`);
      expect(again.err).toContain("FILE_WRITE: ");
    }
    expect(readdirSync(root).filter((name) => name.includes(".part"))).toEqual([]);
    const both = `SELECT count(*)::DOUBLE FROM '${at("p.parquet")}' JOIN '${at("p.csv")}' USING (id, prediction)`;
    expect((await inFile(at("x.db"), [], both)).numbers(0)[0]).toBe(80);
  });

  it("replace a table only if that is wanted, and never a view", async () => {
    const into = `duckdb:${at("once.db")}#p`;
    const write = (...flags: string[]) => predict("tree", "--key", "id", "--into", into, ...flags);
    expect((await write()).code).toBe(0);
    const refused = await write();
    expect(refused.err).toBe(`FILE_WRITE: ${into} is there already: give --force to replace it\n`);
    expect(refused.code).toBe(1);
    expect((await write("--force", "--proba")).code).toBe(0);
    const columns = "SELECT column_name FROM duckdb_columns() WHERE table_name = 'p' ORDER BY column_index";
    expect((await inFile(at("once.db"), [], columns)).texts(0)).toEqual([
      "id",
      "prediction",
      "p(no)",
      "p(yes)",
    ]);
    const view = await predict("tree", "--key", "id", "--into", `duckdb:${at("t.db")}#a_view`, "--force");
    expect(view.err).toContain("is a view, which is not replaced");
  });

  it("never replace anything else than predictions, whatever a query reads", async () => {
    await inFile(at("x.db"), [
      `COPY (SELECT * FROM '${at("t.csv")}') TO '${at("g-1.parquet")}'`,
      `CREATE TABLE rows2 AS SELECT * FROM '${at("t.csv")}'`,
    ]);
    put("garbage.parquet", "no Parquet");
    const attempts: [string, string[]][] = [
      ["g-1.parquet", [`duckdb:${at("g-*.parquet")}`]],
      ["g-1.parquet", ["duckdb:", "--from", `FROM '${at("g-1.parquet")}'`]],
      ["garbage.parquet", [`duckdb:${at("g-*.parquet")}`]],
      ["x.db#rows2", [address()]],
    ];
    for (const [place, source] of attempts) {
      const into = `duckdb:${at(place)}`;
      const ran = await runHere(
        "predict",
        at("tree.json"),
        ...[...source, "--key", "id", "--into", into, "--force"],
      );
      expect(ran.err).toBe(
        `FILE_WRITE: ${into} holds something else than a key and predictions, and is not replaced\n`,
      );
      expect(ran.code).toBe(1);
    }
    const left = `SELECT count(kind)::DOUBLE FROM '${at("g-1.parquet")}' JOIN rows2 USING (id, kind)`;
    expect((await inFile(at("x.db"), [], left)).numbers(0)[0]).toBe(80);
  });

  it("never replace the rows that they are of", async () => {
    const same = "OPTION_CONFLICT: --into must be another table than the one that is predicted; got ";
    for (const name of ['"my rows"', '"MY Rows"', 'main."my rows"', 'Main."MY ROWS"']) {
      const into = `duckdb:${at("t.db")}#${name}`;
      const ran = await predict("tree", "--key", "id", "--into", into, "--force");
      expect(ran.err).toBe(`${same}${into} for both\n`);
      expect(ran.code).toBe(2);
    }
    const into = `duckdb:${at("t.db")}#my rows`;
    const flags = ["--key", "id", "--into", into, "--force"];
    const full = `duckdb:${at("t.db")}#source.main."my rows"`;
    expect((await runHere("predict", at("tree.json"), full, ...flags)).err).toContain(same);
    // By a query, or by a view, too.
    const view = `duckdb:${at("t.db")}#a_view`;
    const kept = "holds something else than a key and predictions, and is not replaced";
    expect((await runHere("predict", at("tree.json"), view, ...flags)).err).toContain(kept);
    const from = ["--from", 'SELECT * FROM "my rows"'];
    const queried = await runHere("predict", at("tree.json"), `duckdb:${at("t.db")}`, ...from, ...flags);
    expect(queried.err).toContain(kept);
    expect((await inFile(at("t.db"), [], 'SELECT count(y)::DOUBLE FROM "my rows"')).numbers(0)[0]).toBe(80);
    const file = ["--key", "id", "--into", `duckdb:${at("t.csv")}`, "--force"];
    expect((await runHere("predict", at("tree.json"), `duckdb:${at("t.csv")}`, ...file)).err).toContain(same);
  });

  it("leave nothing behind if they fail", async () => {
    const into = `duckdb:${at("never.db")}#p`;
    const failed = await runHere(
      ...["predict", at("tree.json"), "duckdb:", "--key", "id", "--into", into, "--from"],
      "SELECT range AS id, CASE WHEN range > 90000 THEN error('stop') ELSE range END AS amount, 'red' AS kind FROM range(100000)",
    );
    expect(failed.err).toContain("stop");
    expect(has("never.db")).toBe(false);
  });
});

describe("what cannot be predicted where the rows are", () => {
  it.each([
    [["--key", "no"], 'has no column "no", the key'],
    [["--into", "duckdb:x.db#p"], "--into needs --key"],
    [["--key", "id", "--force"], "--force replaces the table of --into, and none is given"],
    [["--key", "id", "--into", "duckdb:x.db#p", "--out", "p.csv"], "two places for the predictions"],
    [["--key", "id", "--into", "duckdb:x.db"], "USAGE: --into must be a table"],
    [
      ["--key", "id", "--into", "spark:sc://127.0.0.1#p"],
      "--into must be a table of duckdb, which has the rows",
    ],
    [["--key", "id", "--missing", "-"], "--missing cannot be used with --key"],
    [["--key", "id", "--into", "p.csv"], "must begin with duckdb: or spark:"],
  ])("%j", async (flags, message) => {
    const ran = await predict("tree", ...flags);
    expect(ran.code).not.toBe(0);
    expect(ran.err).toContain(message);
  });

  it("is written to a folder that is not there: the file has the name that was given", async () => {
    const ran = await predict("tree", "--key", "id", "--into", `duckdb:${at("none")}/p.parquet`);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(`${at("none")}/p.parquet"`);
    expect(ran.err).not.toContain(".part");
  });

  it("is a table that is not there: those that are there are named", async () => {
    const ran = await runHere("predict", at("tree.json"), `duckdb:${at("t.db")}#my row`, "--key", "id");
    expect(ran.err).toBe(`DATABASE: ${at("t.db")} has no table "my row": it has my rows, a_view\n`);
    const none = await runHere("fit", "duckdb:#nope", "--target", "y");
    expect(none.err).toBe('DATABASE: duckdb: without a file has no table "nope": it has none\n');
  });

  it("is named", async () => {
    const csv = await runHere("predict", at("tree.json"), at("t.csv"), "--key", "id");
    expect(csv.err).toContain("--key needs a database, such as duckdb:file.db#table; got");
    const from = (query: string, key: string) =>
      runHere("predict", at("tree.json"), "duckdb:", "--from", query, "--key", key);
    const lacking = await from("SELECT 1 AS id, 2 AS amount", "id");
    expect(lacking.err).toContain('COLUMN_UNKNOWN: duckdb: has no column "kind", which the model tests');
    const misspelt = await from("SELECT 1 AS id, 2 AS amount, 'red' AS Kinds", "id");
    expect(misspelt.err).toContain('"kind", which the model tests; did you mean "Kinds"?');
    const twice = await from("SELECT 1 AS Prediction, 2 AS amount, 'red' AS kind", "Prediction");
    expect(twice.err).toContain(
      'COLUMN_DUPLICATE: two columns of the predictions would be called "prediction"',
    );
  });
});

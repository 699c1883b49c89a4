import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../../coppice/src/cli/testIo.js";
import { folder } from "../../coppice/test/kit/folder.js";
import { withoutExtension } from "./duck.js";

const run = promisify(execFile);

/** The folder of PostgreSQL's programs, as Debian has it. */
const bin = ["15", "16", "17", "18", "14", "13"]
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((programs) => existsSync(join(programs, "initdb")));

/** DuckDB reaches PostgreSQL by an extension, which must have been installed. */
const missing = bin === undefined ? "PostgreSQL is not installed" : await withoutExtension("postgres");
if (bin === undefined) console.log(`postgres.test.ts: ${missing}`);

/** PostgreSQL does not run as root. */
const NOBODY = 65_534;
const asUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

describe.skipIf(missing !== undefined)("tables of PostgreSQL, which DuckDB attaches", () => {
  const files = folder();
  const { at, put, text, has } = files;
  const program = (name: string, ...args: string[]) =>
    run(join(bin!, name), args, {
      ...asUser,
      cwd: files.path,
      env: { ...process.env, PGPASSWORD: "se'cret" },
    });
  const psql = (...args: string[]) =>
    program("psql", "-h", files.path, "-U", "learner", "-d", "postgres", ...args);
  const address = (table: string, password = "se\\'cret") =>
    `duckdb:postgres:host=${files.path} user=learner password='${password}' dbname=postgres#${table}`;
  const lines = Array.from(
    { length: 60 },
    (_, i) => `${i},${(i * 7) % 13},${["a", "b"][i % 2]},${(i * 7) % 13 > 5 ? "yes" : "no"}`,
  );

  beforeAll(async () => {
    if (asUser.uid !== undefined) chownSync(files.path, NOBODY, NOBODY);
    chmodSync(files.path, 0o700);
    put("password", "se'cret");
    put("t.csv", ["id,x,c,y", ...lines].join("\n"));
    chmodSync(at("password"), 0o644);
    chmodSync(at("t.csv"), 0o644);
    const cluster = ["-D", at("data"), "-U", "learner", "--auth=scram-sha-256", "--no-sync"];
    await program("initdb", ...cluster, `--pwfile=${at("password")}`);
    const options = `-k ${files.path} -c listen_addresses='' -c fsync=off`;
    await program("pg_ctl", "-D", at("data"), "-w", "-l", at("log"), "-o", options, "start");
    const sql = `CREATE TABLE "My ""T""" (id int, x double precision, c text, y text); COPY "My ""T""" FROM '${at("t.csv")}' CSV HEADER`;
    await psql("-v", "ON_ERROR_STOP=1", "-c", sql);
  }, 60_000);

  afterAll(() => {
    if (has("data/postmaster.pid"))
      execFileSync(join(bin!, "pg_ctl"), ["-D", at("data"), "-m", "immediate", "stop"], {
        ...asUser,
        cwd: files.path,
      });
  });

  const table = '"My ""T"""';
  const fit = (source: string, out: string, ...flags: string[]) => {
    const given = ["--target", "y", "--ignore", "id", "--set", "prune=none", "--out", at(out)];
    return runHere("fit", source, ...given, ...flags);
  };

  it("give the model of the same rows in a file, pulled and pushed down", async () => {
    const pulled = await fit(address(table), "pulled.json", "--assess", "none");
    expect(pulled.code, pulled.err).toBe(0);
    const pushed = await fit(address(table), "pushed.json", "--push-down");
    expect(pushed.code, pushed.err).toBe(0);
    await fit(at("t.csv"), "csv.json", "--assess", "none");
    expect(text("pulled.json")).toBe(text("csv.json"));
    expect(text("pushed.json")).toBe(text("csv.json"));
  });

  it("are predicted into a table next to them", async () => {
    const into = address("predictions");
    const predict = () => runHere("predict", at("csv.json"), address(table), "--key", "id", "--into", into);
    const ran = await predict();
    expect(ran.code, ran.err).toBe(0);
    expect((await predict()).err).toContain("is there already");
    const wrong = 'SELECT count(*) FROM predictions JOIN "My ""T""" USING (id) WHERE y = prediction';
    const { stdout } = await psql("-tAc", wrong);
    expect(stdout.trim()).toBe("60");
  });

  it("are refused with wrong credentials, in one line that does not tell the password", async () => {
    const ran = await fit(address(table, "wr0ng-pass"), "no.json", "--push-down");
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(/^DATABASE: .*password authentication failed/);
    expect(ran.err).not.toContain("wr0ng-pass");
    expect(ran.err.trim().split("\n")).toHaveLength(1);
  });
});

import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../../coppice/src/cli/testIo.js";
import { folder } from "../../coppice/test/kit/folder.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { hasExtension } from "./extensions.js";

/** DuckDB reads SQLite by an extension, which must have been installed. */
const isInstalled = await hasExtension("sqlite");

const missing = isInstalled ? undefined : "DuckDB's extension sqlite is not installed";
if (missing !== undefined) console.log(`sqlite.test.ts: ${missing}`);

describe.skipIf(missing !== undefined)("tables of SQLite, which DuckDB attaches", () => {
  const { at } = folder();
  const file = () => at("sh'op.sqlite");

  beforeAll(async () => {
    const connection = await DuckDbConnection.open({ threads: 1 });
    await connection.run(`ATTACH '${file().replaceAll("'", "''")}' AS made (TYPE sqlite)`);
    await connection.run(
      `CREATE TABLE made."my orders" AS SELECT range AS id, (range * 7) % 13 AS x, CASE WHEN range % 2 = 0 THEN 'a' ELSE 'b' END AS c,
       CASE WHEN (range * 7) % 13 > 5 THEN 'yes' ELSE 'no' END AS y FROM range(60)`,
    );
    await connection.close();
  });

  it("are learned from, pulled and pushed down, to the same model", async () => {
    expect(existsSync(file())).toBe(true);
    const before = readFileSync(file());
    const models = [];
    for (const more of [[], ["--push-down"]]) {
      const out = at("model.json");
      const args = ["fit", `duckdb:sqlite:${file()}#"my orders"`, "--target", "y", "--ignore", "id"];
      const { code, err } = await runHere(...args, ...more, "--set", "prune=none", "--out", out);
      expect(code, err).toBe(0);
      models.push(readFileSync(out, "utf8"));
    }
    expect(models[1]).toBe(models[0]);
    expect(readFileSync(file()).equals(before)).toBe(true);
  });
});

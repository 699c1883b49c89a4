import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runHere } from "../../coppice/src/cli/testIo.js";
import { folder } from "../../coppice/test/kit/folder.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { withoutExtension } from "./duck.js";

const { at, text } = folder();
const why = await withoutExtension("sqlite");

it.skipIf(why !== undefined)("tables of SQLite give the same model, pulled and pushed down", async () => {
  const file = at("sh'op.sqlite");
  const connection = await DuckDbConnection.open({ threads: 1 });
  await connection.run(`ATTACH '${file.replaceAll("'", "''")}' AS made (TYPE sqlite)`);
  await connection.run(
    `CREATE TABLE made."my orders" AS SELECT range AS id, (range * 7) % 13 AS x, CASE WHEN range % 2 = 0 THEN 'a' ELSE 'b' END AS c,
       CASE WHEN (range * 7) % 13 > 5 THEN 'yes' ELSE 'no' END AS y FROM range(60)`,
  );
  await connection.close();
  const before = readFileSync(file);
  const models: string[] = [];
  for (const more of [[], ["--push-down"]]) {
    const args = ["fit", `duckdb:sqlite:${file}#"my orders"`, "--target", "y", "--ignore", "id", ...more];
    const { code, err } = await runHere(...args, "--set", "prune=none", "--out", at("model.json"));
    expect(code, err).toBe(0);
    models.push(text("model.json"));
  }
  expect(models[1]).toBe(models[0]);
  expect(readFileSync(file).equals(before)).toBe(true);
});

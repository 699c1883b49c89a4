import { readFileSync } from "node:fs";
import { describeTranscripts } from "../../coppice/test/kit/transcript.js";
import { allRows } from "../src/connection/results.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";

/** Runs statements in a file of DuckDB, and prints the texts that the last one gives. */
async function duckdb(file: string, ...statements: string[]): Promise<string> {
  const connection = await DuckDbConnection.open({
    threads: 1,
    ...(file !== ":memory:" && { file, writable: true }),
  });
  try {
    for (const statement of statements.slice(0, -1)) await connection.run(statement);
    const last = statements.at(-1)!;
    if (last.startsWith("SELECT"))
      return (await allRows(connection, last))
        .texts(0)
        .map((line) => `${line}\n`)
        .join("");
    await connection.run(last);
    return "";
  } finally {
    await connection.close();
  }
}

/** Predictions by the numbers of rows as those by the key, which is three times as much. */
const keyed = (path: string) =>
  readFileSync(path, "utf8")
    .replace(/^row/, "id")
    .replace(/^(\d+),/gm, (_, row) => `${3 * Number(row)},`);

/** A query, which runs in DuckDB without a file. */
const query = (path: string, outer: string) =>
  duckdb(":memory:", outer.replace("$", readFileSync(path, "utf8")));

describeTranscripts(new URL("./transcripts/", import.meta.url), { duckdb, keyed, query });

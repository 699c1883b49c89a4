import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { DuckDbConnection } from "../src/duckdb/connection.js";

/** Whether this extension of DuckDB has been installed. */
export async function hasExtension(name: string): Promise<boolean> {
  // DuckDB makes the folder in which it looks.
  if (!existsSync(join(homedir(), ".duckdb/extensions"))) return false;
  const connection = await DuckDbConnection.open({ threads: 1 });
  return connection
    .run(`LOAD ${name}`)
    .then(() => true)
    .catch(() => false)
    .finally(() => connection.close());
}

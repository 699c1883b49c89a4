import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Model, Table } from "coppice";
import { type AsyncDataHandle, fitData, fitTable } from "coppice/engine";
import { afterAll, expect } from "vitest";
import { allRows } from "../src/connection/results.js";
import { DuckDbConnection } from "../src/duckdb/connection.js";
import { sqlData } from "../src/engine/data.js";
import type { RowsRequest } from "../src/engine/request.js";
import { createTable, schemaOf } from "./tables.js";

/** A session of DuckDB for the tests of a file. */
export async function openDuck(threads = 1): Promise<DuckDbConnection> {
  const connection = await DuckDbConnection.open({ threads });
  afterAll(() => connection.close());
  return connection;
}

/** Why tables that DuckDB reads by this extension cannot be tested, which is printed; undefined if it is installed. */
export async function withoutExtension(name: string): Promise<string | undefined> {
  // DuckDB makes the folder in which it looks.
  const folder = join(homedir(), ".duckdb/extensions");
  const connection = existsSync(folder) ? await DuckDbConnection.open({ threads: 1 }) : undefined;
  try {
    if (connection === undefined) throw new Error("no extension is installed");
    await connection.run(`LOAD ${name}`);
    return undefined;
  } catch {
    const why = `DuckDB's extension ${name} is not installed`;
    console.log(`${name}: ${why}`);
    return why;
  } finally {
    await connection?.close();
  }
}

export async function tablesOf(connection: DuckDbConnection): Promise<(string | null)[]> {
  return (await allRows(connection, "SELECT table_name FROM duckdb_tables() ORDER BY 1")).texts(0);
}

/** A name that would end a statement if it were not quoted. */
const ROWS = 'the "rows"; --';

/** The table in the database, while it is used. */
export async function withTable<T>(
  connection: DuckDbConnection,
  table: Table,
  use: (relation: { table: string[] }) => Promise<T>,
  key?: string,
): Promise<T> {
  await createTable(connection, ROWS, table, key);
  try {
    return await use({ table: [ROWS] });
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${connection.dialect.identifier(ROWS)}`);
  }
}

/** The rows of a table as they are learned from; nothing else may be left in the database. */
export function withData<T>(
  connection: DuckDbConnection,
  table: Table,
  request: Partial<RowsRequest>,
  use: (data: AsyncDataHandle) => Promise<T>,
): Promise<T> {
  return withTable(connection, table, async (relation) => {
    const before = await tablesOf(connection);
    const data = await sqlData(connection, relation, { target: "y", columns: schemaOf(table), ...request });
    try {
      return await use(data);
    } finally {
      await data.close?.();
      const left = await tablesOf(connection);
      expect(left.filter((name) => !before.includes(name))).toEqual([]);
    }
  });
}

/** How a model is learned. */
export interface Fit {
  readonly learner: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly weight?: string;
  readonly rowKey?: string;
}

/** The rows of a table with numbers in a column "weight" or "w" are weighted by it. */
export function weightOf({ columns }: Table): { weight?: string } {
  const found = columns.find(({ name, type }) => type === "numeric" && /^w(eight)?$/.test(name));
  return found === undefined ? {} : { weight: found.name };
}

/** What is learned from the rows of a handle is what memory learns from the table, which is returned. */
export async function expectModelOfMemory(
  data: AsyncDataHandle,
  table: Table,
  { learner, options = {}, ...request }: Fit,
): Promise<Model> {
  const memory = fitTable(table, { target: "y", ...weightOf(table), ...request, learner, options });
  const found = await fitData(data, { learner, options });
  expect(JSON.stringify(found)).toBe(JSON.stringify(memory));
  return memory;
}

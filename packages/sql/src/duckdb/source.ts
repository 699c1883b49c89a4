import { CoppiceError } from "coppice";
import { allRows } from "../connection/results.js";
import { duckdb } from "../dialect/duckdb.js";
import { fromRelation, type Relation } from "../dialect/relation.js";
import { type Address, eitherQueryOrTable } from "../source/address.js";
import type { Opened } from "../source/opened.js";
import { DuckDbConnection } from "./connection.js";
import { noTable, onlyTable } from "./tables.js";

/** The functions that read files, by the end of the file's name. */
const READERS = [
  [/\.parquet$/i, "read_parquet"],
  [/\.(csv|tsv|txt)(\.gz|\.zst)?$/i, "read_csv"],
  [/\.(json|jsonl|ndjson)(\.gz|\.zst)?$/i, "read_json"],
] as const;

/** The function that reads the files of a path; undefined if it is a database. */
export function readerOf(place: string): (typeof READERS)[number][1] | undefined {
  return READERS.find(([pattern]) => pattern.test(place))?.[1];
}

/** Databases that DuckDB attaches by an extension. */
export const ATTACHED = /^(sqlite|postgres|mysql):(.*)$/s;

export interface OpenDuckDb {
  readonly query?: string | undefined;
  readonly threads?: number | undefined;
  readonly memory?: number | undefined;
  readonly scratch?: string | undefined;
  /** Whether tables may be created where the rows are: otherwise everything is opened read-only. */
  readonly writable?: boolean;
}

/** A table of a DuckDB file, files that DuckDB reads, or a query over either. */
export async function openDuckDb(
  { place, table }: Address,
  { query, threads, memory, scratch, writable = false }: OpenDuckDb = {},
): Promise<Opened<DuckDbConnection>> {
  eitherQueryOrTable(query, table);
  const reader = readerOf(place);
  const isFile = place !== "" && reader === undefined && !ATTACHED.test(place);
  const connection = await DuckDbConnection.open({
    ...(threads !== undefined && { threads }),
    ...(memory !== undefined && { memory }),
    ...(scratch !== undefined && { scratch }),
    ...(isFile && { file: place, writable }),
  });
  try {
    await attach(connection, place, writable);
    if (query !== undefined) {
      if (reader !== undefined) throw filesWithQuery(place, reader);
      return { connection, relation: { query } };
    }
    if (reader !== undefined) return await openFiles(connection, place, reader);
    const relation = { table: table ?? (await onlyTable(connection, place)) };
    const rows = await rowsOf(connection, relation).catch((error) =>
      noTable(connection, place, relation.table, error),
    );
    return { connection, relation, rows };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function attach(connection: DuckDbConnection, place: string, writable: boolean): Promise<void> {
  const [, type, at] = ATTACHED.exec(place) ?? [];
  if (type === undefined) return;
  await connection.run(`ATTACH ${duckdb.text(at)} AS source (TYPE ${type}${writable ? "" : ", READ_ONLY"})`);
  await connection.run("USE source");
}

async function openFiles(
  connection: DuckDbConnection,
  place: string,
  reader: string,
): Promise<Opened<DuckDbConnection>> {
  const relation = { query: `SELECT * FROM ${reader}(${duckdb.text(place)})` };
  // Only Parquet has the number in its metadata.
  const rows = reader === "read_parquet" ? await rowsOf(connection, relation) : undefined;
  return { connection, relation, rows };
}

async function rowsOf(connection: DuckDbConnection, relation: Relation): Promise<number> {
  const result = await allRows(connection, `SELECT count(*) FROM ${fromRelation(relation, duckdb, "t")}`);
  return result.numbers(0)[0];
}

function filesWithQuery(place: string, reader: string): CoppiceError {
  const example = `SELECT … FROM ${reader}(${duckdb.text(place)})`;
  const message = `a query names its files itself: use the address duckdb: with --from "${example}"`;
  return new CoppiceError("OPTION_CONFLICT", message, { name: "from", value: place });
}

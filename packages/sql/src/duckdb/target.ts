import { randomUUID } from "node:crypto";
import { existsSync, realpathSync, renameSync, rmSync } from "node:fs";
import { CoppiceError } from "coppice";
import { allRows } from "../connection/results.js";
import { duckdb } from "../dialect/duckdb.js";
import type { Relation } from "../dialect/relation.js";
import {
  checkReplaced,
  type OpenedTarget,
  sameAsSource,
  type TargetOptions,
  tableExists,
} from "../predict/target.js";
import type { Address } from "../source/address.js";
import type { DuckDbConnection } from "./connection.js";
import { ATTACHED, openDuckDb, readerOf } from "./source.js";

/** The database that is written to, in statements. */
const TARGET = "coppice_target";

/** Rows that DuckDB reads, and a new table of a DuckDB file or of a database that it attaches, or a new file. */
export async function openDuckDbTarget(
  source: Address,
  target: Address,
  { into, replace, ...options }: TargetOptions,
): Promise<OpenedTarget> {
  const isFile = readerOf(target.place) !== undefined;
  if (!isFile && (target.table === undefined || target.place === "")) {
    const rule = "a table, such as duckdb:file.db#predictions, or a Parquet, CSV or JSON file";
    throw new CoppiceError("USAGE", `--into must be ${rule}; got ${JSON.stringify(into)}`, {
      name: "--into",
      rule,
    });
  }
  const isSame = !isFile && samePlace(source.place, target.place);
  const isNew = !isFile && !ATTACHED.test(target.place) && !existsSync(target.place);
  const { connection, relation } = await openDuckDb(source, { ...options, writable: isSame });
  const undo = async () => {
    await connection.close();
    if (isNew) for (const end of ["", ".wal"]) rmSync(target.place + end, { force: true });
  };
  try {
    const isOwn = isFile
      ? samePlace(source.place, target.place)
      : isSame && isTable(relation, nameIn("source", target), usualSchema(target.place));
    if (isOwn) throw sameAsSource(into);
    if (!isFile && !isSame) await attach(connection, target.place);
  } catch (error) {
    await undo();
    throw error;
  }
  let isWritten = false;
  return {
    connection,
    relation,
    async write(query) {
      const rows = isFile
        ? await writeFile(connection, query, target.place, { into, replace })
        : await writeTable(connection, query, {
            name: nameIn(isSame ? "source" : TARGET, target),
            into,
            replace,
          });
      isWritten = true;
      return rows;
    },
    close: () => (isWritten ? connection.close() : undo()),
  };
}

function samePlace(a: string, b: string): boolean {
  if (a === b) return true;
  return existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b);
}

async function attach(connection: DuckDbConnection, place: string): Promise<void> {
  const [, type, at = place] = ATTACHED.exec(place) ?? [];
  await connection.run(
    `ATTACH ${duckdb.text(at)} AS ${TARGET}${type === undefined ? "" : ` (TYPE ${type})`}`,
  );
}

/** Database, schema and table. */
function nameIn(database: string, { place, table = [] }: Address): readonly string[] {
  if (table.length > 2) {
    const rule = "a table, or a schema and a table";
    throw new CoppiceError("USAGE", `--into must name ${rule} after #`, {
      name: "--into",
      rule,
      value: table,
    });
  }
  return [database, ...(table.length === 1 ? [usualSchema(place)] : []), ...table];
}

const usualSchema = (place: string) => (place.startsWith("postgres:") ? "public" : "main");

/** Whether a relation is the table with this full name. Names do not differ by the case of letters. */
function isTable(relation: Relation, name: readonly string[], usual: string): boolean {
  if (!("table" in relation)) return false;
  const [database, schema, table] = name.map((part) => part.toLowerCase());
  const isUsual = schema === usual;
  const spellings = [
    ...[
      [schema, table],
      [database, schema, table],
    ],
    ...(isUsual ? [[table], [database, table]] : []),
  ].map((parts) => parts.join("\0"));
  return spellings.includes(relation.table.join("\0").toLowerCase());
}

interface Wanted {
  readonly into: string;
  readonly replace: boolean;
}

async function writeTable(
  connection: DuckDbConnection,
  query: string,
  { name, into, replace }: Wanted & { readonly name: readonly string[] },
): Promise<number> {
  const [database, schema, table] = name.map(duckdb.text);
  const there = `SELECT table_type FROM information_schema.tables WHERE table_catalog = ${database} AND lower(table_schema) = lower(${schema}) AND lower(table_name) = lower(${table})`;
  const found = await allRows(connection, there);
  if (found.rows > 0 && !replace) throw tableExists(into);
  if (found.rows > 0 && found.texts(0)[0] === "VIEW") {
    const message = `${into} is a view, which is not replaced`;
    throw new CoppiceError("FILE_WRITE", message, { name: "--into", rule: "a table", value: into });
  }
  const quoted = name.map(duckdb.identifier).join(".");
  if (found.rows > 0) checkReplaced(await connection.columnsOf(`SELECT * FROM ${quoted}`), into);
  await connection.run("BEGIN TRANSACTION");
  try {
    if (found.rows > 0) await connection.run(`DROP TABLE ${quoted}`);
    await connection.run(`CREATE TABLE ${quoted} AS ${query}`);
    await connection.run("COMMIT");
  } catch (error) {
    await connection.run("ROLLBACK").catch(() => {});
    // The query was bound before, so what it misses now is the table that was dropped.
    const isMissing = error instanceof CoppiceError && /does not exist/.test(error.message);
    throw found.rows > 0 && isMissing ? sameAsSource(into) : error;
  }
  return (await allRows(connection, `SELECT CAST(count(*) AS DOUBLE) FROM ${quoted}`)).numbers(0)[0];
}

/** Under another name until it is whole. */
async function writeFile(
  connection: DuckDbConnection,
  query: string,
  path: string,
  { into, replace }: Wanted,
): Promise<number> {
  const isThere = existsSync(path);
  if (isThere && !replace) throw tableExists(into);
  const read = `SELECT * FROM ${readerOf(path)}(${duckdb.text(path)})`;
  if (isThere) checkReplaced(await connection.columnsOf(read).catch(() => undefined), into);
  const format = { read_parquet: "parquet", read_csv: "csv", read_json: "json" }[readerOf(path)!];
  const [, compressed] = /\.(gz|zst)$/i.exec(path) ?? [];
  const parts = [
    `FORMAT ${format}`,
    ...(format === "csv" ? ["HEADER"] : []),
    ...(/\.tsv(\.|$)/i.test(path) ? ["DELIMITER '\t'"] : []),
    ...(compressed === undefined ? [] : [`COMPRESSION ${compressed === "gz" ? "gzip" : "zstd"}`]),
  ];
  const end = `.${randomUUID()}.part`;
  const unfinished = path + end;
  try {
    const copied = await connection.rows(
      `COPY (${query}) TO ${duckdb.text(unfinished)} (${parts.join(", ")})`,
    );
    renameSync(unfinished, path);
    const [count] = copied[0]?.columns ?? [];
    return count?.kind === "numbers" ? count.values[0] : 0;
  } catch (error) {
    throw error instanceof CoppiceError ? underName(error, into, end) : error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** The error of a file that is not whole yet, by the name that the user gave it. */
function underName({ code, message }: CoppiceError, into: string, end: string): CoppiceError {
  return new CoppiceError(code, message.replaceAll(end, ""), { name: "--into", value: into });
}

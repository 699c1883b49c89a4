import { CoppiceError } from "coppice";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import type { Relation } from "../dialect/relation.js";
import { openDuckDbTarget } from "../duckdb/target.js";
import type { Address } from "../source/address.js";
import { type OpenFeedOptions, openRelation } from "../source/openFeed.js";

/** Rows to read and a table to write, in one session. */
export interface OpenedTarget {
  readonly connection: Connection;
  readonly relation: Relation;
  /** Creates the table with the rows of a query; returns their number. Either the whole table is written or none. */
  write(query: string): Promise<number>;
  close(): Promise<void>;
}

export interface TargetOptions extends OpenFeedOptions {
  /** The target's address as it was given. */
  readonly into: string;
  readonly replace: boolean;
}

/** What can be written: a table of the engine that has the rows. */
export function checkedTarget(source: Address, target: Address, into: string): void {
  const rule =
    source.engine !== target.engine
      ? `a table of ${source.engine}, which has the rows`
      : source.engine === "spark" && source.place !== target.place
        ? "a table of the same server"
        : source.engine === "spark" && target.table === undefined
          ? "a table, named after #"
          : undefined;
  if (rule === undefined) return;
  const message = `--into must be ${rule}; got ${JSON.stringify(into)}`;
  throw new CoppiceError("OPTION_CONFLICT", message, { name: "--into", rule, value: into });
}

export async function openTarget(
  source: Address,
  target: Address,
  options: TargetOptions,
): Promise<OpenedTarget> {
  return source.engine === "duckdb"
    ? openDuckDbTarget(source, target, options)
    : openSparkTarget(source, target, options);
}

async function openSparkTarget(
  source: Address,
  { table = [] }: Address,
  { into, replace, query }: TargetOptions,
): Promise<OpenedTarget> {
  const { identifier } = (await import("../dialect/spark.js")).spark;
  const from =
    source.table === undefined
      ? ""
      : `#${source.table.map((part) => `"${part.replaceAll('"', '""')}"`).join(".")}`;
  const { connection, relation } = await openRelation(
    `spark:${source.place}${from}`,
    query === undefined ? {} : { query },
  );
  const named = (name: readonly string[]) => name.map(identifier).join(".");
  const own = named(table);
  return {
    connection,
    relation,
    async write(rows) {
      const exists = await connection.columnsOf(`SELECT * FROM ${own}`).then(
        () => true,
        () => false,
      );
      if (exists && !replace) throw tableExists(into);
      // Under another name first: what fails leaves the old table as it was.
      const made = named([...table.slice(0, -1), `${table[table.length - 1]}_coppice_new`]);
      await connection.run(`DROP TABLE IF EXISTS ${made}`);
      try {
        await connection.run(`CREATE TABLE ${made} USING parquet AS ${rows}`);
        await connection.run(`DROP TABLE IF EXISTS ${own}`);
        await connection.run(`ALTER TABLE ${made} RENAME TO ${own}`);
      } catch (error) {
        await connection.run(`DROP TABLE IF EXISTS ${made}`).catch(() => {});
        throw error;
      }
      return (await allRows(connection, `SELECT CAST(count(*) AS DOUBLE) FROM ${own}`)).numbers(0)[0];
    },
    close: () => connection.close(),
  };
}

export function tableExists(into: string): CoppiceError {
  const message = `${into} is there already: give --force to replace it`;
  return new CoppiceError("FILE_WRITE", message, { name: "--into", rule: "a new table", value: into });
}

import { allRows } from "../connection/results.js";
import {
  checkReplaced,
  type OpenedTarget,
  sameAsSource,
  type TargetOptions,
  tableExists,
} from "../predict/target.js";
import type { Address } from "../source/address.js";
import { openSpark } from "./source.js";

/** Rows of a Spark server, and a new table of its catalogue. */
export async function openSparkTarget(
  source: Address,
  { table = [] }: Address,
  { into, replace, query }: TargetOptions,
): Promise<OpenedTarget> {
  if (query === undefined && fullName(source.table ?? []) === fullName(table)) throw sameAsSource(into);
  const { connection, relation } = await openSpark(source, { query });
  const { identifier } = connection.dialect;
  const named = (name: readonly string[]) => name.map(identifier).join(".");
  const own = named(table);
  return {
    connection,
    relation,
    async write(rows) {
      const there = await connection.columnsOf(`SELECT * FROM ${own}`).catch(() => undefined);
      if (there && !replace) throw tableExists(into);
      if (there) checkReplaced(there, into);
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

/** A session begins in this schema of this catalogue. Names do not differ by the case of letters. */
const USUAL = ["spark_catalog", "default"];

function fullName(parts: readonly string[]): string {
  return [...USUAL.slice(0, Math.max(0, 3 - parts.length)), ...parts].join("\0").toLowerCase();
}

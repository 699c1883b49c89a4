import { CoppiceError } from "coppice";
import type { LearningTask } from "coppice/engine";
import { allRows } from "../../connection/results.js";
import type { Relation } from "../../dialect/relation.js";
import { baseQuery, taskOf } from "../../engine/baseRows.js";
import { USABLE } from "../../engine/cells.js";
import { type Grids, gridsOf } from "../../engine/grids.js";
import type { RowColumns } from "../../engine/request.js";
import type { SparkConnection } from "../connection.js";
import type { Workers } from "../workers/workers.js";
import { type Listed, listedValues } from "./lists.js";

/** What is known of rows before they are coded. */
export interface Listing {
  readonly workers: Workers;
  /** The cells as they are compared, as a query. */
  readonly base: string;
  /** The same with the places of the rows in the order of their keys for keys: boosting draws by places. */
  readonly placed: string;
  readonly columns: RowColumns;
  readonly attributes: readonly Listed[];
  readonly target: Listed;
  readonly grids: Grids;
  readonly task: LearningTask;
}

/** One pass over the rows for the values that occur, and queries for the grids, which are those of the library in memory. */
export async function listing(
  workers: Workers,
  relation: Relation,
  columns: RowColumns,
  coding: "exact" | "bins",
): Promise<Listing> {
  const { connection } = workers;
  const base = baseQuery(relation, columns, connection.dialect);
  const lists = await listedValues(workers, base, columns, coding);
  const grids = await gridsOf(connection, `(${base}) AS base`, columns);
  const attributes = lists.slice(0, -1);
  const target = lists[attributes.length];
  const isNumeric = columns.target.schema.type === "numeric";
  const task = taskOf(columns, attributes, isNumeric ? undefined : target, grids);
  const placed = columns.rowKey === undefined ? base : await inKeyOrder(connection, base, columns.rowKey);
  return { workers, base, placed, columns, attributes, target, grids, task };
}

/**
 * The rows with their places in the order of their keys, by which boosting draws. Keys are whole numbers that doubles hold, and no
 * two rows share one.
 */
async function inKeyOrder(connection: SparkConnection, base: string, name: string): Promise<string> {
  const isKey = `k = floor(k) AND abs(k) <= ${connection.dialect.double(Number.MAX_SAFE_INTEGER)}`;
  const counts = [
    "count(*)",
    `count(CASE WHEN ${isKey} THEN 1 END)`,
    "count(DISTINCT k)",
    ...["min(k)", "max(k)"],
  ];
  const query = `SELECT ${counts.map((one) => `CAST(${one} AS DOUBLE)`).join(", ")} FROM (${base}) AS b WHERE ${USABLE}`;
  const result = await allRows(connection, query);
  const [rows, valid, distinct, least, most] = counts.map((_, i) => result.numbers(i)[0]);
  if (valid === rows && distinct === rows) {
    if (least === 0 && most === rows - 1) return base;
    const place = "CAST(row_number() OVER (ORDER BY k) - 1 AS DOUBLE)";
    return `SELECT * EXCEPT (k), ${place} AS k FROM (${base}) AS b WHERE ${USABLE}`;
  }
  const rule = "a whole number that no other row has";
  const found = valid < rows ? `${rows - valid} rows have none` : `${rows - distinct} rows repeat one`;
  const message = `the row key ${JSON.stringify(name)} must be ${rule}: ${found}`;
  throw new CoppiceError("KEY_COLUMN_INVALID", message, { name, rule });
}

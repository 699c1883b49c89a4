import { CoppiceError } from "coppice";
import type { LearningTask } from "coppice/engine";
import { allRows } from "../../connection/results.js";
import type { Relation } from "../../dialect/relation.js";
import { baseQuery, taskOf } from "../../engine/baseRows.js";
import { USABLE } from "../../engine/cells.js";
import { type Grids, gridsOf, noRows, type RowCounts } from "../../engine/grids.js";
import { checkIntegers } from "../../engine/integers.js";
import type { RowColumns } from "../../engine/request.js";
import type { Scratch } from "../../engine/scratch.js";
import type { SparkConnection } from "../connection.js";
import type { Workers } from "../workers/workers.js";
import { type Listed, listedValues, type PartitionCounts } from "./lists.js";

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
  /** A scratch table of the rows in blocks with codes of their own, where all values are listed. */
  readonly packed?: string;
}

/** One pass over the rows for the values that occur, and queries for the grids, which are those of the library in memory. */
export async function listing(
  workers: Workers,
  relation: Relation,
  columns: RowColumns,
  options: { readonly coding: "exact" | "bins"; readonly scratch: Scratch },
): Promise<Listing> {
  const { coding } = options;
  const { connection } = workers;
  await checkIntegers(connection, relation, [...columns.attributes, columns.target]);
  // Workers clean numbers, many at a time.
  const base = baseQuery(relation, columns, connection.dialect, { raw: true });
  const { lists, counts, packed } = await listedValues(workers, base, columns, options);
  const isListed = lists.every(({ isOpen }, i) => !isOpen || i === lists.length - 1 || coding === "bins");
  const known = isListed ? totalOf(counts) : undefined;
  const grids = await gridsOf(connection, `(${base}) AS base`, columns, known);
  const attributes = lists.slice(0, -1);
  const target = lists[attributes.length];
  const isNumeric = columns.target.schema.type === "numeric";
  const task = taskOf(columns, attributes, isNumeric ? undefined : target, grids);
  const { rowKey } = columns;
  const keys = known && keyFacts(counts);
  const placed = rowKey === undefined ? base : await inKeyOrder(connection, base, rowKey, keys);
  return { workers, base, placed, columns, attributes, target, grids, task, ...(packed && { packed }) };
}

function totalOf(counts: readonly PartitionCounts[]): RowCounts {
  const sum = (of: (part: PartitionCounts) => number) => counts.reduce((total, part) => total + of(part), 0);
  const [rows, missingTargets, zeroWeights] = [
    sum((part) => part.rows),
    sum((part) => part.missingTargets),
    sum((part) => part.zeroWeights),
  ];
  if (rows + missingTargets + zeroWeights === 0) throw noRows();
  return { rows, missingTargets, zeroWeights };
}

interface KeyFacts {
  readonly rows: number;
  readonly valid: number;
  readonly distinct: number;
  readonly least: number;
  readonly most: number;
}

/** Known from partitions where each has keys of its own range, as tables often have. */
function keyFacts(counts: readonly PartitionCounts[]): KeyFacts | undefined {
  const parts = counts.filter(({ valid }) => valid > 0).sort((a, b) => a.least - b.least);
  const isApart = parts.every((part, i) => part.areDifferent && (i === 0 || part.least > parts[i - 1].most));
  if (!isApart || parts.length === 0) return undefined;
  const valid = parts.reduce((sum, part) => sum + part.valid, 0);
  const rows = counts.reduce((sum, part) => sum + part.rows, 0);
  const { most } = parts[parts.length - 1];
  return { rows, valid, distinct: valid, least: parts[0].least, most };
}

async function askedKeys(connection: SparkConnection, base: string): Promise<KeyFacts> {
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
  return { rows, valid, distinct, least, most };
}

/**
 * The rows with their places in the order of their keys, by which boosting draws. Keys are whole numbers that doubles hold, and no
 * two rows share one.
 */
async function inKeyOrder(
  connection: SparkConnection,
  base: string,
  name: string,
  known: KeyFacts | undefined,
): Promise<string> {
  const { rows, valid, distinct, least, most } = known ?? (await askedKeys(connection, base));
  if (valid === rows && distinct === rows) {
    if (least === 0 && most === rows - 1) return base;
    const place = "CAST(row_number() OVER (ORDER BY k) - 1 AS DOUBLE)";
    return `SELECT * EXCEPT (k), ${place} AS k FROM (${base}) AS b WHERE ${USABLE}`;
  }
  const rule = "a whole number between -2^53 and 2^53 that no other row has";
  const found = valid < rows ? `${rows - valid} rows have none` : `${rows - distinct} rows repeat one`;
  const message = `the row key ${JSON.stringify(name)} must be ${rule}: ${found}`;
  throw new CoppiceError("KEY_COLUMN_INVALID", message, { name, rule });
}

import { CoppiceError } from "coppice";
import type { LearningTask } from "coppice/engine";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import type { Relation } from "../dialect/relation.js";
import { baseQuery, taskOf } from "./baseRows.js";
import { USABLE } from "./cells.js";
import { type Dictionary, dictionaryOf } from "./dictionary.js";
import { type Grids, gridsOf } from "./grids.js";
import { checkIntegers } from "./integers.js";
import type { RowColumns } from "./request.js";
import type { Scratch } from "./scratch.js";

/**
 * The rows that are learned from, in a scratch table `base`, with their cells as they are compared: x0, x1, … (doubles and text, NULL
 * where missing), the target y, and the weight w.
 */
export interface OpenRows {
  readonly connection: Connection;
  readonly base: string;
  /** The key of a row of `base AS b`, by which chance goes: its position, or the user's own; absent: rows have none. */
  readonly key?: string;
  /** Its place in the order of keys, by which boosting draws; where there is no key of the user's, its position. */
  readonly place?: string;
  readonly columns: RowColumns;
  /** By attribute, the codes of its levels; undefined for numbers. */
  readonly levels: readonly (Dictionary | undefined)[];
  readonly classes: Dictionary | undefined;
  readonly grids: Grids;
  readonly gaps: readonly boolean[];
  /** By attribute of numbers, between what they are; NaN if there are none. */
  readonly ranges: readonly (readonly [least: number, greatest: number])[];
  readonly task: LearningTask;
}

export async function openRows(
  connection: Connection,
  relation: Relation,
  columns: RowColumns,
  scratch: Scratch,
): Promise<OpenRows> {
  await checkIntegers(connection, relation, [...columns.attributes, columns.target]);
  const all = await scratch.create("base", baseQuery(relation, columns, connection.dialect));
  const levels: (Dictionary | undefined)[] = [];
  const levelsOf = async ({ schema }: RowColumns["target"], column: string) =>
    schema.type === "numeric" ? undefined : await dictionaryOf(connection, scratch, all, column, schema);
  for (const [i, attribute] of columns.attributes.entries()) levels.push(await levelsOf(attribute, `x${i}`));
  const classes = await levelsOf(columns.target, "y");
  const grids = await gridsOf(connection, all, columns);
  const task = taskOf(columns, levels, classes, grids);
  // Levels are those of all rows; positions count only these.
  const isWhole = grids.missingTargets === 0 && grids.zeroWeights === 0;
  const base = isWhole ? all : await scratch.create("usable", `SELECT * FROM ${all} WHERE ${USABLE}`);
  if (!isWhole) await scratch.drop(all);
  const { gaps, ranges } = await cellsIn(connection, base, columns);
  const { position } = connection.dialect;
  const given = columns.rowKey === undefined ? undefined : await keysOf(connection, base, columns.rowKey);
  const own =
    given ?? (position === undefined ? undefined : { key: `b.${position}`, place: `b.${position}` });
  return { ...{ connection, base, columns, levels, classes, grids, gaps, ranges, task }, ...own };
}

/** Keys are whole numbers, and no two rows have the same. */
async function keysOf(
  connection: Connection,
  base: string,
  name: string,
): Promise<Required<Pick<OpenRows, "key" | "place">>> {
  const { asDouble, double } = connection.dialect;
  const isKey = `k IS NOT NULL AND k = floor(k) AND abs(k) <= ${double(Number.MAX_SAFE_INTEGER)}`;
  const asked = [
    asDouble(`sum(CASE WHEN ${isKey} THEN 0 ELSE 1 END)`),
    ...[asDouble("count(*)"), asDouble("count(DISTINCT k)"), "min(k)", "max(k)"],
  ];
  const result = await allRows(connection, `SELECT ${asked.join(", ")} FROM ${base}`);
  const [wrong, rows, distinct, least, most] = asked.map((_, i) => result.numbers(i)[0]);
  const fault =
    wrong > 0
      ? { rule: "a whole number between -2^53 and 2^53", found: `WHERE NOT coalesce(${isKey}, FALSE)` }
      : distinct < rows
        ? { rule: "different", found: "GROUP BY k HAVING count(*) > 1" }
        : undefined;
  if (fault !== undefined) {
    const example = await allRows(connection, `SELECT k FROM ${base} ${fault.found} ORDER BY k LIMIT 1`);
    throw invalidKey(name, fault.rule, example.numbers(0)[0]);
  }
  const key = "CAST(b.k AS BIGINT)";
  const arePlaces = least === 0 && most === rows - 1;
  return { key, place: arePlaces ? key : "row_number() OVER (ORDER BY b.k) - 1" };
}

function invalidKey(name: string, rule: string, value: number): CoppiceError {
  const got = Number.isNaN(value) ? "a missing value" : String(value);
  const message = `the row key ${JSON.stringify(name)} must be ${rule} in every row; got ${got}${rule === "different" ? " in several" : ""}`;
  return new CoppiceError("KEY_COLUMN_INVALID", message, {
    ...{ name, rule: `${rule} in every row`, value: Number.isNaN(value) ? null : value },
  });
}

/** By attribute, whether a value is missing, and the ends of numbers, which must be finite. */
async function cellsIn(
  connection: Connection,
  base: string,
  { attributes }: RowColumns,
): Promise<Pick<OpenRows, "gaps" | "ranges">> {
  const { asDouble, double } = connection.dialect;
  const gaps = attributes.map((_, i) => asDouble(`count(*) - count(x${i})`));
  const end = (which: string) =>
    attributes.map(({ schema }, i) => (schema.type === "numeric" ? `${which}(x${i})` : double(0)));
  const asked = [...gaps, ...end("min"), ...end("max")];
  const result = await allRows(connection, `SELECT ${asked.join(", ")} FROM ${base}`);
  const { length } = gaps;
  const ranges = gaps.map((_, i) => [length + i, 2 * length + i].map((at) => result.numbers(at)[0])) as [
    number,
    number,
  ][];
  const infinite = ranges.findIndex((ends) => ends.some((x) => Math.abs(x) === Number.POSITIVE_INFINITY));
  if (infinite >= 0) throw notFinite(attributes[infinite].schema.name);
  return { gaps: gaps.map((_, i) => result.numbers(i)[0] > 0), ranges };
}

function notFinite(name: string): CoppiceError {
  const message = `expected a number for ${JSON.stringify(name)}, found an infinite one`;
  return new CoppiceError("CELL_TYPE", message, { name, rule: "a finite number", value: "Infinity" });
}

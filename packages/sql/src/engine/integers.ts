import { CoppiceError } from "coppice";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import { fromRelation, type Relation } from "../dialect/relation.js";
import type { RowColumns } from "./request.js";

const MOST = String(Number.MAX_SAFE_INTEGER);

/** Integers that are compared as numbers must be ones that a double holds, as those of files must. */
export async function checkIntegers(
  connection: Connection,
  relation: Relation,
  columns: readonly Pick<RowColumns["target"], "schema" | "stored">[],
): Promise<void> {
  const names = columns
    .filter(({ schema, stored }) => stored === "integer" && schema.type === "numeric")
    .map(({ schema }) => schema.name);
  if (names.length === 0) return;
  const { dialect } = connection;
  const ends = names.map((name) => {
    const column = `${dialect.identifier("t")}.${dialect.identifier(name)}`;
    const [least, most] = [`min(${column})`, `max(${column})`];
    return `CASE WHEN ${most} > ${MOST} THEN ${dialect.asText(most)} WHEN ${least} < -${MOST} THEN ${dialect.asText(least)} END`;
  });
  const selected = ends.map((end, i) => `${end} AS c${i}`).join(", ");
  const found = await allRows(connection, `SELECT ${selected} FROM ${fromRelation(relation, dialect, "t")}`);
  for (const [i, name] of names.entries()) {
    const [value] = found.texts(i);
    if (value === null) continue;
    const rule = "an integer between -2^53 and 2^53";
    const message = `expected ${rule} for ${JSON.stringify(name)}, found ${value}; exclude it, or let a query convert it`;
    throw new CoppiceError("CELL_TYPE", message, { name, rule, value });
  }
}

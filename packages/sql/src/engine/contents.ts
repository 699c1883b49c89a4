import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import { fromRelation, type Relation } from "../dialect/relation.js";
import type { RowsRequest } from "./request.js";

/**
 * What tells these rows from others: the sum of a hash of every row, with its key, or its position where the engine has one. The engine's own hash
 * will do: rows are compared with what the same engine said of them before.
 */
export async function contentsOf(
  connection: Connection,
  relation: Relation,
  { attributes = [], target, weight, rowKey }: RowsRequest,
): Promise<string> {
  const { dialect } = connection;
  const names = [...attributes, target, ...[weight, rowKey].filter((name) => name !== undefined)];
  const cells = names.map((name) => `${dialect.identifier("t")}.${dialect.identifier(name)}`);
  const isOrdered = dialect.position !== undefined && rowKey === undefined;
  const hash = dialect.rowHash(isOrdered ? ["row_number() OVER ()", ...cells] : cells);
  const hashes = `SELECT ${hash} AS h FROM ${fromRelation(relation, dialect, "t")}`;
  const sum = dialect.asText("sum(h)");
  return (await allRows(connection, `SELECT ${sum} AS s FROM (${hashes}) AS hashes`)).texts(0)[0] ?? "";
}

import type { ColumnSchema, Model, Warning } from "coppice";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import { fromRelation, type Relation } from "../dialect/relation.js";
import { levelCode, type StoredAs } from "../tree/levelCode.js";
import { testedColumns } from "../tree/modelSql.js";

const ALIAS = "t";

/** Levels in rows to be predicted that the model has not seen, counted by one pass over the columns that have levels. */
export async function unseenLevels(
  model: Model,
  connection: Connection,
  relation: Relation,
  stored: ReadonlyMap<string, StoredAs>,
): Promise<Warning[]> {
  const tested = new Set(testedColumns(model));
  const columns = model.attributes.filter(({ name, levels }) => levels !== undefined && tested.has(name));
  if (columns.length === 0) return [];
  const { dialect } = connection;
  const unseen = columns.map((column, i) => {
    const cell = `${dialect.identifier(ALIAS)}.${dialect.identifier(column.name)}`;
    const code = levelCode(column, cell, stored.get(column.name), dialect);
    return `CASE WHEN ${code} IS NULL THEN ${dialect.asText(cell)} END AS u${i}`;
  });
  const figures = columns.map((_, i) => `${dialect.asDouble(`count(u${i})`)} AS n${i}, min(u${i}) AS l${i}`);
  const cells = `SELECT ${unseen.join(", ")} FROM ${fromRelation(relation, dialect, ALIAS)}`;
  const found = await allRows(connection, `SELECT ${figures.join(", ")} FROM (${cells}) AS unseen`);
  return columns.flatMap((column, i): Warning[] => {
    const [count] = found.numbers(2 * i);
    const [level] = found.texts(2 * i + 1);
    return count > 0 ? [warningOf(column, count, level!)] : [];
  });
}

function warningOf({ name }: ColumnSchema, count: number, level: string): Warning {
  const cells = count === 1 ? "1 cell has a level" : `${count} cells have levels`;
  const example = count === 1 ? JSON.stringify(level) : `such as ${JSON.stringify(level)}`;
  return {
    code: "UNSEEN_LEVELS",
    column: name,
    message: `column ${JSON.stringify(name)}: ${cells} the model never saw (${example}); taken as missing`,
  };
}

import { CoppiceError } from "coppice";
import { type LearningTask, quantum } from "coppice/engine";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import type { Dialect } from "../dialect/dialect.js";
import { fromRelation, type Relation } from "../dialect/relation.js";
import { cleanNumber, cleanText } from "./cells.js";

/** A target that is the same in all rows is refused, as that of a table is. */
export async function refuseConstant(
  connection: Connection,
  relation: Relation,
  { target }: Pick<LearningTask, "target">,
  areDeclared: boolean,
): Promise<void> {
  if (!mayBeConstant(target, areDeclared)) return;
  const { name } = target.column;
  const { dialect } = connection;
  const from = fromRelation(relation, dialect, "t");
  const cells = `SELECT ${cellOf(target, dialect)} AS y FROM ${from}`;
  const ends = await allRows(connection, `SELECT min(y), max(y) FROM (${cells}) AS c`);
  const [least, greatest] = [0, 1].map((i) =>
    target.kind === "classes" ? ends.texts(i)[0] : ends.numbers(i)[0],
  );
  if (least !== greatest) return;
  const value = JSON.stringify(String(least));
  const message = `the target ${JSON.stringify(name)} is ${value} in every row: there is nothing to learn`;
  throw new CoppiceError("TARGET_CONSTANT", message, { name });
}

/** Levels that are declared need not occur; and numbers that differ little may be one on their grid. So rows are asked then. */
function mayBeConstant(target: LearningTask["target"], areDeclared: boolean): boolean {
  if (target.kind === "values") return target.grid.quantum1 === quantum(0);
  return areDeclared || target.column.levels.length < 2;
}

function cellOf({ kind, column: { name } }: LearningTask["target"], dialect: Dialect): string {
  const column = `${dialect.identifier("t")}.${dialect.identifier(name)}`;
  return kind === "classes" ? cleanText(column, dialect) : cleanNumber(column, dialect);
}

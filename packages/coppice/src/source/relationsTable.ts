import { show } from "../base/errors.js";
import { type Column, cellText } from "../table/column.js";
import { type RelationSource, type RelationsSource, relationError } from "../table/relationsSource.js";
import type { Table } from "../table/table.js";

export const RELATION_COLUMN = "relation";

/**
 * Many relations in one table: the column `relation` names the relation of each row, the columns after it are the
 * arguments, and those before it are ignored. Empty cells at a row's end are absent arguments.
 */
export function relationsInTable({ columns, rows }: Table, source: string): RelationsSource {
  const at = columns.findIndex(({ name }) => name === RELATION_COLUMN);
  if (at < 0 || at === columns.length - 1) {
    const message = `${source} must have a column ${show(RELATION_COLUMN)} with the arguments' columns after it; to read a table as one relation, use --relation name=file`;
    throw relationError(message, source, `a column ${RELATION_COLUMN}`);
  }
  const byName = new Map<string, string[][]>();
  for (let row = 0; row < rows; row++) {
    const name = cellText(columns[at], row);
    if (name === undefined) throw relationError(`${source}, row ${row + 1}: no relation is named`, source);
    const tuples = byName.get(name) ?? [];
    tuples.push(tupleAt(columns.slice(at + 1), row, source));
    byName.set(name, tuples);
  }
  return { relations: [...byName].map(([name, tuples]): RelationSource => ({ name, tuples })) };
}

/** A table as tuples: each row is one, each column an argument. */
export function tuplesInTable({ columns, rows }: Table, source: string): string[][] {
  return Array.from({ length: rows }, (_, row) => {
    const tuple = tupleAt(columns, row, source);
    if (tuple.length < columns.length) throw emptyCell(source, row);
    return tuple;
  });
}

function tupleAt(columns: readonly Column[], row: number, source: string): string[] {
  const cells = columns.map((column) => cellText(column, row));
  while (cells.length > 0 && cells.at(-1) === undefined) cells.pop();
  if (cells.length === 0 || cells.includes(undefined)) throw emptyCell(source, row);
  return cells as string[];
}

function emptyCell(source: string, row: number) {
  return relationError(`${source}, row ${row + 1}: an argument is empty`, source, "no empty arguments");
}

import type { Column, Table } from "coppice";

const known = new WeakMap<Table, readonly number[]>();

/** A cell per column: the median of numbers, the most frequent level; NaN or -1 if all are missing. */
export function typicalCells(table: Table): readonly number[] {
  const before = known.get(table);
  if (before !== undefined) return before;
  const found = table.columns.map(typicalCell);
  known.set(table, found);
  return found;
}

function typicalCell(column: Column): number {
  if (column.type === "numeric") {
    const values = column.values.filter((value) => !Number.isNaN(value)).sort();
    return values.length === 0 ? Number.NaN : values[values.length >> 1];
  }
  const counts = new Float64Array(column.levels.length);
  for (const code of column.codes) if (code >= 0) counts[code]++;
  const most = counts.reduce((best, count, code) => (count > (counts[best] ?? 0) ? code : best), -1);
  return most;
}

import type { Column, Table } from "coppice";

/** The same columns with missing values in some rows, and a level that no training row has in others. */
export function disturbed(table: Table): Table {
  const columns = table.columns.map((column, c): Column => {
    const isMissing = (row: number) => (row + c) % 5 === 0;
    if (column.type === "numeric")
      return { ...column, values: column.values.map((value, row) => (isMissing(row) ? Number.NaN : value)) };
    const levels = [...column.levels, 'it\'s "new"; --'];
    const codes = column.codes.map((code, row) =>
      isMissing(row) ? -1 : (row + c) % 7 === 0 ? levels.length - 1 : code,
    );
    return { ...column, levels, codes };
  });
  return { ...table, columns };
}

import type { Column } from "../table/column.js";
import type { Table } from "../table/table.js";

/** The same table in shared memory; columns that are in shared memory already are not copied. */
export function sharedTable(table: Table): Table {
  const columns = table.columns.map((column): Column => {
    if (column.type === "numeric") {
      if (column.values.buffer instanceof SharedArrayBuffer) return column;
      const values = new Float64Array(new SharedArrayBuffer(column.values.byteLength));
      values.set(column.values);
      return { ...column, values };
    }
    if (column.codes.buffer instanceof SharedArrayBuffer) return column;
    const codes = new Int32Array(new SharedArrayBuffer(column.codes.byteLength));
    codes.set(column.codes);
    return { ...column, codes };
  });
  return { rows: table.rows, columns };
}

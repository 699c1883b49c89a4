import { hasMethods, isObject, shapeError } from "./shape.js";
import type { OtherShapes } from "./shapeOf.js";

/** One method of each kind of table that `allShapes` recognises: Arrow, Arquero and DuckDB, Data-Forge, Polars, Danfo. */
const METHODS = ["getChild", "columnNames", "getColumnNames", "getColumn", "column"];

/** Rows, columns and matrices only. Tables are refused: those of other packages can be iterated, and would be taken for rows. */
export const plainShapes: OtherShapes = {
  foreign(data) {
    const isTable = isObject(data) && typeof data.rows === "number" && Array.isArray(data.columns);
    if (!isTable && !METHODS.some((method) => hasMethods(data, method))) return undefined;
    throw shapeError(
      'coppice/predict takes no tables, only rows, columns and matrices; predict of "coppice" takes them',
    );
  },
  accepted:
    "rows (objects or Maps), columns (an object of lists), a matrix with column names, or an iterable of rows",
};

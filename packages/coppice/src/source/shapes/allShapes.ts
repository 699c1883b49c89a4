import { completed, tableIn } from "../tableIn.js";
import { arrowShape, isArrow } from "./arrow.js";
import { isPlain } from "./columns.js";
import { frameShape } from "./frames.js";
import { joinShapes } from "./join.js";
import { isList, isObject } from "./shape.js";
import { collected, isAsync, type OtherShapes, shapeOf } from "./shapeOf.js";

/** Everything that `tableFrom` and `predict` of `coppice` accept. */
export const allShapes: OtherShapes = {
  foreign: (data) => (isArrow(data) ? arrowShape(data) : frameShape(data)),
  collected: (data) => (isAsync(data) ? collected(data) : undefined),
  tableIn(data, wanted) {
    const table = tableIn(data);
    return table && completed(table, wanted);
  },
  batchesOf: (list, names) =>
    isBatch(list[0]) ? joinShapes(list.map((batch) => shapeOf(batch, allShapes, names))) : undefined,
  accepted:
    "rows (objects or Maps), columns (an object of lists), a matrix with column names, an Arrow, Arquero, Polars, Danfo or Data-Forge table, a DuckDB reader, or an iterable of rows or of such tables",
};

function isBatch(item: unknown): boolean {
  // A row given as a list contains cells; a batch contains rows.
  if (Array.isArray(item))
    return item.length > 0 && (isObject(item[0]) || isList(item[0])) && !(item[0] instanceof Date);
  if (!isObject(item) || item instanceof Map) return false;
  if (allShapes.foreign(item)) return true;
  const values = isPlain(item) ? Object.values(item) : [];
  return values.length > 0 && values.every(isList);
}

import { type ColumnSchema, CoppiceError } from "coppice";
import type { Storage } from "../dialect/dialect.js";
import type { StoredColumn } from "../source/feed.js";

/** What is to be learned from a relation. */
export interface RowsRequest {
  readonly target: string;
  /** A column with each row's weight, which is not an attribute. */
  readonly weight?: string;
  /** A column of whole numbers that no two rows share: chance goes by it. It is not an attribute. */
  readonly rowKey?: string;
  /** The attributes' names, in the order of the model. Default: all other columns. */
  readonly attributes?: readonly string[];
  /** Declared types and levels, by column. Default: numbers are numeric and text is nominal, with the levels found. */
  readonly columns?: readonly ColumnSchema[];
  /** What the rows are coded for: trees need exact ranks of values, unless they too are to learn from bins, as boosting does. Default: both. */
  readonly coding?: "exact" | "bins";
  /** Called while they are, with the share that is done and the number of rows, once it is known. */
  readonly onCoding?: (done: number, rows: number) => void;
}

/** A column and how it is learned from. */
export interface RowColumn {
  readonly schema: ColumnSchema;
  readonly stored: Storage;
  /** Its numbers are of a type that results carry as they are. */
  readonly isNarrow?: boolean;
}

export interface RowColumns {
  readonly attributes: readonly RowColumn[];
  readonly target: RowColumn;
  readonly weight?: string;
  readonly rowKey?: string;
}

/** The columns that a request names, checked against those that there are. */
export function columnsFor(request: RowsRequest, found: readonly StoredColumn[], source: string): RowColumns {
  const byName = new Map(found.map((column) => [column.name, column]));
  const declared = new Map(request.columns?.map((column) => [column.name, column]));
  const columnNamed = (name: string): RowColumn => {
    const column = byName.get(name);
    if (column === undefined) throw unknown(name, [...byName.keys()], source);
    const { stored, isNarrow = false } = column;
    return { stored, isNarrow, schema: schemaOf(column, declared.get(name)) };
  };
  const { target, weight, rowKey } = request;
  const isOther = (name: string) => name !== target && name !== weight && name !== rowKey;
  const attributes = (request.attributes ?? found.map(({ name }) => name)).filter(isOther);
  if (attributes.length === 0) {
    const message = "there is no attribute to learn from besides the target";
    throw new CoppiceError("ATTRIBUTE_NONE", message, { name: target });
  }
  for (const [what, name] of [
    ["weight", weight],
    ["row key", rowKey],
  ] as const) {
    if (name === undefined || columnNamed(name).stored !== "text") continue;
    const message = `the ${what} column ${JSON.stringify(name)} must be numeric; got text`;
    throw new CoppiceError("COLUMN_TYPE", message, { name, rule: "numeric", value: "text" });
  }
  return {
    attributes: attributes.map(columnNamed),
    target: columnNamed(target),
    ...(weight !== undefined && { weight }),
    ...(rowKey !== undefined && { rowKey }),
  };
}

function schemaOf({ name, stored }: StoredColumn, declared: ColumnSchema | undefined): ColumnSchema {
  if (stored === "date" || stored === "date-time" || stored === "time") {
    const what =
      stored === "time" ? "times of day, which are interpreted" : "dates, whose parts are computed";
    const message = `${JSON.stringify(name)} holds ${what} in memory: exclude it, or let a query compute numbers from it`;
    throw new CoppiceError("COLUMN_TYPE", message, { name, rule: "numbers or text", value: stored });
  }
  const type = declared?.type ?? (stored === "text" ? "nominal" : "numeric");
  const isNumeric = type === "numeric";
  if (isNumeric !== (stored !== "text") || type === "string" || type === "text") {
    const what = stored === "text" ? "text" : "numbers";
    const message = `${JSON.stringify(name)} is stored as ${what} and cannot be used as ${type} where it is: let a query convert it`;
    throw new CoppiceError("COLUMN_TYPE", message, { name, rule: type, value: stored });
  }
  return declared?.levels ? { name, type, levels: declared.levels } : { name, type };
}

function unknown(name: string, names: readonly string[], source: string): CoppiceError {
  const message = `${source} has no column ${JSON.stringify(name)}`;
  return new CoppiceError("COLUMN_UNKNOWN", message, { name, value: names.slice(0, 50) });
}

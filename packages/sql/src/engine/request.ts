import { type ColumnSchema, CoppiceError } from "coppice";
import type { Storage } from "../dialect/dialect.js";
import type { StoredColumn } from "../source/feed.js";

/** What is to be learned from a relation. */
export interface RowsRequest {
  readonly target: string;
  /** A column with each row's weight, which is not an attribute. */
  readonly weight?: string;
  /** The attributes' names, in the order of the model. Default: all other columns. */
  readonly attributes?: readonly string[];
  /** Declared types and levels, by column. Default: numbers are numeric and text is nominal, with the levels found. */
  readonly columns?: readonly ColumnSchema[];
  /** What the rows are coded for: trees need exact ranks of values, boosting needs bins of its own. Default: both. */
  readonly coding?: "exact" | "bins";
}

/** A column and how it is learned from. */
export interface RowColumn {
  readonly schema: ColumnSchema;
  readonly stored: Storage;
}

export interface RowColumns {
  readonly attributes: readonly RowColumn[];
  readonly target: RowColumn;
  readonly weight?: string;
}

/** The columns that a request names, checked against those that there are. */
export function columnsFor(request: RowsRequest, found: readonly StoredColumn[], source: string): RowColumns {
  const byName = new Map(found.map((column) => [column.name, column]));
  const declared = new Map(request.columns?.map((column) => [column.name, column]));
  const columnNamed = (name: string): RowColumn => {
    const column = byName.get(name);
    if (column === undefined) throw unknown(name, [...byName.keys()], source);
    return { stored: column.stored, schema: schemaOf(column, declared.get(name)) };
  };
  const { target, weight } = request;
  const others = found.map(({ name }) => name).filter((name) => name !== target && name !== weight);
  const attributes = (request.attributes ?? others).filter((name) => name !== target && name !== weight);
  if (attributes.length === 0) {
    const message = "there is no attribute to learn from besides the target";
    throw new CoppiceError("ATTRIBUTE_NONE", message, { name: target });
  }
  if (weight !== undefined && columnNamed(weight).stored === "text") {
    const message = `the weight column ${JSON.stringify(weight)} must be numeric; got text`;
    throw new CoppiceError("COLUMN_TYPE", message, { name: weight, rule: "numeric", value: "text" });
  }
  return {
    attributes: attributes.map(columnNamed),
    target: columnNamed(target),
    ...(weight !== undefined && { weight }),
  };
}

function schemaOf({ name, stored }: StoredColumn, declared: ColumnSchema | undefined): ColumnSchema {
  if (stored === "date" || stored === "date-time") {
    const message = `${JSON.stringify(name)} holds dates, whose parts are computed in memory: exclude it, or let a query compute numbers from it`;
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

import { CoppiceError, show } from "../base/errors.js";
import type { Declaration } from "../table/builder.js";
import type { Column } from "../table/column.js";
import { inspect } from "../table/infer.js";
import type { ColumnSchema, Schema } from "../table/schema.js";
import { makeTable, type Warning } from "../table/table.js";
import type { ReadOptions, ReadResult } from "./options.js";

/** What a reader has gathered when the last row is in. */
export interface Gathered {
  readonly file: string;
  readonly columns: readonly Column[];
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** Named by the format; the user's schema goes before. */
  readonly target?: string;
  readonly weight?: string;
  readonly warnings?: readonly Warning[];
}

/** The one way out of every reader. */
export function resultOf(gathered: Gathered, options: ReadOptions): ReadResult {
  const { file, columns, declarations } = gathered;
  const made = makeTable(columns);
  if (made.rows === 0) {
    throw new CoppiceError("TABLE_NO_ROWS", `${file} has ${columns.length} columns and no rows`, {
      name: file,
    });
  }
  const declared = new Set(columns.map((column) => column.name).filter((name) => declarations.has(name)));
  const warnings = [
    ...(gathered.warnings ?? []),
    ...columns.flatMap((column) => orderWarning(column, declarations)),
    ...inspect(made, declared),
  ];
  const table = { ...made, declared, warnings };
  return { table, schema: schemaOf(gathered, options), declared, warnings };
}

function schemaOf({ columns, target, weight }: Gathered, { schema }: ReadOptions): Schema {
  const named = (name: string | undefined) => columns.some((column) => column.name === name);
  const targetName = schema?.target ?? target;
  const weightName = schema?.weight ?? weight;
  return {
    ...(targetName !== undefined && named(targetName) ? { target: targetName } : {}),
    ...(weightName !== undefined && named(weightName) ? { weight: weightName } : {}),
    columns: columns.map(columnSchema),
  };
}

function columnSchema(column: Column): ColumnSchema {
  const { name, type } = column;
  return column.type === "numeric" ? { name, type } : { name, type, levels: column.levels };
}

function orderWarning(column: Column, declarations: ReadonlyMap<string, Declaration>): Warning[] {
  if (column.type !== "ordered" || declarations.get(column.name)?.levels) return [];
  const message = `${show(column.name)} is ordered but its levels are not declared: taken in code point order`;
  return [{ code: "LEVEL_ORDER", column: column.name, message }];
}

/** Both binary formats have dates, which a table holds as numbers. */
export function dateWarning(column: string): Warning {
  const message = `${show(column)} holds dates, read as milliseconds since 1970`;
  return { code: "DATE_AS_NUMBER", column, message };
}

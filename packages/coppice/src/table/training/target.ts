import { CoppiceError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { Column } from "../column.js";
import { optionName, remedyText, typeRemedy, type Wording } from "../remedy.js";
import { type ColumnSchema, isStringType } from "../schema.js";
import type { Table, Warning } from "../table.js";

/** The target as stored in a model. */
export function targetSchema(column: Column, wording: Wording): ColumnSchema {
  const { name, type } = column;
  if (column.type === "numeric") return { name, type };
  if (!isStringType(column.type)) return { name, type, levels: column.levels };
  const remedy = remedyText(typeRemedy(name, "nominal", "to predict its values as classes"), wording);
  throw new CoppiceError(
    "TARGET_TYPE",
    `the target ${JSON.stringify(name)} must be numeric, nominal or ordered; it is ${type}: ${remedy}`,
    { name, rule: "numeric, nominal or ordered", value: type },
  );
}

/** The column to predict; the error for an unknown name lists the table's columns. */
export function targetColumn(table: Table, name: string | undefined, wording: Wording): Column {
  const found = table.columns.find((column) => column.name === name);
  if (found !== undefined) return found;
  const names = table.columns.map((column) => column.name);
  const quoted = names.slice(0, 12).map((other) => JSON.stringify(other));
  const shown = [...quoted, ...(names.length > 12 ? ["…"] : [])].join(", ");
  const option = optionName("target", wording);
  if (name === undefined) {
    const message = `no target column: ${wording === "flag" ? `add ${option} with` : `set ${option} to`} one of ${shown}`;
    throw new CoppiceError("TARGET_MISSING", message, { name: option });
  }
  const advice = didYouMean(name, names) || `; its columns are ${shown}`;
  throw new CoppiceError(
    "COLUMN_UNKNOWN",
    `the table has no column ${JSON.stringify(name)} for ${option}${advice}`,
    { name, value: names.slice(0, 50) },
  );
}

const FEW_VALUES = 10;

/** Classes are often written as numbers; a regression on three values is seldom intended. */
export function numericClasses(column: Column): Warning[] {
  if (column.type !== "numeric") return [];
  const distinct = new Set<number>();
  for (const value of column.values) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value) || distinct.add(value).size > FEW_VALUES) return [];
  }
  const { name } = column;
  return [
    {
      code: "TARGET_NUMERIC",
      column: name,
      message: `the target ${JSON.stringify(name)} has only ${distinct.size} distinct whole numbers; treated as numeric (regression)`,
      remedy: typeRemedy(name, "nominal", "if they are classes"),
    },
  ];
}

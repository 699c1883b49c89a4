import { CoppiceError } from "../../base/errors.js";
import type { Column } from "../column.js";
import { optionName, remedyText, typeRemedy, type Wording } from "../remedy.js";
import type { ColumnSchema } from "../schema.js";
import type { Table, Warning } from "../table.js";

/** The target as a model keeps it. */
export function targetSchema(column: Column, wording: Wording): ColumnSchema {
  const { name, type } = column;
  if (column.type === "numeric") return { name, type };
  if (column.type !== "string") return { name, type, levels: column.levels };
  const remedy = remedyText(typeRemedy(name, "nominal", "to predict its values as classes"), wording);
  throw new CoppiceError(
    "TARGET_TYPE",
    `the target ${JSON.stringify(name)} must be numeric, nominal or ordered; it is string: ${remedy}`,
    { name, rule: "numeric, nominal or ordered", value: type },
  );
}

export function targetMissing(table: Table, wording: Wording): CoppiceError {
  const names = table.columns.map(({ name }) => JSON.stringify(name));
  const shown = names.length > 12 ? [...names.slice(0, 12), "…"] : names;
  const option = optionName("target", wording);
  return new CoppiceError(
    "TARGET_MISSING",
    `which column is to be predicted? set ${option} to one of ${shown.join(", ")}`,
    { name: option },
  );
}

const FEW_VALUES = 10;

/** Classes are often written as numbers; a regression over three values is seldom what was meant. */
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
      remedy: typeRemedy(name, "nominal", "if they stand for classes"),
    },
  ];
}

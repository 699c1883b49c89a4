import { show } from "../../base/errors.js";
import type { Column } from "../../table/column.js";
import type { Warning } from "../../table/table.js";
import type { ReadOptions, ReadResult } from "../options.js";

/** Adds a warning for columns whose points may separate thousands, if another column has decimal commas. */
export function withMixedDecimals(result: ReadResult, { decimal }: ReadOptions): ReadResult {
  const { table, declared } = result;
  const comma = decimal === undefined ? table.columns.find(hasDecimalComma) : undefined;
  if (comma === undefined) return result;
  const found = table.columns.filter((column) => !declared.has(column.name) && mayBeGrouped(column));
  if (found.length === 0) return result;
  const warnings = [...result.warnings, ...found.map(({ name }) => mixedWarning(name, comma.name))];
  return { ...result, table: { ...table, warnings }, warnings };
}

function hasDecimalComma({ notation }: Column): boolean {
  return notation?.kind === "number" && notation.decimal === ",";
}

/** Plain numbers, some with decimals, and never more than three of them. */
function mayBeGrouped(column: Column): boolean {
  if (column.type !== "numeric" || column.notation || column.part) return false;
  const known = column.values.filter((x) => !Number.isNaN(x));
  return (
    known.every((x) => Number.isInteger(Math.round(x * 1e6) / 1e3)) &&
    !known.every((x) => Number.isInteger(x))
  );
}

function mixedWarning(column: string, comma: string): Warning {
  return {
    code: "DECIMAL_AMBIGUOUS",
    column,
    message: `${show(comma)} has decimal commas, but ${show(column)} is read with decimal points, which could separate thousands`,
    remedy: { flag: "--decimal ,", option: 'decimal: ","', effect: "if so" },
  };
}

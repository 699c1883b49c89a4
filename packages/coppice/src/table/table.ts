import { CoppiceError } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import { type Column, takeRows } from "./column.js";
import { elsewhere } from "./elsewhere.js";
import type { Remedy } from "./remedy.js";

/** Columns of equal length with distinct names. Tables are immutable. */
export interface Table {
  readonly rows: number;
  readonly columns: readonly Column[];
  /** Columns whose type was declared, by the user or by the format; absent if not known. */
  readonly declared?: ReadonlySet<string>;
  /** Findings from reading it. */
  readonly warnings?: readonly Warning[];
}

/** Something the user should know about a table that is not an error: shown once, on standard error. */
export interface Warning {
  readonly code:
    | "CONSTANT"
    | "ID_LIKE"
    | "NEAR_UNIQUE"
    | "ROW_NUMBER"
    | "ALL_MISSING"
    | "MANY_LEVELS"
    | "TARGET_MISSING_ROWS"
    | "ZERO_WEIGHT_ROWS"
    | "UNSEEN_LEVELS"
    | "STRING_IGNORED"
    | "LEVEL_ORDER"
    | "DATE_AS_NUMBER"
    | "DATE_AS_TEXT"
    | "TARGET_NUMERIC"
    | "TARGET_CONSTANT"
    | "TARGET_CLASSES"
    | "CLASS_MISSPELT"
    | "CLASS_SINGLE"
    | "CLASS_RARE"
    | "LEAK"
    | "LEAK_MISSING"
    | "DUPLICATE_ROWS"
    | "CLASS_NOT_LEARNED"
    | "NOT_ASSESSED"
    | "PRIORS_WITHOUT_ROWS"
    | "NUMBERS_IN_TEXT"
    | "MOSTLY_NUMERIC"
    | "DECIMAL_AMBIGUOUS"
    | "DATE_ORDER_AMBIGUOUS"
    | "SPELLINGS_JOINED"
    | "LEVELS_ALIKE"
    | "DIGITS_AS_TEXT"
    | "ENCODING_GUESSED"
    | "TITLE_LINES"
    | "TOTALS_ROW"
    | "UNNAMED_COLUMN";
  readonly column?: string;
  /** What was found, and what was done about it. */
  readonly message: string;
  /** What the user can do about it; `warningText` formats both. */
  readonly remedy?: Remedy;
}

/** A table of these columns, which must have different names and the same length. */
export function makeTable(columns: readonly Column[]): Table {
  const seen = new Set<string>();
  let rows: number | undefined;
  for (const column of columns) {
    if (seen.has(column.name)) {
      throw new CoppiceError("COLUMN_DUPLICATE", `duplicate column ${JSON.stringify(column.name)}`, {
        name: column.name,
      });
    }
    seen.add(column.name);
    const length =
      elsewhere(column)?.length ?? (column.type === "numeric" ? column.values : column.codes).length;
    if (rows !== undefined && length !== rows) {
      throw new Error(`column ${column.name} has ${length} cells, but others have ${rows}`);
    }
    rows = length;
  }
  return { rows: rows ?? 0, columns };
}

/** The column of this name; an unknown name is a `COLUMN_UNKNOWN` error with the nearest one. */
export function columnOf(table: Table, name: string): Column {
  const found = table.columns.find((column) => column.name === name);
  if (found) return found;
  const names = table.columns.map((column) => column.name);
  throw new CoppiceError(
    "COLUMN_UNKNOWN",
    `the table has no column ${JSON.stringify(name)}${didYouMean(name, names)}`,
    { name, value: names.slice(0, 50) },
  );
}

/** The table of these rows, counted from 0, in this order. */
export function selectRows(table: Table, rows: ArrayLike<number>): Table {
  const columns = table.columns.map((column) => takeRows(column, rows));
  // Warnings concern all rows; a declared type stays declared for a subset.
  return { rows: rows.length, columns, ...(table.declared && { declared: table.declared }) };
}

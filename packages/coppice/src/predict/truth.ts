import { CoppiceError, show } from "../base/errors.js";
import { MISSING_CODE, type NominalColumn } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import { columnOf, type Table, type Warning } from "../table/table.js";
import { levelCoder } from "./levelCoder.js";

function sameLevels(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((level, i) => level === b[i]);
}

/** The true targets of rows, in a target's codes. `classes` may extend the target's levels: see `truthOf`. */
export type Truth =
  | {
      readonly kind: "classification";
      /** -1 if the value is missing. */
      readonly codes: Int32Array;
      readonly classes: readonly string[];
      /** About classes that the target does not list. */
      readonly warnings?: readonly Warning[];
    }
  | { readonly kind: "regression"; readonly values: Float64Array };

/**
 * The target column of a table. A class that `target` does not list gets a code after the listed ones, with a
 * warning, since a model cannot predict it. It is an error if most of the table's classes are not listed: the levels
 * are those of another target.
 */
export function truthOf(target: ColumnSchema, table: Table): Truth {
  const column = columnOf(table, target.name);
  if (target.type === "numeric") {
    if (column.type !== "numeric") throw wrongType(target.name, "numbers, as in training", column.type);
    return { kind: "regression", values: column.values };
  }
  if (column.type === "numeric") throw wrongType(target.name, "classes, as in training", column.type);
  const levels = target.levels ?? [];
  if (sameLevels(column.levels, levels))
    return { kind: "classification", codes: column.codes, classes: levels };
  const codeOf = levelCoder(target);
  const named = column.levels.map((level) => levels[codeOf(level) ?? -1] ?? level);
  return classTruth(target.name, levels, { ...column, levels: named });
}

function classTruth(name: string, levels: readonly string[], column: NominalColumn): Truth {
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  const rowsOf = new Map<string, number>();
  const codes = column.codes.map((code) => {
    if (code < 0) return MISSING_CODE;
    const level = column.levels[code];
    rowsOf.set(level, (rowsOf.get(level) ?? 0) + 1);
    if (!codeOf.has(level)) codeOf.set(level, codeOf.size);
    return codeOf.get(level)!;
  });
  const listed = new Set(levels);
  const unlisted = [...rowsOf.keys()].filter((level) => !listed.has(level));
  if (2 * unlisted.length > rowsOf.size) throw wrongClasses(name, levels, unlisted);
  const warnings = unlisted.map((level) => unlistedWarning(name, level, rowsOf.get(level)!));
  return {
    kind: "classification",
    codes,
    classes: [...codeOf.keys()],
    ...(warnings.length > 0 && { warnings }),
  };
}

function unlistedWarning(column: string, level: string, rows: number): Warning {
  const what = rows === 1 ? "its 1 row" : `its ${rows} rows`;
  return {
    code: "CLASS_NOT_LEARNED",
    column,
    message: `class ${JSON.stringify(level)} was not in the training data: ${what} cannot be classified correctly`,
  };
}

function wrongClasses(name: string, levels: readonly string[], found: readonly string[]): CoppiceError {
  return new CoppiceError(
    "CLASSES_DIFFER",
    `the target ${JSON.stringify(name)} must have the classes ${listText(levels)}; the table has ${listText(found)}`,
    { name, rule: `the classes ${listText(levels)}`, value: found.slice(0, 50) },
  );
}

const SHOWN = 8;

/** Class names for a message: quoted, and limited in number. */
export function listText(levels: readonly string[]): string {
  const shown = levels.slice(0, SHOWN).map(show);
  return levels.length > SHOWN ? `${shown.join(", ")} and ${levels.length - SHOWN} more` : shown.join(", ");
}

function wrongType(name: string, rule: string, value: string): CoppiceError {
  return new CoppiceError(
    "TARGET_TYPE",
    `the target ${JSON.stringify(name)} must hold ${rule}; it is ${value}`,
    { name, rule, value },
  );
}

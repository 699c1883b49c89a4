import { CoppiceError } from "../../base/errors.js";
import type { Column } from "../../table/column.js";

/** What the classes of a target are whose type was found out, not declared. */
export type ClassKind = "numbers" | "names";

/** Of the first rows; undefined if some of their classes are numbers and others are not. */
export function classKindOf(column: Column): ClassKind | undefined {
  if (column.type === "numeric") return "numbers";
  const kinds = new Set(column.levels.map(kindOf));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/**
 * Where all classes at the start were numbers, or none was, the next one is of that kind too. Otherwise a column that was
 * shifted, or a writer that changed, would pass for new classes. `first` is the number of rows before these.
 */
export function checkClassKind(kind: ClassKind, column: Column, first: number): void {
  if (column.type === "numeric") return;
  const { codes, levels, name } = column;
  const others = new Set(levels.flatMap((level, code) => (kindOf(level) === kind ? [] : [code])));
  if (others.size === 0) return;
  const row = codes.findIndex((code) => others.has(code));
  if (row >= 0) throw changed(name, kind, levels[codes[row]], first + row + 1);
}

function kindOf(level: string): ClassKind {
  return level.trim() !== "" && Number.isFinite(Number(level)) ? "numbers" : "names";
}

function changed(name: string, kind: ClassKind, level: string, row: number): CoppiceError {
  const told = JSON.stringify(name);
  const now = kind === "numbers" ? "which is no number" : "a number";
  const message = `the target ${told} changes its type: its classes were ${kind} at the start of the stream, and row ${row} has ${JSON.stringify(level)}, ${now}; if that is meant, declare ${told} nominal`;
  return new CoppiceError("TARGET_TYPE", message, { name, rule: kind, value: level });
}

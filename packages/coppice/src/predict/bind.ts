import { CoppiceError, type ErrorCode } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import { asOrdered, type Cells, type Column, type NumericColumn } from "../table/column.js";
import { unitKey } from "../table/numberNotation.js";
import { POINT_ADVICE, plainPoint } from "../table/plainPoint.js";
import { type ColumnSchema, isStringType, type Notation } from "../table/schema.js";
import { StringCells } from "../table/stringCells.js";
import type { Table, Warning } from "../table/table.js";
import { needed, sourceOf, textNumber } from "../table/textNumber.js";
import { partValue } from "../table/timeParts.js";
import { levelCoder } from "./levelCoder.js";

export type { Cells } from "../table/column.js";

export interface Bound {
  /** One array per attribute, in the model's order and the model's level codes. */
  readonly cells: Cells[];
  readonly warnings: Warning[];
}

export type Bind = (attributes: readonly ColumnSchema[], table: Table) => Bound;

/** A table's columns in a model's terms. A level's code is the model's, whatever order the table has its levels in. */
export function bind(attributes: readonly ColumnSchema[], table: Table): Bound {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const warnings: Warning[] = [];
  const cells = attributes.map((attribute) => {
    const { name, type, part } = attribute;
    const column = columns.get(name);
    const dates = part && columns.get(part.of);
    if (column === undefined) {
      if (dates) return numbersOf(sourceOf(part), dates).map((date) => partValue(date, part.unit));
      throw absent(name, [...columns.keys()], "which the table does not have", attributes);
    }
    if (type === "numeric") return numbersOf(attribute, column);
    if (isStringType(type)) return stringsOf(column);
    const codes = codesOf(attribute, column, warnings);
    return type === "ordered" ? asOrdered(codes) : codes;
  });
  return { cells, warnings };
}

/** The codes of a column under an attribute's levels; cells of other levels become missing, and one warning says so. */
export function codesOf(attribute: ColumnSchema, column: Column, warnings: Warning[]): Int32Array {
  if (column.type !== "numeric" && sameLevels(attribute.levels ?? [], column.levels)) return column.codes;
  const codeOf = levelCoder(attribute);
  const unseen = new Unseen();
  const told = (code: number | undefined, value: string | number) => {
    if (code === undefined) unseen.add(String(value));
    return code ?? -1;
  };
  let codes: Int32Array;
  if (column.type === "numeric") {
    // Levels are text and the cells are numbers.
    codes = Int32Array.from(column.values, (value) =>
      Number.isNaN(value) ? -1 : told(codeOf(value), value),
    );
  } else {
    const known = column.levels.map(codeOf);
    codes = column.codes.map((code) => (code < 0 ? -1 : told(known[code], column.levels[code])));
  }
  unseen.report(column.name, warnings);
  return codes;
}

/** The strings of a column, whatever they are; numbers are taken as they are written by default. */
function stringsOf(column: Column): StringCells {
  if (column.type !== "numeric") return StringCells.with(column.codes, column.levels);
  const strings: string[] = [];
  const codeOf = new Map<number, number>();
  const codes = Int32Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return -1;
    if (!codeOf.has(value)) codeOf.set(value, strings.push(String(value)) - 1);
    return codeOf.get(value)!;
  });
  return StringCells.with(codes, strings);
}

function numbersOf({ notation }: ColumnSchema, column: Column): Float64Array {
  if (column.type === "numeric") {
    const found = otherNotation(notation, column);
    if (found !== undefined) throw notNeeded(column.name, notation, found);
    return column.values;
  }
  const read = column.levels.map(textNumber(notation));
  const bad = read.indexOf(undefined);
  if (bad >= 0) throw notNeeded(column.name, notation, JSON.stringify(column.levels[bad]), "CELL_TYPE");
  const point = plainPoint(column.levels, notation);
  if (point !== undefined)
    throw notNeeded(column.name, notation, `${JSON.stringify(point)}; ${POINT_ADVICE}`, "CELL_TYPE");
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : read[code]!));
}

/** What a column of numbers holds, where the model needs something else: dates, times of day, another unit. */
function otherNotation(
  wanted: Notation | undefined,
  { notation, values }: NumericColumn,
): string | undefined {
  const [ours, theirs] = [momentKind(wanted), momentKind(notation)];
  if (ours !== theirs) return values.every(Number.isNaN) ? undefined : (theirs ?? "plain numbers");
  if (notation?.kind !== "number" || notation.unit === undefined) return undefined;
  const unit = wanted?.kind === "number" ? wanted.unit : undefined;
  return unit !== undefined && unitKey(unit) === unitKey(notation.unit)
    ? undefined
    : `numbers in ${JSON.stringify(notation.unit)}`;
}

function momentKind(notation: Notation | undefined): string | undefined {
  if (notation?.kind !== "time") return undefined;
  return notation.shows === "time" ? "times of day" : "dates";
}

function notNeeded(
  name: string,
  notation: Notation | undefined,
  found: string,
  code: ErrorCode = "MODEL_MISMATCH",
): CoppiceError {
  const rule = needed(notation);
  const message = `the model needs ${rule} in the column ${JSON.stringify(name)}; the table has ${found}`;
  return new CoppiceError(code, message, { name, rule, value: found });
}

export function sameLevels(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((level, i) => level === b[i]);
}

/** `why` says where there is no such column; a column that is another attribute is not suggested. */
export function absent(
  name: string,
  names: readonly string[],
  why: string,
  attributes: readonly ColumnSchema[],
): CoppiceError {
  const free = names.filter((other) => attributes.every((one) => one.name !== other));
  return new CoppiceError(
    "MODEL_MISMATCH",
    `the model needs a column ${JSON.stringify(name)}, ${why}${didYouMean(name, free)}`,
    { name, rule: "a column of this name", value: names.slice(0, 50) },
  );
}

/** Cells whose level the model never saw: how many, and which come first. */
export class Unseen {
  private cells = 0;
  private readonly levels = new Set<string>();

  add(level: string): void {
    this.cells++;
    this.levels.add(level);
  }

  report(column: string, warnings: Warning[]): void {
    if (this.cells === 0) return;
    const shown = [...this.levels].slice(0, 3).map((level) => JSON.stringify(level));
    const more = this.levels.size > shown.length ? `, and ${this.levels.size - shown.length} more` : "";
    const cells = this.cells === 1 ? "1 cell has a level" : `${this.cells} cells have levels`;
    warnings.push({
      code: "UNSEEN_LEVELS",
      column,
      message: `column ${JSON.stringify(column)}: ${cells} the model never saw (${shown.join(", ")}${more}); taken as missing`,
    });
  }
}

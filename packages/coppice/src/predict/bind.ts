import { CoppiceError, unreachable } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import type { Cells, Column, NumericColumn } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table, Warning } from "../table/table.js";
import { partColumn } from "../table/timeParts.js";
import { sourceOf, textNumber } from "./attributeCells.js";
import { levelCoder } from "./levelCoder.js";

export type { Cells } from "../table/column.js";

export interface Bound {
  /** One array per attribute, in the model's order and the model's level codes. */
  readonly cells: Cells[];
  readonly warnings: Warning[];
}

/**
 * A table's columns as the model's attributes. Levels get the model's codes, regardless of their order in the table.
 */
export function bind(attributes: readonly ColumnSchema[], table: Table): Bound {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const warnings: Warning[] = [];
  const cells = attributes.map((attribute) => {
    const column = columns.get(attribute.name) ?? derived(attribute, columns);
    if (column === undefined) throw absent(attribute, [...columns.keys()]);
    switch (attribute.type) {
      case "numeric":
        return numbersOf(attribute, column);
      case "ordered":
        return asOrdered(codesOf(attribute, column, warnings));
      case "nominal":
      case "string":
        return codesOf(attribute, column, warnings);
      default:
        return unreachable(attribute.type);
    }
  });
  return { cells, warnings };
}

/** An attribute that is a part of dates, derived from the table's column of dates. */
function derived(attribute: ColumnSchema, columns: ReadonlyMap<string, Column>): Column | undefined {
  const source = sourceOf(attribute);
  const column = source && columns.get(source.name);
  return column && partColumn(attribute.part!, numbersOf(source, column));
}

/** The codes of a column under an attribute's levels; cells of other levels become missing, with one warning. */
export function codesOf(attribute: ColumnSchema, column: Column, warnings: Warning[]): Int32Array {
  const levels = attribute.levels ?? [];
  if (column.type === "numeric") return codesOfNumbers(levels, column, warnings);
  if (sameLevels(levels, column.levels)) return column.codes;
  const codeOf = levelCoder(levels, attribute.notation?.kind === "spelling");
  const map = Int32Array.from(column.levels, (level) => codeOf(level) ?? -1);
  const unseen = new Unseen();
  const codes = new Int32Array(column.codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = column.codes[row];
    codes[row] = code < 0 ? -1 : map[code];
    if (code >= 0 && map[code] < 0) unseen.add(column.levels[code]);
  }
  unseen.report(column.name, warnings);
  return codes;
}

/** The levels are text, the cells numbers. */
function codesOfNumbers(levels: readonly string[], column: NumericColumn, warnings: Warning[]): Int32Array {
  const codeOf = levelCoder(levels);
  const unseen = new Unseen();
  const codes = new Int32Array(column.values.length);
  for (let row = 0; row < codes.length; row++) {
    const value = column.values[row];
    if (Number.isNaN(value)) {
      codes[row] = -1;
      continue;
    }
    codes[row] = codeOf(value) ?? -1;
    if (codes[row] < 0) unseen.add(String(value));
  }
  unseen.report(column.name, warnings);
  return codes;
}

function numbersOf(attribute: ColumnSchema, column: Column): Float64Array {
  if (column.type === "numeric") return column.values;
  const read = column.levels.map(textNumber(attribute));
  const bad = read.indexOf(undefined);
  if (bad >= 0) {
    throw new CoppiceError(
      "MODEL_MISMATCH",
      `the model needs numbers in the column ${JSON.stringify(column.name)}; the table has ${JSON.stringify(column.levels[bad])}`,
      { name: column.name, rule: "numeric", value: column.levels[bad] },
    );
  }
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : read[code]!));
}

/** The codes of an ordered attribute as thresholds compare them. */
export function asOrdered(codes: Int32Array): Float64Array {
  return Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code));
}

function sameLevels(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((level, i) => level === b[i]);
}

function absent(attribute: ColumnSchema, names: readonly string[]): CoppiceError {
  const { name } = attribute;
  return new CoppiceError(
    "MODEL_MISMATCH",
    `the model needs a column ${JSON.stringify(name)}, which the table does not have${didYouMean(name, names)}`,
    { name, rule: "a column of this name", value: names.slice(0, 50) },
  );
}

/** Cells with levels not seen in training: their number, and the first of these levels. */
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

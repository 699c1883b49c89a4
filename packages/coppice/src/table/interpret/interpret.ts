import type { Column, NominalColumn, NumericColumn } from "../column.js";
import { spelling } from "../notation.js";
import type { DateOrder, Notation, NumberNotation, TimeNotation, TimePart } from "../schema.js";
import type { Warning } from "../table.js";
import { isMostly, isSettled, type LevelsRead, levelCounts, mayBeNumbers } from "./levels.js";
import { isCode, readNumbers } from "./numbers.js";
import { derivedParts } from "./parts.js";
import { alikeLevels, isBoolean, joinSpellings } from "./spellings.js";
import { readTimes } from "./times.js";
import * as say from "./wording.js";

/** What the user says of how cells are written. */
export interface WritingWishes {
  /** The sign before decimals; absent: detected per column. */
  readonly decimal?: "." | ",";
  /** Whether the day or the month comes first in dates such as 3/4/2024; absent: detected. */
  readonly dates?: DateOrder;
  /** Cells that stand for "not known": where given, no other words do. */
  readonly missing?: readonly string[];
}

/** What is known of a column before it is looked at. */
export interface TextFacts {
  /** The format tells numbers from text, so plain numbers in quotes are meant as text. */
  readonly typed?: boolean;
  /** How the column is likely to be written. */
  readonly hint?: Notation | undefined;
  /** The column is known to hold numbers: digits with leading zeros, and plain numbers in quotes, are such. */
  readonly number?: boolean;
  /** Every cell must be a number or missing. */
  readonly strict?: boolean;
  /** Names of columns that the table has. */
  readonly taken: ReadonlySet<string>;
  /** The parts to derive from dates; absent: those that tell rows apart. */
  readonly parts?: readonly TimePart[] | undefined;
}

export interface Interpretation {
  /** The column, and what was derived from it. */
  readonly columns: readonly Column[];
  readonly warnings: readonly Warning[];
}

/**
 * What a column of texts holds in truth: numbers in disguise, dates, spellings of yes and no; else the column as it is.
 * Decided by all distinct cells together, never cell by cell.
 */
export function interpretTexts(
  column: NominalColumn,
  wishes: WritingWishes,
  facts: TextFacts,
): Interpretation {
  const { levels } = column;
  const counts = levelCounts(column);
  if (mayBeNumbers(levels)) {
    const found = asTimes(column, counts, wishes, facts) ?? asNumbers(column, counts, wishes, facts);
    if (found) return found;
  }
  if (isBoolean(levels) && new Set(levels.map(spelling)).size < levels.length) {
    const joined = joinSpellings(column, counts);
    return { columns: [joined], warnings: [say.spellingsWarning(column, joined)] };
  }
  return { columns: [column], warnings: plainRemarks(column) };
}

/** A column of moments, as formats with dates of their own have them. */
export function interpretMoments(
  column: NumericColumn,
  notation: TimeNotation,
  { taken, parts, hint }: TextFacts,
): Interpretation {
  const derived = derivedParts(column, notation, taken, parts);
  return {
    columns: [{ ...column, notation }, ...derived],
    warnings: isExpected(notation, hint) ? [] : [say.datesWarning(column.name, notation, derived)],
  };
}

/** With more levels than this nobody reads which are alike. */
const MANY = 1000;

function plainRemarks(column: NominalColumn): Warning[] {
  const { levels } = column;
  const code = levels.every((level) => /^\d+$/.test(level)) ? levels.find(isCode) : undefined;
  if (code !== undefined) return [say.codesWarning(column, code)];
  const alike = levels.length > MANY ? [] : alikeLevels(levels);
  return alike.length === 0 ? [] : [say.alikeWarning(column, alike)];
}

function asTimes(
  column: NominalColumn,
  counts: Int32Array,
  { dates, missing }: WritingWishes,
  { hint, strict, taken, parts }: TextFacts,
): Interpretation | undefined {
  const read = readTimes(column.levels, {
    dates,
    hint: hint?.kind === "time" ? hint : undefined,
    wordsCount: missing === undefined,
  });
  if (read === undefined || !isAccepted(read, counts, strict)) return undefined;
  const { notation, strays } = read;
  const numeric = numericFrom(column, read, notation);
  const derived = derivedParts(numeric, notation, taken, parts);
  const what = notation.shows === "time" ? "times of day" : "dates";
  return {
    columns: [numeric, ...derived],
    warnings: [
      ...(isExpected(notation, hint)
        ? []
        : [say.datesWarning(column.name, notation, derived, say.datesText(column, read, notation, counts))]),
      ...(strays.length > 0 ? [say.straysWarning(column, strays, counts, what)] : []),
      ...(read.ambiguous ? [say.orderWarning(column, notation)] : []),
    ],
  };
}

function asNumbers(
  column: NominalColumn,
  counts: Int32Array,
  { decimal, missing }: WritingWishes,
  { typed, hint, number, strict }: TextFacts,
): Interpretation | undefined {
  const read = readNumbers(column.levels, {
    decimal,
    hint: hint?.kind === "number" ? hint : undefined,
    wordsCount: missing === undefined,
    codesCount: number === true,
  });
  if (read === undefined) return undefined;
  const { notation, strays } = read;
  if (typed && notation === undefined && !number) return undefined;
  if (!isAccepted(read, counts, strict)) {
    const mostly = !number && isMostly(read, counts);
    return mostly ? { columns: [column], warnings: [say.mostlyWarning(column, strays, counts)] } : undefined;
  }
  const isNews = (notation !== undefined || read.missing.length > 0) && hint?.kind !== "number";
  return {
    columns: [numericFrom(column, read, notation)],
    warnings: [
      ...(isNews ? [say.numbersWarning(column, read, notation, counts)] : []),
      ...(strays.length > 0 ? [say.straysWarning(column, strays, counts, "numbers")] : []),
      ...(read.ambiguous ? [say.decimalWarning(column, notation?.group !== undefined)] : []),
    ],
  };
}

/** Whoever says how a column is written need not be told. */
function isExpected(notation: Notation, hint: Notation | undefined): boolean {
  return hint?.kind === notation.kind;
}

function isAccepted(read: LevelsRead, counts: Int32Array, strict = false): boolean {
  return strict ? read.strays.length === 0 : isSettled(read, counts);
}

/** The first row whose cell is no number, for a column that must hold numbers. */
export function firstStray(
  { codes, levels }: NominalColumn,
  { decimal, missing }: WritingWishes,
): { readonly row: number; readonly text: string } | undefined {
  const read = readNumbers(levels, { decimal, wordsCount: missing === undefined, codesCount: true });
  const strays = new Set(read?.strays ?? levels.map((_, code) => code));
  const row = codes.findIndex((code) => strays.has(code));
  return row < 0 ? undefined : { row, text: levels[codes[row]] };
}

function numericFrom(
  { name, codes }: NominalColumn,
  { values }: LevelsRead,
  notation: NumberNotation | TimeNotation | undefined,
): NumericColumn {
  const cells = new Float64Array(codes.length);
  for (let row = 0; row < cells.length; row++) cells[row] = codes[row] < 0 ? Number.NaN : values[codes[row]];
  return { type: "numeric", name, values: cells, ...(notation && { notation }) };
}

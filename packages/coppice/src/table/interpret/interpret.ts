import type { Column, NominalColumn, NumericColumn } from "../column.js";
import { spelling } from "../notation.js";
import type { DateOrder, Notation, NumberNotation, TimeNotation, TimePart } from "../schema.js";
import type { Warning } from "../table.js";
import { isConsistent, isMostly, type LevelsRead, levelCounts, mayBeNumbers } from "./levels.js";
import { isCode, readNumbers } from "./numbers.js";
import { derivedParts } from "./parts.js";
import { isBoolean, joinSpellings, similarLevels } from "./spellings.js";
import { readTimes } from "./times.js";
import * as warn from "./warnings.js";

/** What the user declares about how cells are written. */
export interface NotationOptions {
  /** The decimal separator. Default: detected per column. */
  readonly decimal?: "." | ",";
  /** Whether the day or the month comes first in dates such as 3/4/2024. Default: detected. */
  readonly dates?: DateOrder;
  /** Markers of missing values: if given, no other words are. */
  readonly missing?: readonly string[];
}

/** What is known about a column before it is interpreted. */
export interface TextFacts {
  /** The format distinguishes numbers from text, so plain numbers in quotes are text. */
  readonly typed?: boolean;
  /** How the column is likely to be written. */
  readonly hint?: Notation | undefined;
  /** The column is known to hold numbers, including digits with leading zeros and plain numbers in quotes. */
  readonly number?: boolean;
  /** Every cell must be a number or missing. */
  readonly strict?: boolean;
  /** Names of columns that the table has. */
  readonly taken: ReadonlySet<string>;
  /** The parts to derive from dates. Default: those that vary. */
  readonly parts?: readonly TimePart[] | undefined;
}

export interface Interpretation {
  /** The column, and those derived from it. */
  readonly columns: readonly Column[];
  readonly warnings: readonly Warning[];
}

/**
 * Interprets a column of texts as numbers, dates, or spellings of yes and no; otherwise returns it unchanged. Decided from
 * all distinct cells together, never cell by cell.
 */
export function interpretTexts(
  column: NominalColumn,
  options: NotationOptions,
  facts: TextFacts,
): Interpretation {
  const { levels } = column;
  const counts = levelCounts(column);
  if (mayBeNumbers(levels)) {
    const found = asTimes(column, counts, options, facts) ?? asNumbers(column, counts, options, facts);
    if (found) return found;
  }
  if (isBoolean(levels) && new Set(levels.map(spelling)).size < levels.length) {
    const joined = joinSpellings(column, counts);
    return { columns: [joined], warnings: [warn.spellingsWarning(column, joined)] };
  }
  return { columns: [column], warnings: plainRemarks(column) };
}

/** A column of timestamps, from formats that have a date type. */
export function interpretMoments(
  column: NumericColumn,
  notation: TimeNotation,
  { taken, parts, hint }: TextFacts,
): Interpretation {
  const derived = derivedParts(column, notation, taken, parts);
  return {
    columns: [{ ...column, notation }, ...derived],
    warnings: isExpected(notation, hint) ? [] : [warn.datesWarning(column.name, notation, derived)],
  };
}

/** With more levels than this, similar ones are not listed. */
const MANY = 1000;

function plainRemarks(column: NominalColumn): Warning[] {
  const { levels } = column;
  const code = levels.every((level) => /^\d+$/.test(level)) ? levels.find(isCode) : undefined;
  if (code !== undefined) return [warn.codesWarning(column, code)];
  const similar = levels.length > MANY ? [] : similarLevels(levels);
  return similar.length === 0 ? [] : [warn.similarLevelsWarning(column, similar)];
}

function asTimes(
  column: NominalColumn,
  counts: Int32Array,
  { dates, missing }: NotationOptions,
  { hint, strict, taken, parts }: TextFacts,
): Interpretation | undefined {
  const read = readTimes(column.levels, {
    dates,
    hint: hint?.kind === "time" ? hint : undefined,
    acceptWords: missing === undefined,
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
        : [
            warn.datesWarning(column.name, notation, derived, warn.datesText(column, read, notation, counts)),
          ]),
      ...(strays.length > 0 ? [warn.straysWarning(column, strays, counts, what)] : []),
      ...(read.ambiguous ? [warn.orderWarning(column, notation)] : []),
    ],
  };
}

function asNumbers(
  column: NominalColumn,
  counts: Int32Array,
  { decimal, missing }: NotationOptions,
  { typed, hint, number, strict }: TextFacts,
): Interpretation | undefined {
  const read = readNumbers(column.levels, {
    decimal,
    hint: hint?.kind === "number" ? hint : undefined,
    acceptWords: missing === undefined,
    acceptCodes: number === true,
  });
  if (read === undefined) return undefined;
  const { notation, strays } = read;
  if (typed && notation === undefined && !number) return undefined;
  if (!isAccepted(read, counts, strict)) {
    const mostly = !number && isMostly(read, counts);
    return mostly ? { columns: [column], warnings: [warn.mostlyWarning(column, strays, counts)] } : undefined;
  }
  const isNoteworthy = (notation !== undefined || read.missing.length > 0) && hint?.kind !== "number";
  return {
    columns: [numericFrom(column, read, notation)],
    warnings: [
      ...(isNoteworthy ? [warn.numbersWarning(column, read, notation, counts)] : []),
      ...(strays.length > 0 ? [warn.straysWarning(column, strays, counts, "numbers")] : []),
      ...(read.ambiguous ? [warn.decimalWarning(column, notation?.group !== undefined)] : []),
    ],
  };
}

/** A notation that was given needs no warning. */
function isExpected(notation: Notation, hint: Notation | undefined): boolean {
  return hint?.kind === notation.kind;
}

function isAccepted(read: LevelsRead, counts: Int32Array, strict = false): boolean {
  return strict ? read.strays.length === 0 : isConsistent(read, counts);
}

/** The first row whose cell is not a number, for a column that must hold numbers. */
export function firstStray(
  { codes, levels }: NominalColumn,
  { decimal, missing }: NotationOptions,
): { readonly row: number; readonly text: string } | undefined {
  const read = readNumbers(levels, { decimal, acceptWords: missing === undefined, acceptCodes: true });
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

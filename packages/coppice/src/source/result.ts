import { CoppiceError, show } from "../base/errors.js";
import type { Declaration } from "../table/builder.js";
import { errorAt } from "../table/cellError.js";
import { type Column, columnSchema, type NominalColumn } from "../table/column.js";
import { inspect } from "../table/infer.js";
import {
  firstStray,
  type Interpretation,
  interpretMoments,
  interpretTexts,
} from "../table/interpret/interpret.js";
import { isMissingWord } from "../table/missingWords.js";
import { MISSING_MARKERS, type Schema, type TimeNotation, type TimePart } from "../table/schema.js";
import { makeTable, type Warning } from "../table/table.js";
import { modelNumbers } from "./modelNumbers.js";
import type { ReadOptions, ReadResult } from "./options.js";

/** What a reader has collected after the last row. */
export interface Gathered {
  readonly file: string;
  readonly columns: readonly Column[];
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** Named by the format; the user's schema takes precedence. */
  readonly target?: string;
  readonly weight?: string;
  readonly warnings?: readonly Warning[];
  /** The format distinguishes numbers from text: plain numbers in quotes stay text. */
  readonly typed?: boolean;
  /** Columns that the format declares to be timestamps: milliseconds since 1970. */
  readonly moments?: ReadonlyMap<string, TimeNotation>;
  /** Columns that the format declares to be dates, as text. */
  readonly dates?: ReadonlySet<string>;
  /** The error of each column that is declared numeric but has a cell that is not a plain number. */
  readonly faults?: ReadonlyMap<string, CoppiceError>;
  /** The cells are separated by semicolons, as programs do where the comma is the decimal separator. */
  readonly mayHaveDecimalCommas?: boolean;
}

/** The last step of every reader. */
export function resultOf(gathered: Gathered, options: ReadOptions): ReadResult {
  const { file, declarations } = gathered;
  const taken = new Set(gathered.columns.map(({ name }) => name));
  const read = (column: Column, how = options) => interpreted(column, gathered, how, taken);
  const first = gathered.columns.map((column) => read(column));
  const found = first.map((one, i) =>
    isAmbiguous(one) && hasDecimalCommas(one, first, gathered)
      ? read(gathered.columns[i], { ...options, decimal: "," })
      : one,
  );
  const columns = found.flatMap(({ columns }) => columns);
  const made = makeTable(columns);
  if (made.rows === 0) {
    throw new CoppiceError("TABLE_NO_ROWS", `${file} has ${columns.length} columns and no rows`, {
      name: file,
    });
  }
  const declared = new Set(columns.map((column) => column.name).filter((name) => declarations.has(name)));
  const warnings = [
    ...(gathered.warnings ?? []),
    ...found.flatMap(({ warnings }) => warnings),
    ...columns.flatMap((column) => orderWarning(column, declarations)),
    ...inspect(made, declared),
  ];
  const table = { ...made, declared, warnings };
  return { table, schema: schemaOf({ ...gathered, columns }, options), declared, warnings };
}

function isAmbiguous({ warnings }: Interpretation): boolean {
  return warnings.some(({ code }) => code === "DECIMAL_AMBIGUOUS");
}

/**
 * Whether the rest of the table tells that an ambiguous column has decimal commas: columns that certainly do and none with
 * decimal points, or semicolons between the cells.
 */
function hasDecimalCommas(
  { columns: [ambiguous] }: Interpretation,
  found: readonly Interpretation[],
  { mayHaveDecimalCommas = false }: Gathered,
): boolean {
  const certain = found.flatMap((one) => (isAmbiguous(one) ? [] : one.columns.slice(0, 1)));
  const numbers = certain.flatMap((one) =>
    one.type === "numeric" && one.notation?.kind !== "time" ? [one] : [],
  );
  const isComma = ({ notation }: Column) => notation?.kind === "number" && notation.decimal === ",";
  if (
    numbers.some(
      (one) => !isComma(one) && one.values.some((value) => value % 1 !== 0 && !Number.isNaN(value)),
    )
  )
    return false;
  const isGrouped = ambiguous.notation?.kind === "number" && ambiguous.notation.group === ",";
  return numbers.some(isComma) || (mayHaveDecimalCommas && isGrouped);
}

/** Interprets a column. A declared type is kept; declared notations and numbers are read from the text. */
function interpreted(
  column: Column,
  { file, declarations, typed, moments, dates, faults }: Gathered,
  options: ReadOptions,
  taken: ReadonlySet<string>,
): Interpretation {
  const asIs = { columns: [column], warnings: [] };
  const { name } = column;
  const declaration = declarations.get(name);
  const isNumber = declaration?.type === "numeric";
  const hint = declaration?.notation;
  const strict = isNumber;
  const facts = {
    typed: typed === true,
    hint,
    number: isNumber,
    strict,
    taken,
    parts: wantedParts(options),
  };
  if (isNumber && options.schemaMayExceed && hint?.kind !== "spelling") {
    const isMoments = moments?.has(name) === true;
    return modelNumbers(column, hint, options, facts, { file, isMoments, fault: faults?.get(name) });
  }
  if (column.type === "numeric") {
    const notation = moments?.get(name) ?? (hint?.kind === "time" ? hint : undefined);
    if (notation) return interpretMoments(column, notation, facts);
    return hint?.kind === "number" ? { columns: [{ ...column, notation: hint }], warnings: [] } : asIs;
  }
  const isDate = dates?.has(name) === true && !isDeclaredByUser(name, options);
  if (declaration !== undefined && !isNumber && !isDate) return asIs;
  const found = interpretTexts(column, options, facts);
  const isFound = found.columns[0].type === "numeric";
  if (isNumber && column.levels.every((level) => isMissingWord(level))) {
    const none = {
      type: "numeric",
      name,
      values: new Float64Array(column.codes.length).fill(Number.NaN),
    } as const;
    if (hint?.kind === "time") return interpretMoments(none, hint, facts);
    return { columns: [hint?.kind === "number" ? { ...none, notation: hint } : none], warnings: [] };
  }
  if (isNumber && !isFound) throw notNumbers(file, column, options, faults?.get(name));
  return isDate && !isFound ? { columns: [column], warnings: [dateAsText(name)] } : found;
}

/** Whether the user, not the format, declares the column. */
function isDeclaredByUser(name: string, { types, schema }: ReadOptions): boolean {
  return types?.has(name) === true || schema?.columns.some((column) => column.name === name) === true;
}

function dateAsText(column: string): Warning {
  const message = `${show(column)} holds dates in an unknown format: read as text`;
  return { code: "DATE_AS_TEXT", column, message };
}

/** The parts of dates that a schema names; undefined: all that vary. A model's schema names all it needs. */
function wantedParts({ schema, schemaMayExceed }: ReadOptions): readonly TimePart[] | undefined {
  const parts = schema?.columns.flatMap(({ part }) => (part ? [part] : [])) ?? [];
  return parts.length > 0 || schemaMayExceed ? parts : undefined;
}

function notNumbers(
  file: string,
  column: NominalColumn,
  options: ReadOptions,
  first: CoppiceError | undefined,
): CoppiceError {
  const { name } = column;
  const stray = firstStray(column, options);
  if (stray === undefined || (first && first.facts.value === stray.text))
    return first ?? mustHoldNumbers(file, name);
  const message = `expected a number for ${show(name)}, found ${show(stray.text)}; declare it nominal or add ${show(stray.text)} to the missing markers`;
  const place = { file, row: stray.row + 1 };
  return errorAt("CELL_TYPE", place, message, { name, rule: "a number", value: stray.text });
}

function mustHoldNumbers(file: string, name: string): CoppiceError {
  const message = `${file}: expected numbers for ${show(name)}`;
  return new CoppiceError("CELL_TYPE", message, { name, rule: "a number" });
}

function schemaOf({ columns, target, weight }: Gathered, { schema }: ReadOptions): Schema {
  const named = (name: string | undefined) => columns.some((column) => column.name === name);
  const targetName = schema?.target ?? target;
  const weightName = schema?.weight ?? weight;
  return {
    ...(targetName !== undefined && named(targetName) ? { target: targetName } : {}),
    ...(weightName !== undefined && named(weightName) ? { weight: weightName } : {}),
    columns: columns.map(columnSchema),
  };
}

function orderWarning(column: Column, declarations: ReadonlyMap<string, Declaration>): Warning[] {
  if (column.type !== "ordered" || column.part || declarations.get(column.name)?.levels) return [];
  const message = `${show(column.name)} is ordered but its levels are not declared: sorted by code point`;
  return [{ code: "LEVEL_ORDER", column: column.name, message }];
}

/**
 * Numbers whose notation is known, or of which some in `cells` are not plain, are collected as text and interpreted after
 * the last row.
 */
export function gatheredAs(
  declaration: Declaration | undefined,
  cells: ArrayLike<unknown> = [],
  missing: readonly string[] = MISSING_MARKERS,
): Declaration | undefined {
  if (declaration?.type !== "numeric") return declaration;
  const isNotPlain = (cell: unknown) => typeof cell === "string" && !isPlain(cell) && !missing.includes(cell);
  const isText = declaration.notation !== undefined || Array.prototype.some.call(cells, isNotPlain);
  return isText ? { type: "nominal" } : declaration;
}

function isPlain(text: string): boolean {
  return text.trim() === "" || Number.isFinite(Number(text));
}

/** The notation of a column that the format declares to be dates. */
export function momentsOf(name: string, shows: string): [string, TimeNotation][] {
  return shows === "date" || shows === "date-time" ? [[name, { kind: "time", shows }]] : [];
}

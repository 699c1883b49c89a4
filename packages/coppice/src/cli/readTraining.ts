import { CoppiceError, mustBe } from "../base/errors.js";
import { shellWord } from "../base/shellWord.js";
import type { ReadResult } from "../source/options.js";
import type { Column } from "../table/column.js";
import { parseSchema, readingSchema } from "../table/declare.js";
import type { ColumnSchema, Schema } from "../table/schema.js";
import { columnOf, type Table, type Warning } from "../table/table.js";
import { type ReadTableOptions, readTable } from "../targets/files.js";
import { knownTarget } from "../use/evaluate/knownTarget.js";
import { chooseAttributes } from "./attributes.js";
import type { CellFlags, LearnFlags } from "./flags.js";
import { type Io, printWarnings, remark } from "./io.js";
import { progressOf } from "./progress.js";
import { readJson } from "./readJson.js";

/** A table ready to learn from. */
export interface Training {
  /** The rows whose target is known. */
  readonly table: Table;
  readonly target: ColumnSchema;
  readonly weight?: string | undefined;
  readonly attributes: readonly string[];
  /** Where each row of `table` stood in the file, and how many rows that has. */
  readonly rows: Int32Array;
  readonly fileRows: number;
  readonly warnings: readonly Warning[];
  /** Seconds spent reading. */
  readonly seconds: number;
}

export async function readTraining(io: Io, path: string, flags: LearnFlags): Promise<Training> {
  const started = io.clock();
  const schema = await readSchema(io, flags.schema);
  const read = await readAny(io, path, {
    ...(schema && { schema }),
    types: flags.type,
    ...cellOptions(flags),
  });
  const name = flags.target ?? read.schema.target;
  const weight = flags.weight ?? read.schema.weight;
  if (name === undefined) throw targetMissing(read.table);
  const target = checkTarget(columnOf(read.table, name));
  const chosen = chooseAttributes(read.table, { ...flags, target: name, weight, warnings: read.warnings });
  const known = knownTarget(chosen.table, name);
  const weights = weightsOf({ table: known.table, weight });
  const warnings = [...chosen.warnings, ...known.warnings, ...weightWarnings(weights)];
  printWarnings(io, warnings);
  if (!read.declared.has(name)) hintAtClasses(io, columnOf(known.table, name));
  return {
    ...known,
    target,
    weight,
    attributes: chosen.attributes,
    fileRows: read.table.rows,
    warnings,
    seconds: io.clock() - started,
  };
}

/** A table to be read in the terms of columns already known: their types hold, their levels are matched later. */
export async function readLike(
  io: Io,
  path: string,
  columns: readonly ColumnSchema[],
  flags: CellFlags & Pick<LearnFlags, "threads">,
): Promise<Table> {
  const options = { schema: readingSchema(columns), schemaMayExceed: true, ...cellOptions(flags) };
  const { table, warnings } = await readAny(io, path, options);
  printWarnings(
    io,
    warnings.filter(({ code }) => OF_READING.has(code)),
  );
  return table;
}

/** Remarks about how a file was read; what its columns are like does not matter where nothing is learned from it. */
const OF_READING: ReadonlySet<Warning["code"]> = new Set([
  ...([
    "NUMBERS_IN_TEXT",
    "MOSTLY_NUMERIC",
    "DECIMAL_AMBIGUOUS",
    "DATE_AS_NUMBER",
    "DATE_ORDER_AMBIGUOUS",
  ] as const),
  ...(["ENCODING_GUESSED", "TITLE_LINES", "TOTALS_ROW"] as const),
]);

export async function readAny(io: Io, path: string, options: ReadTableOptions): Promise<ReadResult> {
  const progress = progressOf(io, "reading ");
  const onProgress = (done: number, total?: number) => {
    if (total !== undefined) progress.update(done / total);
  };
  try {
    return await io.interruptible((signal) => readTable(path, { ...options, signal, onProgress }));
  } finally {
    progress.stop();
  }
}

export async function readSchema(io: Io, path: string | undefined): Promise<Schema | undefined> {
  return path === undefined ? undefined : parseSchema(await readJson(io, path, "SCHEMA_INVALID"));
}

const CELL_OPTIONS = [
  ...(["missing", "delimiter", "decimal", "dates", "encoding"] as const),
  ...(["skipLines", "skipLastLines", "threads"] as const),
];

export function cellOptions(flags: CellFlags & Pick<LearnFlags, "threads">): ReadTableOptions {
  const given = CELL_OPTIONS.filter((name) => flags[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, flags[name]]));
}

/** Each row's weight, or nothing when every row weighs 1. */
export function weightsOf({ table, weight }: Pick<Training, "table" | "weight">): Float64Array | undefined {
  if (weight === undefined) return undefined;
  const column = columnOf(table, weight);
  if (column.type !== "numeric") {
    throw mustBe("COLUMN_TYPE", `the weight column ${JSON.stringify(weight)}`, "numeric", column.type);
  }
  column.values.forEach((value, row) => {
    if (value >= 0 && Number.isFinite(value)) return;
    throw mustBe("WEIGHT_INVALID", `the weight of row ${row + 1}`, "a finite number of at least 0", value);
  });
  return column.values;
}

/** Rows that weigh nothing are not learned from; whoever gave the weights may not know it. */
function weightWarnings(weights: Float64Array | undefined): Warning[] {
  const none = weights?.reduce((count, weight) => count + (weight === 0 ? 1 : 0), 0) ?? 0;
  if (none === 0) return [];
  const what = none === 1 ? "1 row weighs 0 and counts" : `${none} rows weigh 0 and count`;
  return [{ code: "ZERO_WEIGHT_ROWS", message: `${what} for nothing` }];
}

function checkTarget(column: Column): ColumnSchema {
  const { name, type } = column;
  if (column.type === "numeric") return { name, type };
  if (column.type !== "string") return { name, type, levels: column.levels };
  throw new CoppiceError(
    "TARGET_TYPE",
    `the target ${JSON.stringify(name)} must be numeric, nominal or ordered; it is string: give it a type with --type`,
    { name, rule: "numeric, nominal or ordered", value: type },
  );
}

function targetMissing(table: Table): CoppiceError {
  const names = table.columns.map(({ name }) => JSON.stringify(name));
  const shown = names.length > 12 ? [...names.slice(0, 12), "…"] : names;
  return new CoppiceError(
    "TARGET_MISSING",
    `which column is to be predicted? say --target with one of ${shown.join(", ")}`,
    {
      name: "--target",
    },
  );
}

const FEW_VALUES = 10;

/** Classes are often written as numbers; a regression over three values is seldom what was meant. */
export function hintAtClasses(io: Io, column: Column): void {
  if (column.type !== "numeric") return;
  const distinct = new Set<number>();
  for (const value of column.values) {
    if (!Number.isInteger(value) || distinct.add(value).size > FEW_VALUES) return;
  }
  const { name } = column;
  remark(
    io,
    "hint",
    `the target ${JSON.stringify(name)} has only ${distinct.size} whole numbers; they are predicted as amounts (regression). ` +
      `If they stand for classes, add: --type ${shellWord(`${name}=nominal`)}`,
  );
}

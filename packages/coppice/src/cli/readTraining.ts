import { CoppiceError } from "../base/errors.js";
import type { Team } from "../kernels/team.js";
import { attributesRead } from "../model/attributesRead.js";
import type { ReadResult } from "../source/options.js";
import type { CellStore } from "../table/cellSink.js";
import { parseSchema, readingSchema } from "../table/declare.js";
import type { ColumnSchema, Schema } from "../table/schema.js";
import type { Table, Warning } from "../table/table.js";
import { withoutDuplicates } from "../table/training/duplicateRows.js";
import {
  examineTraining,
  faultError,
  type Training as TableTraining,
} from "../table/training/trainingFrom.js";
import { isDatabase } from "../targets/databases.js";
import { type ReadTableOptions, readTable } from "../targets/files.js";
import type { CellFlags, LearnFlags } from "./flags.js";
import { type Io, printWarnings } from "./io.js";
import { progressOf } from "./progress.js";
import { readJson, readModel } from "./readJson.js";

export { weightsOf } from "../table/training/weights.js";

/** A table ready to learn from. */
export interface Training extends TableTraining {
  /** Seconds spent reading. */
  readonly seconds: number;
}

export async function readTraining(
  io: Io,
  path: string,
  flags: LearnFlags & { readonly groupDuplicates?: boolean; readonly keep?: readonly string[] },
  team?: Team,
  store?: CellStore,
): Promise<Training> {
  const started = io.clock();
  const schema = await readSchema(io, flags.schema);
  const without = isDatabase(path) ? columnsUnread(flags, schema) : [];
  const read = await readAny(io, path, {
    ...(schema && { schema }),
    ...(without.length > 0 && { without }),
    types: flags.type,
    ...cellOptions(flags),
    ...(team && { team }),
    ...(store && { store }),
  });
  const { target, weight, rowKey } = flags;
  const ignored = flags.ignore.filter((name) => !without.includes(name));
  const ignore = [...ignored, ...(await columnsApart(io, read, { ...flags, ignore: ignored }))];
  const use = [...flags.use, ...columnsKept(read, flags, ignore)];
  const { training, fault } = examineTraining(read, { target, weight, rowKey, ignore, use }, "flag");
  const warnings = flags.groupDuplicates ? withoutDuplicates(training.warnings) : training.warnings;
  printWarnings(io, warnings);
  if (fault !== undefined) throw faultError(fault, "flag");
  return { ...training, warnings, seconds: io.clock() - started };
}

/** Columns that are ignored and that nothing else speaks of: a database need not send them. */
function columnsUnread(
  { ignore, use, target, weight, rowKey, type }: LearnFlags,
  schema: Schema | undefined,
): string[] {
  const declared = schema?.columns.map(({ name }) => name) ?? [];
  const spoken = new Set([target, weight, rowKey, ...use, ...type.keys(), ...declared]);
  return ignore.filter((name) => !spoken.has(name));
}

/** The columns that the model of --use-attributes-of does not test; none without the flag. */
async function columnsApart(
  io: Io,
  { table, schema }: ReadResult,
  { useAttributesOf: path, target = schema?.target, weight = schema?.weight, rowKey, ignore }: LearnFlags,
): Promise<string[]> {
  if (path === undefined) return [];
  const chosen = new Set(attributesRead(await readModel(io, path)));
  if (chosen.size === 0) {
    const message = `the model in ${path} tests no attribute, so that none would be left to learn from`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "--use-attributes-of" });
  }
  const names = table.columns.map(({ name }) => name);
  for (const name of chosen) {
    if (names.includes(name)) continue;
    const message = `the table has no column ${JSON.stringify(name)}, which the model in ${path} tests`;
    throw new CoppiceError("COLUMN_UNKNOWN", message, { name, rule: "a column of the table" });
  }
  return names.filter(
    (name) => !chosen.has(name) && ![target, weight, rowKey].includes(name) && !ignore.includes(name),
  );
}

/** Columns that are attributes whatever their cells look like, unless the flags say otherwise. */
function columnsKept(
  { table, schema }: ReadResult,
  {
    keep = [],
    target = schema?.target,
    weight = schema?.weight,
    rowKey,
  }: LearnFlags & { readonly keep?: readonly string[] },
  ignore: readonly string[],
): string[] {
  const apart = new Set([target, weight, rowKey, ...ignore]);
  const present = new Set(table.columns.map(({ name }) => name));
  return keep.filter((name) => present.has(name) && !apart.has(name));
}

/** A table to be read in the terms of columns already known: their types hold, their levels are matched later. */
export async function readLike(
  io: Io,
  path: string,
  columns: readonly ColumnSchema[],
  flags: CellFlags & Pick<LearnFlags, "threads">,
  team?: Team,
): Promise<Table> {
  const options = {
    ...{ schema: readingSchema(columns), schemaMayExceed: true },
    ...cellOptions(flags),
    ...(team && { team }),
  };
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
  // Of files the bytes that were read are known, of databases the rows.
  const onProgress = isDatabase(path)
    ? progress.rows
    : (done: number, total?: number) => {
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
  ...(["skipLines", "skipLastLines", "threads", "from"] as const),
];

export function cellOptions(flags: CellFlags & Pick<LearnFlags, "threads">): ReadTableOptions {
  const given = CELL_OPTIONS.filter((name) => flags[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, flags[name]]));
}

import type { ReadResult } from "../source/options.js";
import { parseSchema } from "../table/declare.js";
import type { ColumnSchema, Schema } from "../table/schema.js";
import type { Table } from "../table/table.js";
import {
  examineTraining,
  faultError,
  type Training as TableTraining,
} from "../table/training/trainingFrom.js";
import { type ReadTableOptions, readTable } from "../targets/files.js";
import type { LearnFlags, TableFlags } from "./flags.js";
import { type Io, printWarnings } from "./io.js";
import { progressOf } from "./progress.js";
import { readJson } from "./readJson.js";

export { weightsOf } from "../table/training/weights.js";

/** A table ready to learn from. */
export interface Training extends TableTraining {
  /** Seconds spent reading. */
  readonly seconds: number;
}

export async function readTraining(
  io: Io,
  path: string,
  flags: LearnFlags & { readonly groupDuplicates?: boolean },
): Promise<Training> {
  const started = io.clock();
  const schema = await readSchema(io, flags.schema);
  const read = await readAny(io, path, {
    ...(schema && { schema }),
    types: flags.type,
    ...cellOptions(flags),
  });
  const { target, weight, ignore, use } = flags;
  const { training, fault } = examineTraining(read, { target, weight, ignore, use }, "flag");
  // Nobody needs to be told to do what has been done.
  const warnings = training.warnings.filter(
    ({ code }) => code !== "DUPLICATE_ROWS" || flags.groupDuplicates !== true,
  );
  printWarnings(io, warnings);
  if (fault !== undefined) throw faultError(fault, "flag");
  return { ...training, warnings, seconds: io.clock() - started };
}

/** A table to be read in the terms of columns already known: their types hold, their levels are matched later. */
export async function readLike(
  io: Io,
  path: string,
  columns: readonly ColumnSchema[],
  flags: CellFlags,
): Promise<Table> {
  const schema = {
    columns: columns.map(({ name, type }) => ({ name, type: type === "ordered" ? "nominal" : type })),
  };
  const options = { schema: schema as Schema, schemaMayExceed: true, ...cellOptions(flags) };
  return (await readAny(io, path, options)).table;
}

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

type CellFlags = Pick<TableFlags, "missing" | "delimiter"> & Pick<LearnFlags, "threads">;

export function cellOptions({ missing, delimiter, threads }: CellFlags): ReadTableOptions {
  return {
    ...(missing && { missing }),
    ...(delimiter !== undefined && { delimiter }),
    ...(threads !== undefined && { threads }),
  };
}

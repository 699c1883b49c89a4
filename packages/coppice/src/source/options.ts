import { CoppiceError } from "../base/errors.js";
import type { Team } from "../kernels/team.js";
import type { CellStore } from "../table/cellSink.js";
import type { SchemaOptions } from "../table/declare.js";
import type { NotationOptions } from "../table/interpret/interpret.js";
import type { Schema } from "../table/schema.js";
import type { Table, Warning } from "../table/table.js";
import type { ByteSource } from "./bytes.js";

export interface ReadOptions extends SchemaOptions, NotationOptions {
  /** Markers of missing values, instead of MISSING_MARKERS; an empty cell is always missing. */
  readonly missing?: readonly string[];
  /** Text formats: a label of TextDecoder. Default: UTF-8, or as guessed from the bytes. */
  readonly encoding?: string;
  /** CSV and TSV: lines above the line of column names. Default: detected. */
  readonly skipLines?: number;
  /** CSV and TSV: lines at the end that are not rows, such as totals; blank lines are not counted. */
  readonly skipLastLines?: number;
  /** CSV and TSV: one ASCII character. Default: a tab for TSV, detected for CSV. */
  readonly delimiter?: string;
  /** C4.5: the .names file; the source is the .data file. */
  readonly names?: ByteSource;
  /** CSV, TSV, Parquet and databases: where cells go that are not to stay in memory. Default: all stay. */
  readonly store?: CellStore;
  /** CSV and TSV: threads to read with; the table is the same without. */
  readonly team?: Team;
  readonly signal?: AbortSignal;
  /** Called as bytes are read; a CSV that must be read twice starts over at 0. */
  readonly onProgress?: (bytesDone: number, bytesTotal?: number) => void;
}

export interface ReadResult {
  readonly table: Table;
  /** All columns with their final types and levels; target and weight if the format or the given schema names them. */
  readonly schema: Schema;
  /** Columns whose type was declared, by the user or by the format, not inferred. */
  readonly declared: ReadonlySet<string>;
  readonly warnings: readonly Warning[];
}

/** The source's chunks, with the signal checked and progress reported; `reuseMemory` as in `ByteSource`. */
export async function* chunksOf(
  source: ByteSource,
  options: ReadOptions,
  reuseMemory = false,
): AsyncGenerator<Uint8Array> {
  const { signal, onProgress } = options;
  let done = 0;
  checkAborted(source, signal);
  for await (const chunk of source.open(reuseMemory)) {
    checkAborted(source, signal);
    done += chunk.length;
    onProgress?.(done, source.size);
    yield chunk;
  }
  checkAborted(source, signal);
}

export function checkAborted(source: ByteSource, signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new CoppiceError("ABORTED", `reading ${source.name} was stopped`, { name: source.name });
}

export function emptyFile(name: string): CoppiceError {
  return new CoppiceError("FILE_EMPTY", `${name} is empty`, { name });
}

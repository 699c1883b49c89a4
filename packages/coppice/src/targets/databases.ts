import { availableParallelism } from "node:os";
import { CoppiceError, ERROR_CODES, type ErrorCode, type ErrorFacts, show } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import type { AsyncDataHandle } from "../engine/data.js";
import type { FigureSums } from "../engine/figureSums.js";
import type { Model } from "../model/model.js";
import type { GivenOptions } from "../source/checkReading.js";
import { type Feed, type FeedCells, readFeed } from "../source/feed.js";
import type { ReadResult } from "../source/options.js";
import type { CellStore } from "../table/cellSink.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Warning } from "../table/table.js";

/** Addresses that a database answers, not a file. */
const ADDRESS = /^(duckdb|spark):/;

export function isDatabase(path: string): boolean {
  return ADDRESS.test(path);
}

/** What of `coppice-sql` is used here. The package is optional, and this library does not depend on it. */
interface SqlPackage {
  openData(address: string, options: PushDownRequest): Promise<PushedDown>;
  sizeOf(address: string, options: { readonly query?: string }): Promise<{ rows: number; columns: number }>;
  openFeed(
    address: string,
    options: {
      readonly query?: string;
      readonly threads?: number;
      readonly memory?: number;
      readonly scratch?: string;
      readonly signal?: AbortSignal;
      readonly without?: readonly string[];
    },
  ): Promise<Feed & { close(): Promise<void> }>;
  modelQuery(model: Model, request: ModelQueryRequest): string;
  predictRows(model: Model, address: string, request: PredictThereRequest): Promise<PredictedRows>;
  predictInto(
    model: Model,
    address: string,
    request: PredictThereRequest & { readonly into: string; readonly replace: boolean },
  ): Promise<PredictedInto>;
}

const PACKAGE = "coppice-sql";

/** What is to be learned where the rows are. */
export interface PushDownRequest {
  readonly query?: string;
  readonly threads?: number;
  /** Bytes for DuckDB itself, and the folder for what it cannot keep there. */
  readonly memory?: number;
  readonly scratch?: string;
  readonly signal?: AbortSignal;
  readonly target: string;
  readonly weight?: string;
  /** A column with a whole number for each row, by which rows are drawn at random. */
  readonly rowKey?: string;
  readonly ignore: readonly string[];
  readonly columns: readonly ColumnSchema[];
  /** Of Spark: by a function on the workers, or by SQL; absent: the first, where the workers can. */
  readonly way?: "batch" | "sql";
  /** Of Spark: whether coded rows of small nodes may come here. */
  readonly mayPull?: boolean;
  /** Called while the rows are coded, with the share of that which is done and the number of rows, once it is known. */
  readonly onCoding?: (done: number, rows: number) => void;
  /** Whether the rows must be known from others, as a checkpoint must: that takes a pass over them. */
  readonly identified?: boolean;
  /** What the rows are coded for: trees, or boosting, which makes bins of its own; absent: for both. */
  readonly coding?: "exact" | "bins";
}

/** Rows that stay in their database. */
export interface PushedDown {
  readonly data: AsyncDataHandle;
  /** What the user should know about how the work is done. */
  readonly notes: readonly string[];
  /** How well a model predicts the rows that it was learned from. */
  figures(model: Model): Promise<FigureSums>;
  close(): Promise<void>;
}

/** Opens rows for learning without reading them; `use` must be done with them before it returns. */
export async function withPushedDown<T>(
  address: string,
  request: PushDownRequest,
  use: (rows: PushedDown) => Promise<T>,
): Promise<T> {
  const { openData } = await sqlPackage(address);
  try {
    const rows = await openData(address, request);
    try {
      return await use(rows);
    } finally {
      await rows.close();
    }
  } catch (error) {
    throw ownError(error);
  }
}

/** The number of rows and columns of what an address names. */
export async function databaseSize(
  address: string,
  options: { readonly query?: string },
): Promise<{ rows: number; columns: number }> {
  const { sizeOf } = await sqlPackage(address);
  try {
    return await sizeOf(address, options);
  } catch (error) {
    throw ownError(error);
  }
}

/** A query that predicts as a model does. */
export interface ModelQueryRequest {
  readonly dialect: string;
  readonly table?: string | undefined;
  readonly query?: string | undefined;
  readonly key: string;
  readonly as?: string | undefined;
}

export async function modelQuery(model: Model, request: ModelQueryRequest): Promise<string> {
  const { modelQuery: written } = await sqlPackage("coppice sql");
  try {
    return written(model, request);
  } catch (error) {
    throw ownError(error);
  }
}

/** Predictions of rows where they are. */
export interface PredictThereRequest {
  readonly query?: string;
  readonly threads?: number;
  readonly signal?: AbortSignal;
  /** The column that identifies a row. */
  readonly key: string;
  readonly probabilities: boolean;
}

/** By column: the key as text, the prediction, and the probabilities of the classes if they were asked for. */
export interface PredictedRows {
  readonly names: readonly string[];
  readonly warnings: readonly Warning[];
  batches(): AsyncIterable<{ readonly rows: number; readonly columns: readonly FeedCells[] }>;
  close(): Promise<void>;
}

interface PredictedInto {
  readonly rows: number;
  readonly warnings: readonly Warning[];
}

/** Predicts rows by a query; `use` takes the predictions as they come. */
export async function withPredictedRows<T>(
  model: Model,
  address: string,
  request: PredictThereRequest,
  use: (rows: PredictedRows) => Promise<T>,
): Promise<T> {
  const { predictRows } = await sqlPackage(address);
  try {
    const rows = await predictRows(model, address, request);
    try {
      return await use(rows);
    } finally {
      await rows.close();
    }
  } catch (error) {
    throw ownError(error);
  }
}

/** Predicts rows by a query, into a table next to them. */
export async function predictInto(
  model: Model,
  address: string,
  request: PredictThereRequest & { readonly into: string; readonly replace: boolean },
): Promise<PredictedInto> {
  const { predictInto: into } = await sqlPackage(address);
  try {
    return await into(model, address, request);
  } catch (error) {
    throw ownError(error);
  }
}

/** The options that mean something in text files only. */
const OF_TEXT = ["delimiter", "encoding", "skipLines", "skipLastLines", "names"] as const;

export interface DatabaseOptions extends GivenOptions {
  /** A query to read instead of a table. */
  readonly from?: string;
  readonly threads?: number;
  /** Columns that are not read. */
  readonly without?: readonly string[];
}

/** Reads a table, a query or files by a database, as columns. */
export async function readDatabase(address: string, options: DatabaseOptions): Promise<ReadResult> {
  const { from, threads, without, ...reading } = options;
  const useless = OF_TEXT.find((name) => reading[name] !== undefined);
  if (useless !== undefined) {
    const message = `${useless} applies to text files that the library reads itself, not to ${address}`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: useless });
  }
  const { openFeed } = await sqlPackage(address);
  try {
    const feed = await openFeed(address, {
      ...(from !== undefined && { query: from }),
      ...(threads !== undefined && { threads }),
      ...(without !== undefined && { without }),
      ...(reading.store?.limits && withinLimits(reading.store.limits, threads)),
      ...(reading.signal && { signal: reading.signal }),
    });
    try {
      return await readFeed(feed, reading);
    } finally {
      await feed.close();
    }
  } catch (error) {
    throw ownError(error);
  }
}

/** Of the memory for reading, a database has half; a thread of DuckDB needs some of it to read files. */
const PER_THREAD = 64 * 2 ** 20;

function withinLimits(
  { memory, scratch }: NonNullable<CellStore["limits"]>,
  threads = availableParallelism(),
): { memory: number; threads: number; scratch?: string } {
  const own = Math.max(PER_THREAD, memory / 2);
  return {
    memory: own,
    threads: Math.max(1, Math.min(threads, Math.floor(own / PER_THREAD))),
    ...(scratch !== undefined && { scratch }),
  };
}

async function sqlPackage(address: string): Promise<SqlPackage> {
  const name = PACKAGE;
  try {
    return await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
  } catch (error) {
    const { code, message: why } = error as NodeJS.ErrnoException;
    const isAbsent = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
    const message = isAbsent
      ? `${show(address)} needs the package ${PACKAGE}; install it next to coppice: npm install ${PACKAGE}`
      : `the package ${PACKAGE} cannot be loaded: ${why}`;
    throw new CoppiceError("PACKAGE_MISSING", message, { name: PACKAGE, value: why });
  }
}

/** The package has a copy of the library of its own, and so another class of errors. */
function ownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, facts } = error as { code?: string; facts?: ErrorFacts };
  const hint = hintOf(code, facts);
  if (error instanceof CoppiceError && hint === "") return error;
  return error.name === "CoppiceError" && code !== undefined && code in ERROR_CODES
    ? new CoppiceError(code as ErrorCode, error.message + hint, facts)
    : error;
}

/** A column that is not there may be misspelt: the error has the names that there are. */
function hintOf(code: string | undefined, { name, value }: ErrorFacts = {}): string {
  if (code !== "COLUMN_UNKNOWN" || name === undefined || !Array.isArray(value)) return "";
  return didYouMean(name, value.map(String));
}

import { CoppiceError, ERROR_CODES, type ErrorCode, type ErrorFacts, show } from "../base/errors.js";
import type { AsyncDataHandle } from "../engine/data.js";
import type { TreeModel } from "../model/tree.js";
import type { GivenOptions } from "../source/checkReading.js";
import { type Feed, readFeed } from "../source/feed.js";
import type { ReadResult } from "../source/options.js";
import type { ColumnSchema } from "../table/schema.js";

/** Addresses that a database answers, not a file. */
const ADDRESS = /^(duckdb|spark):/;

export function isDatabase(path: string): boolean {
  return ADDRESS.test(path);
}

/** What of `coppice-sql` is used here. The package is optional, and this library does not depend on it. */
interface SqlPackage {
  openData(address: string, options: PushDownRequest): Promise<PushedDown>;
  openFeed(
    address: string,
    options: { readonly query?: string; readonly threads?: number; readonly signal?: AbortSignal },
  ): Promise<Feed & { close(): Promise<void> }>;
  treeQuery(model: TreeModel, request: TreeQueryRequest): string;
}

const PACKAGE = "coppice-sql";

/** What is to be learned where the rows are. */
export interface PushDownRequest {
  readonly query?: string;
  readonly threads?: number;
  readonly signal?: AbortSignal;
  readonly target: string;
  readonly weight?: string;
  readonly ignore: readonly string[];
  readonly columns: readonly ColumnSchema[];
}

/** Rows that stay in their database. */
export interface PushedDown {
  readonly data: AsyncDataHandle;
  /** How well a tree predicts the rows that it was learned from. */
  figures(model: TreeModel): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
}

/** Opens rows for learning without reading them; `use` must be done with them before it returns. */
export async function withPushedDown<T>(
  address: string,
  request: PushDownRequest,
  use: (rows: PushedDown) => Promise<T>,
): Promise<T> {
  if (!isDatabase(address)) {
    const message = `--push-down needs a database, such as duckdb:file.db#table; got ${show(address)}`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "--push-down", value: address });
  }
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

/** A query that predicts as a tree does. */
export interface TreeQueryRequest {
  readonly dialect: string;
  readonly table?: string | undefined;
  readonly query?: string | undefined;
  readonly key: string;
  readonly as?: string | undefined;
}

export async function treeQuery(model: TreeModel, request: TreeQueryRequest): Promise<string> {
  const { treeQuery: written } = await sqlPackage("coppice sql");
  try {
    return written(model, request);
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
}

/** Reads a table, a query or files by a database, as columns. */
export async function readDatabase(address: string, options: DatabaseOptions): Promise<ReadResult> {
  const { from, threads, ...reading } = options;
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
  if (error instanceof CoppiceError || !(error instanceof Error)) return error;
  const { code, facts } = error as { code?: string; facts?: ErrorFacts };
  return error.name === "CoppiceError" && code !== undefined && code in ERROR_CODES
    ? new CoppiceError(code as ErrorCode, error.message, facts)
    : error;
}

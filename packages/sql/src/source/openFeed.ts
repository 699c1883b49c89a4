import { totalmem } from "node:os";
import { openDuckDb } from "../duckdb/source.js";
import { openSpark } from "../spark/source.js";
import { parseAddress, withoutSecrets } from "./address.js";
import { type Feed, feedOf } from "./feed.js";
import type { Opened } from "./opened.js";

export interface OpenFeedOptions {
  /** A query whose rows are the table, in place of a table's name. */
  readonly query?: string;
  readonly threads?: number;
  /**
   * For DuckDB: bytes of memory for itself, and the folder for what does not fit. Default: a quarter of the machine's while rows are
   * pulled out of it, what DuckDB takes otherwise (80%).
   */
  readonly memory?: number;
  readonly scratch?: string;
  readonly signal?: AbortSignal;
  /** Of what is read: columns that are not. */
  readonly without?: readonly string[];
}

/** DuckDB's own share while rows are pulled out of it: they stream, and this process is to have room for them. */
const SHARE = 4;
const LEAST = 512 * 2 ** 20;

/** Opens what an address names. The library's `readTable` reads tables from it. */
export async function openFeed(address: string, options: OpenFeedOptions = {}): Promise<Feed> {
  const memory = options.memory ?? Math.max(LEAST, Math.floor(totalmem() / SHARE));
  const { connection, relation, rows } = await openRelation(address, { ...options, memory });
  const { signal, without } = options;
  try {
    return await feedOf(connection, relation, { name: withoutSecrets(address), rows, signal, without });
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Connects to what an address names. */
export async function openRelation(
  address: string,
  { query, threads, memory, scratch }: OpenFeedOptions,
): Promise<Opened> {
  const parsed = parseAddress(address);
  return parsed.engine === "spark"
    ? openSpark(parsed, { query })
    : openDuckDb(parsed, { query, threads, memory, scratch });
}

import { openDuckDb } from "../duckdb/source.js";
import { openSpark } from "../spark/source.js";
import { parseAddress } from "./address.js";
import { type Feed, feedOf } from "./feed.js";

export interface OpenFeedOptions {
  /** A query whose rows are the table, in place of a table's name. */
  readonly query?: string;
  readonly threads?: number;
  readonly signal?: AbortSignal;
}

/** Opens what an address names. The library's `readTable` reads tables from it. */
export async function openFeed(address: string, options: OpenFeedOptions = {}): Promise<Feed> {
  const { query, threads, signal } = options;
  const parsed = parseAddress(address);
  const { connection, relation, rows } =
    parsed.engine === "spark"
      ? await openSpark(parsed, { query })
      : await openDuckDb(parsed, { query, threads });
  try {
    return await feedOf(connection, relation, { name: address, rows, signal });
  } catch (error) {
    await connection.close();
    throw error;
  }
}

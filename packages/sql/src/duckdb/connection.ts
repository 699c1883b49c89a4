import { randomUUID } from "node:crypto";
import { mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBResult,
  type DuckDBConnection as Session,
} from "@duckdb/node-api";
import { CoppiceError } from "coppice";
import type { Batch, BatchColumn, Connection } from "../connection/connection.js";
import { duckdb } from "../dialect/duckdb.js";
import { withoutSecrets } from "../source/address.js";
import { chunkRoom, columnOfChunk, type Storage } from "./vectors.js";

export interface DuckDbOptions {
  /** DuckDB's own threads. Default: one per core. */
  readonly threads?: number;
  /** Bytes of memory for DuckDB itself. Default: 80% of the machine's. */
  readonly memory?: number;
  /** The folder for what does not fit its memory, in a folder of its own that `close` removes. Default: the system's. */
  readonly scratch?: string;
  /** A DuckDB file, attached; its tables are found by their names. */
  readonly file?: string;
  /** Whether the file may be written to. */
  readonly writable?: boolean;
}

const STORAGE: ReadonlySet<string> = new Set(["DOUBLE", "FLOAT", "INTEGER", "BIGINT", "VARCHAR"]);

/**
 * DuckDB inside this process. The database of the session itself is in memory: files are attached read-only unless predictions
 * are written to them, and whatever an engine creates disappears with the session.
 */
export class DuckDbConnection implements Connection {
  readonly dialect = duckdb;
  private isInterrupted = false;

  private constructor(
    private readonly instance: DuckDBInstance,
    private readonly session: Session,
    private readonly spill: string,
  ) {}

  static async open({
    threads,
    memory,
    scratch,
    file,
    writable = false,
  }: DuckDbOptions = {}): Promise<DuckDbConnection> {
    if (scratch !== undefined) checkScratch(scratch);
    const spill = join(scratch ?? tmpdir(), `coppice-duckdb-${randomUUID()}`);
    const instance = await DuckDBInstance.create(":memory:", {
      ...(threads !== undefined && { threads: String(threads) }),
      ...(memory !== undefined && { memory_limit: `${Math.max(1, Math.floor(memory / 2 ** 20))}MiB` }),
      temp_directory: spill,
    }).catch((error) => fail("DuckDB cannot be started", error));
    const connection = new DuckDbConnection(instance, await instance.connect(), spill);
    try {
      // Row order is part of the contract: a table has the order of its source.
      await connection.run("SET preserve_insertion_order = true");
      // Groups of up to 2^18 (node, code, class) are counted in an array instead of a hash table.
      await connection.run("SET perfect_ht_threshold = 18");
      if (file !== undefined) await connection.attach(file, writable);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return connection;
  }

  private async attach(file: string, writable: boolean): Promise<void> {
    await this.run(`ATTACH ${duckdb.text(file)} AS source${writable ? "" : " (READ_ONLY)"}`);
    await this.run("USE source");
  }

  async run(statement: string): Promise<void> {
    await this.session.run(statement).catch((error) => fail("DuckDB rejects a statement", error));
  }

  async rows(query: string): Promise<Batch[]> {
    const result = await this.session.run(query).catch((error) => fail("DuckDB rejects a query", error));
    const storage = storageOf(result);
    const chunks = await result.fetchAllChunks();
    return chunks.map((chunk) => batchOf(chunk, storage));
  }

  /**
   * DuckDB's client reports no error that occurs after the first rows: the stream just ends. So a last row is added, and a
   * stream without it has failed.
   */
  async *stream(query: string): AsyncGenerator<Batch> {
    const columns = await this.columnsOf(query);
    const nothing = columns.map(() => "NULL").join(", ");
    const marked = `SELECT *, 0 AS is_end FROM (\n${query}\n) UNION ALL SELECT ${nothing}, 1`;
    const result = await this.session.stream(marked).catch((error) => fail("DuckDB rejects a query", error));
    const storage = storageOf(result);
    const rooms = storage.map(chunkRoom);
    for (;;) {
      const chunk = await result.fetchChunk().catch((error) => fail("DuckDB stopped a query", error));
      if (chunk === null || chunk.rowCount === 0) return this.failedStream(query, columns.length);
      const batch = batchOf(chunk, storage, rooms);
      const end = batch.columns[columns.length];
      const isLast = end.kind === "numbers" && end.values[batch.rows - 1] === 1;
      const rows = isLast ? batch.rows - 1 : batch.rows;
      if (rows > 0) yield { rows, columns: batch.columns.slice(0, -1).map((one) => firstRows(one, rows)) };
      if (isLast) return;
    }
  }

  /** Runs a query again in a way that reports its error. */
  private async failedStream(query: string, columns: number): Promise<never> {
    if (this.isInterrupted) throw new CoppiceError("ABORTED", "DuckDB stopped a query: it was interrupted");
    const names = Array.from({ length: columns }, (_, i) => `c${i}`);
    await this.rows(`SELECT ${names.map((name) => `count(${name})`)} FROM (\n${query}\n) AS t(${names})`);
    throw new CoppiceError("DATABASE", "DuckDB stopped a query before its end", { name: "duckdb" });
  }

  async columnsOf(query: string): Promise<{ name: string; type: string }[]> {
    const prepared = await this.session
      .prepare(`SELECT * FROM (\n${query}\n) LIMIT 0`)
      .catch((error) => fail("DuckDB rejects a query", error));
    try {
      return Array.from({ length: prepared.columnCount }, (_, i) => ({
        name: prepared.columnName(i),
        type: String(prepared.columnType(i)),
      }));
    } finally {
      prepared.destroySync();
    }
  }

  interrupt(): void {
    this.isInterrupted = true;
    this.session.interrupt();
  }

  async close(): Promise<void> {
    this.session.closeSync();
    this.instance.closeSync();
    rmSync(this.spill, { recursive: true, force: true });
  }
}

function batchOf(
  chunk: DuckDBDataChunk,
  storage: readonly Storage[],
  rooms: readonly Float64Array[] = [],
): Batch {
  return {
    rows: chunk.rowCount,
    columns: storage.map((type, column) => columnOfChunk(chunk, column, type, rooms[column])),
  };
}

function firstRows(column: BatchColumn, rows: number): BatchColumn {
  return column.kind === "numbers"
    ? { kind: "numbers", values: column.values.subarray(0, rows) }
    : { ...column, starts: column.starts.subarray(0, rows), ends: column.ends.subarray(0, rows) };
}

function storageOf(result: DuckDBResult): Storage[] {
  return result.columnTypes().map((type, i) => {
    const name = String(type);
    if (!STORAGE.has(name))
      throw new Error(`column ${result.columnName(i)} of a result has the type ${name}`);
    return name as Storage;
  });
}

/** DuckDB makes its own folder there when memory is full, which may be late. */
function checkScratch(folder: string): void {
  try {
    rmdirSync(mkdtempSync(join(folder, "coppice-duckdb-")));
  } catch (error) {
    const why = (error as Error).message;
    const message = `scratch for DuckDB cannot be written: ${why}; --scratch names another folder`;
    throw new CoppiceError("FILE_WRITE", message, { name: "--scratch", value: folder });
  }
}

function fail(what: string, error: unknown): never {
  // What follows shows the statement, which the user has not written.
  const reason = withoutSecrets(
    (error instanceof Error ? error.message : String(error)).split("\n\n")[0].replaceAll("\n", " "),
  );
  if (/interrupt/i.test(reason)) throw new CoppiceError("ABORTED", `${what}: it was interrupted`);
  if (/out of memory error/i.test(reason)) {
    const [, used] = /\(([^()]+) used\)/.exec(reason) ?? [];
    const message = `DuckDB needs more memory than it may take${used === undefined ? "" : ` (${used} used)`}: give it more with --memory`;
    throw new CoppiceError("DATABASE", message, { name: "--memory", value: reason });
  }
  throw new CoppiceError("DATABASE", `${what}: ${reason}`, { name: "duckdb", value: reason });
}

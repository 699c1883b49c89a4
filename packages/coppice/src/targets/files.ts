import { createReadStream, statSync } from "node:fs";
import {
  chmod,
  type FileHandle,
  open,
  readFile as readWhole,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CoppiceError, type ErrorCode, show } from "../base/errors.js";
import { kernelsUsable } from "../kernels/support.js";
import { type ByteSource, unpackError } from "../source/bytes.js";
import type { GivenOptions } from "../source/checkReading.js";
import { type Format, formatOf, isGzipped, type ReadResult, readFormat, readSource } from "../source/read.js";
import { isDatabase, readDatabase } from "./databases.js";
import { NodeTeam } from "./nodeTeam.js";
import { hasWorkers } from "./workerFile.js";

const CHUNK = 1 << 18;
/** Large enough to be worth dividing among threads, small enough to stay in the cache. */
const PIECE = 1 << 20;

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["ENOTDIR", "part of its path is not a folder"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "permission is denied"],
  ["EPERM", "permission is denied"],
  ["EROFS", "it is on a read-only file system"],
  ["ENOSPC", "the disk is full"],
  ["ENAMETOOLONG", "its name is too long"],
]);

export function fileError(code: ErrorCode, verb: string, path: string, error: unknown): CoppiceError {
  const { code: cause = "", message } = error as NodeJS.ErrnoException;
  const noFolder = code === "FILE_WRITE" && cause === "ENOENT";
  const reason = noFolder ? "there is no such folder" : (REASONS.get(cause) ?? message);
  return new CoppiceError(code, `cannot ${verb} ${path}: ${reason}`, { name: path, value: cause });
}

/** A file's bytes, streamed. A file that cannot be opened fails when it is opened, not before. */
export function fileBytes(path: string): ByteSource {
  const size = sizeOf(path);
  return {
    name: path,
    ...(size === undefined ? {} : { size, slice: (start: number, end: number) => sliceOf(path, start, end) }),
    open: (reuseMemory) => (reuseMemory ? readAlternating(path) : streamed(path)),
  };
}

async function sliceOf(path: string, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    for (let done = 0; done < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done);
      if (bytesRead === 0) throw new Error("it ends too early");
      done += bytesRead;
    }
    return bytes.buffer;
  } catch (error) {
    throw fileError("FILE_READ", "read", path, error);
  } finally {
    await file?.close();
  }
}

/** All of a file's bytes: faster than joining a stream's pieces. */
export async function wholeFile(path: string | URL): Promise<Uint8Array> {
  try {
    return await readWhole(path);
  } catch (error) {
    throw fileError("FILE_READ", "read", String(path), error);
  }
}

function sizeOf(path: string): number | undefined {
  try {
    const facts = statSync(path);
    return facts.isFile() ? facts.size : undefined;
  } catch {
    return undefined;
  }
}

async function* streamed(path: string): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(path, { highWaterMark: CHUNK });
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    throw fileError("FILE_READ", "read", path, error);
  } finally {
    stream.destroy();
  }
}

/** Reads into two buffers alternately: one is filled while the other is processed. */
async function* readAlternating(path: string): AsyncGenerator<Uint8Array> {
  let file: FileHandle | undefined;
  let reading: ReturnType<typeof readSome> | undefined;
  try {
    file = await open(path);
    let [now, next] = [new Uint8Array(PIECE), new Uint8Array(PIECE)];
    reading = readSome(file, now);
    for (;;) {
      const { bytesRead } = await reading;
      reading = undefined;
      if (bytesRead === 0) return;
      reading = readSome(file, next);
      yield now.subarray(0, bytesRead);
      [now, next] = [next, now];
    }
  } catch (error) {
    throw fileError("FILE_READ", "read", path, error);
  } finally {
    await reading?.catch(() => {});
    await file?.close();
  }
}

/** Reads from the file's current position. */
function readSome(file: FileHandle, into: Uint8Array): Promise<{ bytesRead: number }> {
  return file.read(into, 0, into.length, null);
}

/** Node's own decompression: half the time of the web's DecompressionStream, and off the main thread. */
function gunzip(source: ByteSource): ByteSource {
  return { name: source.name, open: () => unpacked(source) };
}

async function* unpacked(source: ByteSource): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  const packed = Readable.from(source.open(), { objectMode: false });
  packed.on("error", (error) => {
    failure = error;
  });
  const unpacker = createGunzip({ chunkSize: CHUNK });
  try {
    for await (const chunk of pipeline(packed, unpacker, () => {})) yield chunk as Uint8Array;
  } catch (error) {
    throw failure ?? unpackError(source.name, error);
  }
}

/** Standard input can be read only once: its bytes are kept, so that it can be opened again. */
export function standardInput(input: AsyncIterable<Uint8Array> = process.stdin): ByteSource {
  const kept: Uint8Array[] = [];
  let iterator: AsyncIterator<Uint8Array> | undefined;
  let ended = false;
  return {
    name: "standard input",
    async *open() {
      iterator ??= input[Symbol.asyncIterator]();
      for (let i = 0; ; i++) {
        if (i === kept.length && !ended) {
          const next = await iterator.next();
          if (next.done) ended = true;
          else kept.push(next.value);
        }
        if (i >= kept.length) return;
        yield kept[i];
      }
    },
  };
}

export interface ReadTableOptions extends GivenOptions {
  /** Overrides the extension. Default for standard input: "csv". */
  readonly format?: Format;
  /** Threads to read CSV and TSV with. Default: one per core for large files, otherwise one. */
  readonly threads?: number;
  /** A query that a database answers; the path is then the database's address. */
  readonly from?: string;
  /** Of a database: columns that are not read. */
  readonly without?: readonly string[];
}

/** Bytes below which one thread is faster: another takes 50 to 200 ms to start. */
const LARGE = 1 << 26;

/** Threads to read a file with, if it is large enough; they become ready some time after reading has begun. */
function teamFor(source: ByteSource, format: Format, asked: number | undefined): NodeTeam | undefined {
  const isText = format === "csv" || format === "tsv";
  const threads =
    asked ?? ((source.size ?? 0) < LARGE || isGzipped(source.name) ? 1 : availableParallelism());
  if (!isText || threads === 1 || !kernelsUsable() || !hasWorkers()) return undefined;
  return new NodeTeam({ threads });
}

async function readFile(source: ByteSource, format: Format, options: ReadTableOptions): Promise<ReadResult> {
  const { threads, ...rest } = options;
  const team = rest.team ? undefined : teamFor(source, format, threads);
  try {
    return await readSource(source, { ...rest, format, ...(team && { team }) }, gunzip);
  } finally {
    await team?.close();
  }
}

/**
 * Reads the table at a path; "-" is standard input. For C4.5, give the path of either file of the pair. An address such as
 * "duckdb:file.db#table" is read by the package coppice-sql.
 */
export async function readTable(path: string, options: ReadTableOptions = {}): Promise<ReadResult> {
  const { format, from, without, ...rest } = options;
  if (isDatabase(path)) {
    const asked = { ...(from !== undefined && { from }), ...(without !== undefined && { without }) };
    return readDatabase(path, { ...rest, ...asked });
  }
  if (without !== undefined) {
    const message = `columns can be left out of what a database reads, such as duckdb: or spark:; got ${show(path)}`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "without", rule: "a database", value: path });
  }
  if (from !== undefined) {
    const message = `a query needs a database to answer it, such as duckdb: or spark:; got ${show(path)}`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "from", rule: "a database", value: path });
  }
  if (path === "-") return readFormat(format ?? "csv", standardInput(), rest);
  const known = format ?? formatOf(path);
  if (known !== "c45" || rest.names) return readFile(fileBytes(path), known, rest);
  const stem = path.replace(/\.(names|data)(\.gz)?$/i, "");
  const isNames = /\.names(\.gz)?$/i.test(path);
  const data = isNames ? `${stem}.data` : path;
  const names = fileBytes(isNames ? path : `${stem}.names`);
  const unpackedNames = isGzipped(names.name) ? gunzip(names) : names;
  return readSource(fileBytes(data), { ...rest, format: known, names: unpackedNames }, gunzip);
}

let temporaries = 0;

/** Writes a file atomically: into a temporary file in the same folder, which is then renamed. */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  let temporary: string | undefined;
  try {
    const old = await stat(path).catch(() => undefined);
    // A device or a pipe cannot be written atomically, and must not be replaced by a file.
    if (old && !old.isFile() && !old.isDirectory()) return await writeFile(path, made(content));
    // Writes to the target of a link, not over the link.
    const target = old ? await realpath(path) : path;
    const name = join(dirname(target), `.coppice-${process.pid}-${temporaries++}.tmp`);
    const handle = await open(name, "wx");
    temporary = name;
    try {
      await writeFile(handle, made(content));
    } finally {
      await handle.close();
    }
    if (old?.isFile()) await chmod(name, old.mode);
    await rename(name, target);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true });
    if (error instanceof NotMade) throw error.cause;
    throw fileError("FILE_WRITE", "write", path, error);
  }
}

/** The content could not be made, which is no failure to write. */
class NotMade extends Error {}

function made(content: string | Uint8Array | AsyncIterable<Uint8Array>) {
  return typeof content === "string" || content instanceof Uint8Array ? content : pieces(content);
}

async function* pieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    throw new NotMade("not made", { cause });
  }
}

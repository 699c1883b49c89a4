import { createReadStream, statSync } from "node:fs";
import { chmod, type FileHandle, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CoppiceError, type ErrorCode } from "../base/errors.js";
import { kernelsUsable } from "../kernels/support.js";
import { type ByteSource, unpackError } from "../source/bytes.js";
import {
  type Format,
  formatOf,
  isGzipped,
  type ReadOptions,
  type ReadResult,
  readFormat,
  readSource,
} from "../source/read.js";
import { NodeTeam } from "./nodeTeam.js";
import { hasWorkers } from "./workerFile.js";

const CHUNK = 1 << 18;
/** Large enough that it is worth sharing out among threads, small enough to stay in the cache. */
const PIECE = 1 << 20;

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["ENOTDIR", "part of its path is not a folder"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "permission is denied"],
  ["EPERM", "permission is denied"],
  ["EROFS", "it lies on a read-only file system"],
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
    ...(size === undefined ? {} : { size }),
    open: (fleeting) => (fleeting ? readInTurns(path) : streamed(path)),
  };
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

/** Reads into two pieces of memory by turns: into the one while the other is looked at. */
async function* readInTurns(path: string): AsyncGenerator<Uint8Array> {
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

/** Where the file stands. */
function readSome(file: FileHandle, into: Uint8Array): Promise<{ bytesRead: number }> {
  return file.read(into, 0, into.length, null);
}

/** Node's own unpacking: half the time of the web's DecompressionStream, and beside the main thread. */
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

/** Standard input can be read once only: what came is kept, as bytes, for those who open it again. */
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

export interface ReadTableOptions extends ReadOptions {
  /** In place of what the extension says; "csv" for standard input when absent. */
  readonly format?: Format;
  /** To read CSV and TSV with (default: one per core for large files). */
  readonly threads?: number;
}

/** Bytes below which one thread is faster: another takes 50 to 200 ms to start. */
const LARGE = 1 << 26;

/** Threads to read a file with, where it is worth them; they are up some time after the reading has begun. */
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

/** Reads the table at a path; "-" is standard input. Of a C4.5 pair either file may be named. */
export async function readTable(path: string, options: ReadTableOptions = {}): Promise<ReadResult> {
  const { format, ...rest } = options;
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

/** Writes a file whole or not at all: into a temporary file beside it, which then takes its name. */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  let temporary: string | undefined;
  try {
    const old = await stat(path).catch(() => undefined);
    // A device or a pipe has no "whole", and must not be replaced by a file.
    if (old && !old.isFile() && !old.isDirectory()) return await writeFile(path, content);
    // The file a link points at is written, not the link.
    const target = old ? await realpath(path) : path;
    const name = join(dirname(target), `.coppice-${process.pid}-${temporaries++}.tmp`);
    const handle = await open(name, "wx");
    temporary = name;
    try {
      await writeFile(handle, content);
    } finally {
      await handle.close();
    }
    if (old?.isFile()) await chmod(name, old.mode);
    await rename(name, target);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true });
    throw fileError("FILE_WRITE", "write", path, error);
  }
}

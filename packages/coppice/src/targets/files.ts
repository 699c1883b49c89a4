import { createReadStream, statSync } from "node:fs";
import { chmod, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CoppiceError, type ErrorCode } from "../base/errors.js";
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

const CHUNK = 1 << 18;

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

function fileError(code: ErrorCode, verb: string, path: string, error: unknown): CoppiceError {
  const { code: cause = "", message } = error as NodeJS.ErrnoException;
  const noFolder = code === "FILE_WRITE" && cause === "ENOENT";
  const reason = noFolder ? "there is no such folder" : (REASONS.get(cause) ?? message);
  return new CoppiceError(code, `cannot ${verb} ${path}: ${reason}`, { name: path, value: cause });
}

/** A file's bytes, streamed. A file that cannot be opened fails when it is opened, not before. */
export function fileBytes(path: string): ByteSource {
  const size = sizeOf(path);
  return { name: path, ...(size === undefined ? {} : { size }), open: () => streamed(path) };
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
}

/** Reads the table at a path; "-" is standard input. Of a C4.5 pair either file may be named. */
export async function readTable(path: string, options: ReadTableOptions = {}): Promise<ReadResult> {
  const { format, ...rest } = options;
  if (path === "-") return readFormat(format ?? "csv", standardInput(), rest);
  const known = format ?? formatOf(path);
  if (known !== "c45" || rest.names) return readSource(fileBytes(path), { ...rest, format: known }, gunzip);
  const stem = path.replace(/\.(names|data)(\.gz)?$/i, "");
  const isNames = /\.names(\.gz)?$/i.test(path);
  const data = isNames ? `${stem}.data` : path;
  const names = fileBytes(isNames ? path : `${stem}.names`);
  const unpackedNames = isGzipped(names.name) ? gunzip(names) : names;
  return readSource(fileBytes(data), { ...rest, format: known, names: unpackedNames }, gunzip);
}

let temporaries = 0;

/** Writes a file whole or not at all: into a temporary file beside it, which then takes its name. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
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
      await handle.writeFile(content);
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

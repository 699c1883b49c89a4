import { open } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { CoppiceError } from "../base/errors.js";
import { fileError } from "./files.js";

const CHUNK = 1 << 20;
/** Milliseconds between two looks at a file that may have grown. */
const PATIENCE = 250;

export interface FollowOptions {
  /** Where to begin, in bytes. */
  readonly from?: number;
  /** Waits at the end of the file for more. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

/** The bytes of a file that others may be appending to. Ends at its end, or when the signal is given. */
export async function* growingFile(path: string, options: FollowOptions = {}): AsyncGenerator<Uint8Array> {
  const { from = 0, follow = false, signal } = options;
  const file = await open(path).catch((error: unknown) => {
    throw fileError("FILE_READ", "read", path, error);
  });
  try {
    let at = from;
    while (!signal?.aborted) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK), 0, CHUNK, at);
      if (bytesRead > 0) {
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
        continue;
      }
      const { size } = await file.stat();
      if (size < at) throw shorter(path, size, at);
      if (!follow) return;
      await pause(PATIENCE, undefined, signal && { signal }).catch(() => {});
    }
  } finally {
    await file.close();
  }
}

const LF = 10;
const CR = 13;

/**
 * Where the next line begins, after one that was learned up to `end`: the file may have ended there without a line end, which
 * was written later. It is an error if that line itself has grown since.
 */
export async function nextLine(path: string, end: number): Promise<number> {
  const file = await open(path).catch((error: unknown) => {
    throw fileError("FILE_READ", "read", path, error);
  });
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(3), 0, 3, end - 1);
    const [last, next, afterNext] = buffer;
    if (bytesRead < 2 || last === LF) return end;
    if (next === LF) return end + 1;
    if (next === CR && afterNext === LF) return end + 2;
  } finally {
    await file.close();
  }
  const message = `the last line that was learned from ${path} was only half written: it goes on now. Begin again with another --state; --follow waits for whole lines`;
  throw new CoppiceError("STREAM_STATE", message, { name: path, rule: "whole lines" });
}

function shorter(path: string, size: number, at: number): CoppiceError {
  const message = `${path} has ${size} bytes, but ${at} have been read before: it is not the stream that was begun`;
  return new CoppiceError("STREAM_HEADER", message, {
    name: path,
    rule: `at least ${at} bytes`,
    value: size,
  });
}

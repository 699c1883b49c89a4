import { CR, LF } from "./scanner.js";

/** The offset after the first `lines` lines; undefined if there are fewer. */
export function afterLines(bytes: Uint8Array, lines: number): number | undefined {
  let at = 0;
  for (let line = 0; line < lines; line++) {
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
    if (at === bytes.length) return undefined;
    at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
  }
  return at;
}

/** The bytes without the first `lines` lines. These are few, so they are kept in memory. */
export async function* withoutFirstLines(
  chunks: AsyncIterable<Uint8Array>,
  lines: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | undefined = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (held === undefined) {
      yield chunk;
      continue;
    }
    held = joined(held, chunk);
    // A CR at the very end may be half of a line break.
    const start = held[held.length - 1] === CR ? undefined : afterLines(held, lines);
    if (start === undefined) continue;
    const rest = held.subarray(start);
    held = undefined;
    if (rest.length > 0) yield rest;
  }
  const start = held && afterLines(held, lines);
  if (held && start !== undefined && start < held.length) yield held.subarray(start);
}

/** The bytes without the last `lines` lines that are not blank, and without what follows them. */
export async function* withoutLastLines(
  chunks: AsyncIterable<Uint8Array>,
  lines: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    held = joined(held, chunk);
    const end = beforeLast(held, lines);
    if (end === 0) continue;
    yield held.slice(0, end);
    held = held.slice(end);
  }
}

/** The offset at which the last `lines` lines begin. */
function beforeLast(bytes: Uint8Array, lines: number): number {
  let end = bytes.length;
  for (let line = 0; line < lines; line++) {
    while (end > 0 && isBlank(bytes[end - 1])) end--;
    while (end > 0 && bytes[end - 1] !== LF && bytes[end - 1] !== CR) end--;
  }
  return end;
}

function isBlank(byte: number): boolean {
  return byte === LF || byte === CR || byte === 32 || byte === 9;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b.slice();
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

import { printable } from "../model/words.js";
import { warningText } from "../table/remedy.js";
import type { Warning } from "../table/table.js";
import { writeWhole } from "../targets/files.js";

/** What a verb may touch of the world besides files. Tests hand in their own. */
export interface Io {
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Seconds since some fixed moment. */
  clock(): number;
  /** Runs work that waits for files; the user's Ctrl-C aborts the signal and ends the wait with ABORTED. */
  interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Runs work that must not stop half way; Ctrl-C takes effect when it is done. */
  uninterrupted<T>(work: () => Promise<T>): Promise<T>;
}

export interface Stream {
  write(text: string): void;
  readonly color: boolean;
  /** The terminal's lines and columns, and the terminal itself, for the progress bar; absent for files and pipes. */
  readonly lines?: number;
  readonly width?: number;
  readonly terminal?: NodeJS.WriteStream;
}

export function printLine(stream: Stream, text = ""): void {
  stream.write(`${text}\n`);
}

export async function writeFileWhole(
  io: Io,
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  await io.uninterrupted(() => writeWhole(path, content));
}

/** The one object of `--json`. Figures that do not exist (NaN) become null. */
export function printJson(io: Io, answer: object): void {
  io.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** A remark on standard error. Names of columns and levels come from the data: a terminal must not obey them. */
export function remark(io: Io, kind: "warning" | "hint", text: string): void {
  printLine(io.stderr, printable(`${kind}: ${text}`));
}

export function printWarnings(io: Io, warnings: readonly Warning[]): void {
  for (const warning of warnings) {
    remark(io, "warning", `${warning.code}: ${warningText(warning, "flag")}`);
  }
}

import type { ErrorCode } from "../base/errors.js";
import { errorAt } from "../table/cellError.js";
import { grown } from "../table/dictionary.js";
import { decodeUtf8 } from "../table/utf8.js";

export interface Line {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
}

const LF = 10;
const CR = 13;

/** The lines of a UTF-8 text, ended by LF, CRLF or CR, in batches; without the byte order mark. */
export async function* linesOf(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  syntax: ErrorCode,
): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter(file, syntax);
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.finish();
}

class LineSplitter {
  private number = 1;
  private afterCr = false;
  /** The beginning of a line that earlier chunks left unfinished. */
  private held = new Uint8Array(256);
  private heldLength = 0;

  constructor(
    private readonly file: string,
    private readonly syntax: ErrorCode,
  ) {}

  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === LF && this.afterCr) start = i + 1;
      else if (byte === LF || byte === CR) {
        this.hold(chunk, start, i);
        lines.push(this.take());
        start = i + 1;
      }
      this.afterCr = byte === CR;
    }
    this.hold(chunk, start, chunk.length);
    return lines;
  }

  finish(): Line[] {
    return this.heldLength > 0 ? [this.take()] : [];
  }

  private hold(chunk: Uint8Array, start: number, end: number): void {
    const length = this.heldLength + end - start;
    if (length > this.held.length) {
      this.held = grown(this.held, new Uint8Array(Math.max(length, 2 * this.held.length)));
    }
    this.held.set(chunk.subarray(start, end), this.heldLength);
    this.heldLength = length;
  }

  private take(): Line {
    const number = this.number++;
    const text = decodeUtf8(this.held, 0, this.heldLength);
    this.heldLength = 0;
    if (text === undefined) {
      throw errorAt(this.syntax, { file: this.file, line: number }, "the line is not valid UTF-8 text", {
        rule: "UTF-8 text",
      });
    }
    return { text: number === 1 && text.startsWith("\ufeff") ? text.slice(1) : text, number };
  }
}

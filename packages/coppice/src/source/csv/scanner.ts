import type { CoppiceError } from "../../base/errors.js";
import type { RowReader } from "../../kernels/drivers/csvRows.js";
import { errorAt } from "../../table/cellError.js";
import { grown } from "../../table/dictionary.js";

export const LF = 10;
export const CR = 13;
export const QUOTE = 34;
export const SPACE = 32;
export const TAB = 9;

/** Receives cells and the ends of rows. The bytes are valid only during the call. */
export interface CellSink {
  cell(bytes: Uint8Array, start: number, end: number, quoted: boolean, line: number): void;
  /** `line` is where the row's last cell began. */
  endRow(line: number): void;
  /** Cells received since the last end of row. */
  readonly cells: number;
  /** A faster path for whole rows, if there is one, and whether it may be taken now. */
  readonly fast?: RowReader | undefined;
  readonly betweenRows?: boolean;
}

const CELL_START = 0;
/** Within an unquoted cell whose beginning is in `held`. */
const UNQUOTED = 1;
const QUOTED = 2;
/** Just after a quote within a quoted cell: the first of a doubled one, or the closing one. */
const QUOTE_SEEN = 3;
const AFTER_QUOTE = 4;
/** Just after CR: an LF belongs to it. */
const AFTER_CR = 5;

/**
 * RFC 4180 over bytes, a chunk at a time. Not a CSV library, because errors need a physical line and cell, and cells must
 * reach the columns as bytes: a string per cell would take most of the time and memory of reading.
 * No byte of a multi-byte UTF-8 character is below 0x80, so bytes can safely be compared with ASCII characters.
 */
export class CsvScanner {
  private state = CELL_START;
  private line: number;
  /** The line of the opening quote. */
  private quoteLine = 1;
  private previous = 0;
  /** The beginning of a cell that cannot be used in place because of the chunk's end or a quote. */
  private held = new Uint8Array(256);
  private heldLength = 0;
  /** 1 for the bytes that end an unquoted cell. */
  private readonly stops = new Uint8Array(256);
  /** 1 for the blanks around a cell; excludes a blank that is the delimiter. */
  private readonly blanks = new Uint8Array(256);

  constructor(
    private readonly file: string,
    readonly delimiter: number,
    public sink: CellSink,
    /** The number of the first line pushed. */
    firstLine = 1,
  ) {
    this.line = firstLine;
    for (const stop of [delimiter, LF, CR]) this.stops[stop] = 1;
    for (const blank of [SPACE, TAB]) if (blank !== delimiter) this.blanks[blank] = 1;
  }

  push(chunk: Uint8Array): void {
    const { fast } = this.sink;
    if (fast === undefined) this.scan(chunk);
    else fast.during(chunk, () => this.scan(chunk, fast));
    if (chunk.length > 0) this.previous = chunk[chunk.length - 1];
  }

  private scan(chunk: Uint8Array, fast?: RowReader): void {
    let i = 0;
    while (i < chunk.length) {
      switch (this.state) {
        case CELL_START:
          i = fast === undefined ? this.slowRows(chunk, i) : this.fastRows(chunk, i, fast);
          break;
        case UNQUOTED:
          i = this.restOfUnquoted(chunk, i);
          break;
        case QUOTED:
          i = this.quoted(chunk, i);
          break;
        case QUOTE_SEEN:
          i = this.quoteSeen(chunk, i);
          break;
        case AFTER_QUOTE:
          i = this.afterQuote(chunk, i);
          break;
        default:
          this.state = CELL_START;
          if (chunk[i] === LF) i++;
      }
    }
  }

  private slowRows(chunk: Uint8Array, from: number): number {
    const i = this.cells(chunk, from, false);
    return i < chunk.length && this.state === CELL_START ? this.quoteOrCut(chunk, i) : i;
  }

  /** As many rows as the fast path takes; the next, or the part of it in this chunk, takes the slow path. */
  private fastRows(chunk: Uint8Array, from: number, fast: RowReader): number {
    let i = from;
    while (i < chunk.length && this.sink.betweenRows) {
      const { rows, next } = fast.take(i, this.line);
      if (rows === 0) break;
      this.line += rows;
      i = next;
    }
    const { line } = this;
    i = this.cells(chunk, i, true);
    const rowEnded = this.line !== line;
    return i < chunk.length && !rowEnded && this.state === CELL_START ? this.quoteOrCut(chunk, i) : i;
  }

  finish(): void {
    switch (this.state) {
      case UNQUOTED:
        this.emitHeld(false);
        this.sink.endRow(this.line);
        break;
      case QUOTED:
        throw this.error(this.quoteLine, "the quote that opens here is never closed");
      case QUOTE_SEEN:
      case AFTER_QUOTE:
        this.emitHeld(true);
        this.sink.endRow(this.line);
        break;
      default:
        if (this.sink.cells === 0) return;
        this.sink.cell(this.held, 0, 0, false, this.line);
        this.sink.endRow(this.line);
    }
  }

  /**
   * Whole unquoted cells, as many as the chunk or the row has; stops at a quote, at a cell cut off by the chunk's end, or
   * after CR.
   * What happens then is left to the caller: code that has never run, in a loop this hot, would cause V8 to deoptimise it
   * at the end of the first chunk.
   */
  private cells(chunk: Uint8Array, from: number, oneRow: boolean): number {
    const { stops, blanks, delimiter } = this;
    const length = chunk.length;
    let i = from;
    while (i < length) {
      while (i < length && blanks[chunk[i]] === 1) i++;
      if (i === length || chunk[i] === QUOTE) return i;
      const start = i;
      while (i < length && stops[chunk[i]] === 0) i++;
      if (i === length) return start;
      let end = i;
      while (end > start && blanks[chunk[end - 1]] === 1) end--;
      this.sink.cell(chunk, start, end, false, this.line);
      const stop = chunk[i++];
      if (stop === delimiter) continue;
      this.endRow(stop);
      if (oneRow || stop === CR) return i;
    }
    return i;
  }

  /** At the start of a cell that `cells` could not finish. */
  private quoteOrCut(chunk: Uint8Array, at: number): number {
    if (chunk[at] === QUOTE) {
      this.openQuote();
      return at + 1;
    }
    this.state = UNQUOTED;
    this.hold(chunk, at, chunk.length);
    return chunk.length;
  }

  private restOfUnquoted(chunk: Uint8Array, from: number): number {
    let i = from;
    while (i < chunk.length && this.stops[chunk[i]] === 0) i++;
    this.hold(chunk, from, i);
    if (i === chunk.length) return i;
    this.emitHeld(false);
    this.endCell(chunk[i]);
    return i + 1;
  }

  private openQuote(): void {
    this.state = QUOTED;
    this.quoteLine = this.line;
  }

  private quoted(chunk: Uint8Array, from: number): number {
    let i = from;
    for (; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === QUOTE) break;
      if (byte === CR) this.line++;
      else if (byte === LF && (i > 0 ? chunk[i - 1] : this.previous) !== CR) this.line++;
    }
    this.hold(chunk, from, i);
    if (i === chunk.length) return i;
    this.state = QUOTE_SEEN;
    return i + 1;
  }

  private quoteSeen(chunk: Uint8Array, i: number): number {
    if (chunk[i] !== QUOTE) {
      this.state = AFTER_QUOTE;
      return i;
    }
    this.hold(chunk, i, i + 1);
    this.state = QUOTED;
    return i + 1;
  }

  private afterQuote(chunk: Uint8Array, from: number): number {
    let i = from;
    while (i < chunk.length && this.blanks[chunk[i]] === 1) i++;
    if (i === chunk.length) return i;
    if (this.stops[chunk[i]] === 0) {
      const message = `text after the closing quote; a quote within a quoted cell is written ""`;
      throw this.error(this.line, message);
    }
    this.emitHeld(true);
    this.endCell(chunk[i]);
    return i + 1;
  }

  private endCell(stop: number): void {
    this.state = CELL_START;
    if (stop !== this.delimiter) this.endRow(stop);
  }

  private endRow(stop: number): void {
    this.sink.endRow(this.line);
    this.line++;
    if (stop === CR) this.state = AFTER_CR;
  }

  private hold(chunk: Uint8Array, start: number, end: number): void {
    const length = this.heldLength + end - start;
    if (length > this.held.length) {
      this.held = grown(this.held, new Uint8Array(Math.max(length, 2 * this.held.length)));
    }
    if (end - start > 64) this.held.set(chunk.subarray(start, end), this.heldLength);
    else for (let i = start, at = this.heldLength; i < end; i++, at++) this.held[at] = chunk[i];
    this.heldLength = length;
  }

  private emitHeld(quoted: boolean): void {
    let end = this.heldLength;
    if (!quoted) while (end > 0 && this.blanks[this.held[end - 1]] === 1) end--;
    this.sink.cell(this.held, 0, end, quoted, quoted ? this.quoteLine : this.line);
    this.heldLength = 0;
  }

  private error(line: number, message: string): CoppiceError {
    return errorAt("CSV_SYNTAX", { file: this.file, line, cell: this.sink.cells + 1 }, message);
  }
}

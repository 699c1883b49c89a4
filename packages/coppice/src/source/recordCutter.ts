const LF = 10;
const CR = 13;
const QUOTE = 34;

/** Records of a text, as bytes. */
export interface Records {
  readonly bytes: Uint8Array;
  readonly count: number;
}

/**
 * Divides a stream of bytes into records: lines, except that a line break within quotes belongs to a cell. Quotes count only
 * at the beginning of a cell, as for the reader of CSV; without a delimiter every line is a record.
 */
export class RecordCutter {
  private kept: Uint8Array = new Uint8Array(0);

  constructor(private readonly delimiter?: number) {}

  push(chunk: Uint8Array): void {
    if (this.kept.length === 0) this.kept = chunk;
    else {
      const joined = new Uint8Array(this.kept.length + chunk.length);
      joined.set(this.kept);
      joined.set(chunk, this.kept.length);
      this.kept = joined;
    }
  }

  /** Bytes that are not part of a complete record yet. */
  get rest(): number {
    return this.kept.length;
  }

  /** Up to so many complete records; undefined if there is none. */
  take(most: number): Records | undefined {
    const { kept } = this;
    const isPlain = this.delimiter === undefined || !kept.includes(QUOTE);
    let end = 0;
    let count = 0;
    while (count < most) {
      const at = isPlain ? kept.indexOf(LF, end) : this.endOfRecord(end);
      if (at < 0) break;
      end = at + 1;
      count++;
    }
    if (count === 0) return undefined;
    this.kept = kept.subarray(end);
    return { bytes: kept.subarray(0, end), count };
  }

  /** What is left at the end of the stream is a record too, if it is anything. */
  finish(): Records | undefined {
    const bytes = this.kept;
    this.kept = new Uint8Array(0);
    return bytes.some((byte) => byte !== CR && byte !== LF) ? { bytes, count: 1 } : undefined;
  }

  /** The position of the line break that ends the record; -1 if it is not there yet. */
  private endOfRecord(from: number): number {
    const { kept, delimiter } = this;
    let isStart = true;
    let isQuoted = false;
    for (let i = from; i < kept.length; i++) {
      const byte = kept[i];
      if (isQuoted) {
        // A doubled quote closes and opens again.
        if (byte === QUOTE) isQuoted = false;
      } else if (byte === QUOTE && (isStart || kept[i - 1] === QUOTE)) isQuoted = true;
      else if (byte === LF) return i;
      isStart = byte === delimiter;
    }
    return -1;
  }
}

import { bytesPerCode, type CodedColumns } from "../../engine/coded/columns.js";
import type { Codes, EncodedAttribute } from "../../engine/encode.js";
import type { AttributeFacts } from "../../engine/port.js";
import type { ScratchFile } from "./scratchFile.js";

/** Codes that are written at once. */
const BLOCK = 1 << 16;

interface Stored {
  readonly start: number;
  readonly bytes: 1 | 2 | 4;
}

/** Columns of codes in a scratch file, one after the other; those used last stay in memory as long as there is room. */
export class DiskColumns implements CodedColumns {
  readonly facts: AttributeFacts[] = [];
  private readonly stored: Stored[] = [];
  /** The one used last comes last. */
  private readonly kept = new Map<number, Codes>();
  private keptBytes = 0;

  constructor(
    private readonly file: ScratchFile,
    private readonly rows: number,
    /** Bytes of codes that may be in memory; one column always is. */
    readonly room: number,
  ) {}

  add({ facts, codes }: EncodedAttribute): void {
    const bytes = bytesPerCode(facts.codes);
    let start = -1;
    for (let from = 0; from < codes.length || start < 0; from += BLOCK) {
      const block = codesOf(bytes, Math.min(BLOCK, codes.length - from));
      block.set(codes.subarray(from, from + block.length));
      const at = this.file.append(bytesIn(block));
      if (start < 0) start = at;
    }
    this.facts.push(facts);
    this.stored.push({ start, bytes });
  }

  codes(attribute: number): Codes {
    const found = this.kept.get(attribute);
    if (found) {
      this.kept.delete(attribute);
      this.kept.set(attribute, found);
      return found;
    }
    const size = this.rows * this.stored[attribute].bytes;
    for (const [other, { byteLength }] of this.kept) {
      if (this.keptBytes + size <= this.room) break;
      this.kept.delete(other);
      this.keptBytes -= byteLength;
    }
    const codes = this.range(attribute, 0, this.rows);
    this.kept.set(attribute, codes);
    this.keptBytes += size;
    return codes;
  }

  range(attribute: number, from: number, to: number): Codes {
    const kept = this.kept.get(attribute);
    if (kept) return kept.subarray(from, to);
    const { start, bytes } = this.stored[attribute];
    const codes = codesOf(bytes, to - from);
    this.file.read(bytesIn(codes), start + from * bytes);
    return codes;
  }
}

function codesOf(bytes: 1 | 2 | 4, count: number): Codes {
  if (bytes === 1) return new Uint8Array(count);
  return bytes === 2 ? new Uint16Array(count) : new Int32Array(count);
}

function bytesIn({ buffer, byteOffset, byteLength }: Codes): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

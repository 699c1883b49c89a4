import { CoppiceError } from "../../base/errors.js";

/** A growing buffer of bytes. */
export class ByteWriter {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** An integer ≥ 0, seven bits per byte, the lowest first. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.bytes.length, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}

/** Reads bytes from a buffer; reading past the end is an error. */
export class ByteReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw damaged("it ends too early");
    return this.bytes[this.at++];
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      if (factor > 2 ** 42) throw damaged("a number in it is too large");
    }
  }

  /** A number of items that take at least one byte each. */
  count(): number {
    const count = this.varint();
    if (count > this.left) throw damaged("it ends too early");
    return count;
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw damaged("it ends too early");
    const part = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return part;
  }
}

export function damaged(reason: string): CoppiceError {
  return new CoppiceError("MODEL_INVALID", `the compact model file is damaged: ${reason}`, {
    name: "file",
  });
}

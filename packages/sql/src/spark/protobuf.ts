/**
 * Protocol Buffers, as far as Spark Connect's messages need them: whole numbers, texts, bytes and messages inside messages.
 * A message is written field by field, by the numbers that the protocol gives them.
 */
const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;
const FIXED_32 = 5;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Message {
  private readonly parts: Uint8Array[] = [];

  whole(field: number, value: number): this {
    this.parts.push(varint(field * 8 + VARINT), varint(value));
    return this;
  }

  flag(field: number, value: boolean): this {
    return this.whole(field, value ? 1 : 0);
  }

  bytes(field: number, value: Uint8Array): this {
    this.parts.push(varint(field * 8 + LENGTH), varint(value.length), value);
    return this;
  }

  text(field: number, value: string | undefined): this {
    return value === undefined ? this : this.bytes(field, encoder.encode(value));
  }

  message(field: number, value: Message): this {
    return this.bytes(field, value.encode());
  }

  encode(): Uint8Array {
    const whole = new Uint8Array(this.parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

/** A whole number in groups of seven bits, the lowest first. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

/** A message that was received: every field as often as it occurs. Unknown fields are no fault: servers may be newer. */
export class Received {
  private readonly numbers = new Map<number, number>();
  private readonly parts = new Map<number, Uint8Array[]>();

  constructor(bytes: Uint8Array) {
    const read = new Reader(bytes);
    while (!read.isAtEnd) {
      const key = read.varint();
      this.take(Math.floor(key / 8), key % 8, read);
    }
  }

  private take(field: number, type: number, read: Reader): void {
    if (type === VARINT) this.numbers.set(field, read.varint());
    else if (type === LENGTH) {
      const part = read.bytes(read.varint());
      const before = this.parts.get(field);
      if (before === undefined) this.parts.set(field, [part]);
      else before.push(part);
    } else if (type === FIXED_64) read.bytes(8);
    else if (type === FIXED_32) read.bytes(4);
    else throw new RangeError(`field ${field} of a message has the unknown wire type ${type}`);
  }

  whole(field: number): number | undefined {
    return this.numbers.get(field);
  }

  /** The last one counts, as the protocol says. */
  bytes(field: number): Uint8Array | undefined {
    return this.parts.get(field)?.at(-1);
  }

  text(field: number): string | undefined {
    const found = this.bytes(field);
    return found && decoder.decode(found);
  }

  message(field: number): Received | undefined {
    const found = this.bytes(field);
    return found && new Received(found);
  }

  messages(field: number): Received[] {
    return (this.parts.get(field) ?? []).map((part) => new Received(part));
  }

  texts(field: number): string[] {
    return (this.parts.get(field) ?? []).map((part) => decoder.decode(part));
  }

  has(field: number): boolean {
    return this.numbers.has(field) || this.parts.has(field);
  }
}

class Reader {
  private at = 0;

  constructor(private readonly all: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.at >= this.all.length;
  }

  /** Exact up to 2^53; negative numbers, which take ten bytes, come out as large ones. */
  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      if (this.isAtEnd) throw new RangeError("a message ends within a number");
      const byte = this.all[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  bytes(length: number): Uint8Array {
    if (this.at + length > this.all.length) throw new RangeError("a message ends within a field");
    this.at += length;
    return this.all.subarray(this.at - length, this.at);
  }
}

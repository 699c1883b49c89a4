import { fromBase64, toBase64 } from "../base/base64.js";
import { isLittleEndian } from "../base/littleEndian.js";
import { describe, need, needObject } from "./checks.js";

/** Numbers in JSON without loss and in little space: base64 of their little-endian bytes. */
export interface ColumnJson {
  readonly kind: Kind;
  readonly length: number;
  readonly base64: string;
}

export type Numbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** In the order in which they are tried: the first that represents every number of a column is used. */
const KINDS = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

export type Kind = keyof typeof KINDS;

export const NUMBERS = Object.keys(KINDS) as readonly Kind[];
export const INTEGERS = NUMBERS.slice(0, 6);
export const WORDS = INTEGERS.filter((kind) => kind.startsWith("u"));
export const BYTES = WORDS.slice(0, 1);

/** The least and the greatest integer of a kind. */
function rangeOf(kind: Kind): readonly [low: number, high: number] {
  const values = 256 ** KINDS[kind].BYTES_PER_ELEMENT;
  return kind.startsWith("u") ? [0, values - 1] : [-values / 2, values / 2 - 1];
}

export function columnToJson(column: Numbers): ColumnJson {
  const kind = kindFor(column);
  const cells = new KINDS[kind](column);
  const bytes = new Uint8Array(cells.buffer);
  return { kind, length: column.length, base64: toBase64(toLittleEndian(bytes, cells.BYTES_PER_ELEMENT)) };
}

/** The first kind that represents every number exactly: -0 is not 0, and NaN is NaN. */
function kindFor(column: Numbers): Kind {
  const [low, high] = wholeRange(column);
  const whole = INTEGERS.find((kind) => {
    const [least, most] = rangeOf(kind);
    return low >= least && high <= most;
  });
  return whole ?? (column.every(isSingle) ? "f32" : "f64");
}

/** The least and the greatest number; where not all are integers of 32 bits, a range that no kind has. */
function wholeRange(column: Numbers): readonly [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < column.length; i++) {
    const x = column[i];
    const isWhole = x === (x | 0) || x === x >>> 0;
    if (!isWhole || Object.is(x, -0)) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return [low, high];
}

function isSingle(x: number): boolean {
  return Math.fround(x) === x || Number.isNaN(x);
}

/** The column, of one of the allowed kinds; errors name `path`. */
export function columnFromJson(value: unknown, kinds: readonly Kind[], path: string): Numbers {
  needObject(value, path, "an object with kind, length and base64");
  const { kind, length, base64 } = value;
  need((kinds as readonly unknown[]).includes(kind), `${path}.kind`, kinds.join(", "), kind);
  const Cells = KINDS[kind as Kind];
  const bytes = typeof base64 === "string" ? fromBase64(base64) : undefined;
  need(bytes !== undefined, `${path}.base64`, "base64", base64);
  const rule = `the length of ${bytes.length} bytes of kind ${kind as string}`;
  need(bytes.length / Cells.BYTES_PER_ELEMENT === length, `${path}.length`, rule, length, describe(length));
  return new Cells(toLittleEndian(bytes, Cells.BYTES_PER_ELEMENT).buffer);
}

/** From the host's byte order, or back to it. */
function toLittleEndian(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  if (!isLittleEndian) for (let i = 0; i < bytes.length; i += size) bytes.subarray(i, i + size).reverse();
  return bytes;
}

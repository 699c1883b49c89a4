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
  const { kind, length } = shapeOf(() => [column]);
  return { kind, length, base64: base64Of(kind, column) };
}

/** A column whose numbers come in pieces, again each time; all but the last have `COLUMN_PIECE` numbers. */
export type ColumnPieces = () => Iterable<Numbers>;

/** Three of anything are bytes whose base64 has no padding: the text of pieces, joined, is that of the whole. */
export const COLUMN_PIECE = 3 << 14;

export function* piecesOf(column: Numbers): Generator<Numbers> {
  for (let at = 0; at < column.length; at += COLUMN_PIECE) yield column.subarray(at, at + COLUMN_PIECE);
}

/** What JSON.stringify writes of `columnToJson`, without a string of the whole. */
export function* columnText(pieces: ColumnPieces): Generator<string> {
  const { kind, length } = shapeOf(pieces);
  yield `{"kind":"${kind}","length":${length},"base64":"`;
  for (const piece of pieces()) yield base64Of(kind, piece);
  yield '"}';
}

function base64Of(kind: Kind, column: Numbers): string {
  const cells = new KINDS[kind](column);
  return toBase64(toLittleEndian(new Uint8Array(cells.buffer), cells.BYTES_PER_ELEMENT));
}

/** The first kind that represents every number exactly: -0 is not 0, and NaN is NaN. */
function shapeOf(pieces: ColumnPieces): { readonly kind: Kind; readonly length: number } {
  let length = 0;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let areSingle = true;
  for (const piece of pieces()) {
    const [least, most] = wholeRange(piece);
    low = Math.min(low, least);
    high = Math.max(high, most);
    areSingle &&= piece.every(isSingle);
    length += piece.length;
  }
  const whole = INTEGERS.find((kind) => {
    const [least, most] = rangeOf(kind);
    return low >= least && high <= most;
  });
  return { kind: whole ?? (areSingle ? "f32" : "f64"), length };
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

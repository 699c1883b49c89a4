import { isLittleEndian } from "../../base/littleEndian.js";
import { type ByteReader, type ByteWriter, damaged } from "./byteStream.js";

/** How a list of doubles is written. Each form is exact; the shortest before compression is used. */
const WHOLE = 0;
const DICTIONARY = 1;
const SINGLES = 2;
const DOUBLES = 3;

const WHOLE_BELOW = 2 ** 32;

export function writeNumbers(out: ByteWriter, numbers: Float64Array): void {
  const { length } = numbers;
  if (numbers.every((x) => Number.isInteger(x) && x >= 0 && x < WHOLE_BELOW && !Object.is(x, -0))) {
    out.byte(WHOLE);
    for (let i = 0; i < length; i++) out.varint(numbers[i]);
    return;
  }
  const size = numbers.every((x) => Object.is(Math.fround(x), x)) ? 4 : 8;
  const distinct = distinctOf(numbers);
  const width = bytesFor(distinct?.length ?? 0);
  if (distinct && distinct.length * size + length * width < length * size) {
    out.byte(DICTIONARY);
    out.varint(distinct.length);
    writeFloats(out, distinct, size);
    out.byte(width);
    writePlanes(
      out,
      Uint32Array.from(numbers, (x) => indexIn(distinct, x)),
      width,
    );
    return;
  }
  writeFloats(out, numbers, size);
}

export function readNumbers(from: ByteReader, length: number): Float64Array {
  const kind = from.byte();
  if (kind === WHOLE) {
    const numbers = new Float64Array(length);
    for (let i = 0; i < length; i++) numbers[i] = from.varint();
    return numbers;
  }
  if (kind !== DICTIONARY) return readFloats(from, length, kind);
  const count = from.count();
  const distinct = readFloats(from, count, from.byte());
  const width = from.byte();
  const indexes = readPlanes(from, length, width);
  const numbers = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    if (indexes[i] >= count) throw damaged("a number in it names no entry of its dictionary");
    numbers[i] = distinct[indexes[i]];
  }
  return numbers;
}

/** In ascending order; undefined if -0 or NaN is among them, which no order distinguishes. */
function distinctOf(numbers: Float64Array): Float64Array | undefined {
  if (numbers.some((x) => Number.isNaN(x) || Object.is(x, -0))) return undefined;
  const sorted = numbers.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i];
  }
  return sorted.subarray(0, count);
}

function indexIn(sorted: Float64Array, x: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bytesFor(count: number): number {
  return count <= 1 << 8 ? 1 : count <= 1 << 16 ? 2 : count <= 1 << 24 ? 3 : 4;
}

/** Doubles, or single-precision numbers if all are representable. */
function writeFloats(out: ByteWriter, numbers: Float64Array, size: 4 | 8): void {
  out.byte(size === 4 ? SINGLES : DOUBLES);
  const floats = size === 4 ? Float32Array.from(numbers) : numbers.slice();
  out.append(toPlanes(new Uint8Array(floats.buffer), size));
}

function readFloats(from: ByteReader, length: number, kind: number): Float64Array {
  if (kind !== SINGLES && kind !== DOUBLES) throw damaged(`it has numbers of kind ${kind}`);
  const size = kind === SINGLES ? 4 : 8;
  const { buffer } = fromPlanes(from.take(size * length), size);
  return size === 4 ? Float64Array.from(new Float32Array(buffer)) : new Float64Array(buffer);
}

export function writePlanes(out: ByteWriter, words: Uint32Array, width: number): void {
  for (let plane = 0; plane < width; plane++) {
    for (let i = 0; i < words.length; i++) out.byte((words[i] >>> (8 * plane)) & 255);
  }
}

export function readPlanes(from: ByteReader, length: number, width: number): Uint32Array {
  if (width < 1 || width > 4) throw damaged(`it has words of ${width} bytes`);
  const words = new Uint32Array(length);
  for (let plane = 0; plane < width; plane++) {
    const bytes = from.take(length);
    for (let i = 0; i < length; i++) words[i] |= bytes[i] << (8 * plane);
  }
  return words;
}

/** The lowest bytes of all numbers, then the next ones, …: similar bytes are adjacent, which compresses better. */
function toPlanes(bytes: Uint8Array, size: number): Uint8Array {
  const planes = new Uint8Array(bytes.length);
  let to = 0;
  for (let plane = 0; plane < size; plane++) {
    for (let at = byteIndex(plane, size); at < bytes.length; at += size) planes[to++] = bytes[at];
  }
  return planes;
}

function fromPlanes(planes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(planes.length);
  let from = 0;
  for (let plane = 0; plane < size; plane++) {
    for (let at = byteIndex(plane, size); at < bytes.length; at += size) bytes[at] = planes[from++];
  }
  return bytes;
}

/** The position of a plane's byte within a number on this host. */
function byteIndex(plane: number, size: number): number {
  return isLittleEndian ? plane : size - 1 - plane;
}

// Rows of plain CSV in a chunk of a file; the driver is src/kernels/drivers/csvRows.ts.
import { numberEnd, shortNumber } from "./number";

const LF: u32 = 10;
const CR: u32 = 13;
const QUOTE: u32 = 34;
const SPACE: u32 = 32;
const TAB: u32 = 9;

/** The last cell found is [cellStart, cellEnd), and `stop` is the byte after it and its trailing blanks. */
let cellStart: usize = 0;
let cellEnd: usize = 0;
let stop: usize = 0;

let delimiter: u32 = 0;

@inline
function isBlank(byte: u32): bool {
  return (byte == SPACE || byte == TAB) && byte != delimiter;
}

@inline
function isStop(byte: u32): bool {
  return byte == delimiter || byte == LF || byte == CR;
}

/** The next delimiter or line break, sixteen bytes at a time; there is a line break after the last byte. */
function nextStop(from: usize): usize {
  const d = i8x16.splat(<i8>delimiter);
  const lf = i8x16.splat(<i8>LF);
  const cr = i8x16.splat(<i8>CR);
  let at = from;
  let mask = 0;
  do {
    const bytes = v128.load(at);
    mask = i8x16.bitmask(v128.or(i8x16.eq(bytes, d), v128.or(i8x16.eq(bytes, lf), i8x16.eq(bytes, cr))));
    at += 16;
  } while (mask == 0);
  return at - 16 + <usize>ctz(mask);
}

/** Finds an unquoted cell, without trailing blanks. */
@inline
function plainCell(from: usize): void {
  stop = nextStop(from);
  cellStart = from;
  cellEnd = stop;
  while (cellEnd > from && isBlank(load<u8>(cellEnd - 1))) cellEnd--;
}

/** Finds a quoted cell; false if it contains a line break or a quote, or text follows the closing quote. */
function quotedCell(from: usize): bool {
  let p = from + 1;
  let byte = <u32>load<u8>(p);
  while (byte != QUOTE && byte != LF && byte != CR) byte = load<u8>(++p);
  if (byte != QUOTE) return false;
  cellStart = from + 1;
  cellEnd = p++;
  while (isBlank(load<u8>(p))) p++;
  stop = p;
  return isStop(load<u8>(p));
}

/**
 * Reads whole rows from `at` on, until the bytes end, a row is not plain (ragged, blank, quotes or line breaks within
 * quotes) or the memory is full; returns the number of rows. A cell takes eight bytes of `out`, column by column, `stride`
 * cells per column. In columns whose `modes` byte is 1 it is a double, NaN for an empty cell, and the cells that are
 * anything but a short plain number are listed in `odd` as (column, row, start, end). In the other columns it is the
 * position of the text, start and end as offsets from `base`.
 *
 * Rows that begin at `limit` or later are left to another part. block, of u32: base, at, end, delimiter, columns, modes,
 * out, stride, tens, odd, room for odd, limit; written: where the next row begins, the number of odd cells, the number of
 * rows. The byte at `end` is a line break, and sixteen more bytes can be loaded.
 */
function plainRows(block: usize): void {
  const base: usize = load<u32>(block);
  let rowAt: usize = load<u32>(block, 4);
  const end: usize = load<u32>(block, 8);
  delimiter = load<u32>(block, 12);
  const columns: i32 = load<i32>(block, 16);
  const modes: usize = load<u32>(block, 20);
  const out: usize = load<u32>(block, 24);
  const stride: usize = load<u32>(block, 28);
  const tens: usize = load<u32>(block, 32);
  const odd: usize = load<u32>(block, 36);
  const oddRoom: i32 = load<i32>(block, 40);
  const limit: usize = load<u32>(block, 44);
  let oddCount = 0;
  let row = 0;
  while (row < <i32>stride && oddCount + columns <= oddRoom && rowAt < limit) {
    let p = rowAt;
    let oddNow = oddCount;
    let cell = out + (<usize>row << 3);
    let c = 0;
    for (; c < columns; c++, cell += stride << 3) {
      let byte = <u32>load<u8>(p);
      while (isBlank(byte)) byte = load<u8>(++p);
      const numeric = load<u8>(modes + c) == 1;
      if (byte == QUOTE) {
        if (!quotedCell(p)) break;
      } else {
        if (numeric) {
          const x = shortNumber(p, tens);
          if (x == x && isStop(load<u8>(numberEnd))) {
            store<f64>(cell, x);
            stop = numberEnd;
            if (!endsWell(c, columns)) break;
            p = stop + 1;
            continue;
          }
        }
        plainCell(p);
      }
      if (!endsWell(c, columns)) break;
      if (columns == 1 && cellStart == cellEnd) break;
      if (!numeric) {
        store<u32>(cell, <u32>(cellStart - base));
        store<u32>(cell, <u32>(cellEnd - base), 4);
      } else {
        store<f64>(cell, NaN);
        if (cellStart != cellEnd) {
          listOdd(odd + (<usize>oddNow << 4), c, row, base);
          oddNow++;
        }
      }
      p = stop + 1;
    }
    if (c < columns || stop >= end) break;
    // After a CR that ends the bytes an LF may still follow: left to the scanner.
    if (load<u8>(stop) == CR) {
      if (p >= end) break;
      if (load<u8>(p) == LF) p++;
    }
    oddCount = oddNow;
    rowAt = p;
    row++;
  }
  store<u32>(block, <u32>rowAt, 48);
  store<i32>(block, oddCount, 52);
  store<i32>(block, row, 56);
}

/** One part per thread, with a block of 64 bytes each. */
export function plainParts(thread: i32, _threads: i32, blocks: usize): void {
  plainRows(blocks + (<usize>thread << 6));
}

/** A delimiter after every cell but the last, and a line break after that. */
@inline
function endsWell(c: i32, columns: i32): bool {
  const last = c == columns - 1;
  return (load<u8>(stop) == delimiter) != last;
}

@inline
function listOdd(at: usize, c: i32, row: i32, base: usize): void {
  store<i32>(at, c);
  store<i32>(at, row, 4);
  store<u32>(at, <u32>(cellStart - base), 8);
  store<u32>(at, <u32>(cellEnd - base), 12);
}

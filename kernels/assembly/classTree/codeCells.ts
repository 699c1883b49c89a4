import { cell, codesOf, column, rows, setCells } from "./job";

// Codes: the rank of a cell among the distinct ones of its column (u8), found without sorting if the cells are
// integers in a small range.

/** The most distinct values of a column with codes. */
export const MOST_CODES: i32 = 64;
const SPAN: i32 = 256;
/** 1.5 · 2⁵²: an integer added to it is in the low bits, and nothing traps on NaN. */
const INTEGER: f64 = 6755399441055744;

/** Cells that are examined before checking whether all were integers. */
const BLOCK: usize = 1024;

/** Of the current column: its least cell, the size of its range, and the number of its known cells. */
let low: i32 = 0;
let span: i32 = 0;
let known: i32 = 0;

/** Writes the codes of a column and their number; false if it is not such a column. */
export function codeWholeNumbers(attribute: i32, scratch: usize): bool {
  const cells = column(attribute);
  const codes = codesOf(attribute);
  if (!spansFew(cells, cells + (<usize>rows << 3))) return false;
  memory.fill(scratch, 0, <usize>SPAN);
  writeDistances(cells, codes, scratch);
  const different = rankNumbers(scratch);
  if (different > MOST_CODES) return false;
  setCells(attribute, known, different);
  if (different < span) {
    for (let at = codes; at < codes + <usize>rows; at++) store<u8>(at, load<u8>(scratch + <usize>load<u8>(at)));
  }
  return true;
}

/** Whether all known cells are integers in a small range. */
function spansFew(cells: usize, end: usize): bool {
  let least = i32x4.splat(i32.MAX_VALUE);
  let greatest = i32x4.splat(i32.MIN_VALUE);
  let missing = i64x2.splat(0);
  for (let at = cells; at < end; ) {
    let whole = i64x2.splat(-1);
    for (const stop = min(end, at + (BLOCK << 3)); at < stop; at += 16) {
      const two = at + 8 < end ? v128.load(at) : v128.load64_splat(at);
      const numbers = i32x4.trunc_sat_f64x2_s_zero(two);
      const none = f64x2.ne(two, two);
      whole = v128.and(whole, v128.or(none, f64x2.eq(two, f64x2.convert_low_i32x4_s(numbers))));
      missing = i64x2.sub(missing, none);
      const both = i64x2.shuffle(numbers, numbers, 0, 0);
      least = i32x4.min_s(least, both);
      greatest = i32x4.max_s(greatest, both);
    }
    if (!i64x2.all_true(whole)) return false;
  }
  low = min(i32x4.extract_lane(least, 0), i32x4.extract_lane(least, 1));
  const high = max(i32x4.extract_lane(greatest, 0), i32x4.extract_lane(greatest, 1));
  const holes = i64x2.extract_lane(missing, 0) + i64x2.extract_lane(missing, 1);
  // The last cell of an odd number of rows was counted twice.
  const last = load<f64>(end - 8);
  known = rows - <i32>holes + i32((rows & 1) == 1 && last != last);
  span = <i32>min<i64>(<i64>high - <i64>low + 1, SPAN + 1);
  return span <= SPAN && known > 0;
}

/** The distance of each cell from the least, and a 1 for each distance that occurs. */
function writeDistances(cells: usize, codes: usize, seen: usize): void {
  const all = known == rows;
  for (let row: usize = 0; row < <usize>rows; row++) {
    const x = cell(cells, row);
    const distance = <i32>reinterpret<i64>(x + INTEGER) - low;
    store<u8>(codes + row, <u8>distance);
    if (all || x == x) store<u8>(seen + <usize>(<u8>distance), 1);
  }
}

/** Replaces each distance that occurs by its rank; returns their number. */
function rankNumbers(seen: usize): i32 {
  let rank = 0;
  for (let at = seen; at < seen + <usize>SPAN; at++) {
    if (load<u8>(at) == 0) continue;
    store<u8>(at, <u8>rank);
    rank++;
  }
  return rank;
}

/** The rows in the order of their codes, missing values last, by counting sort; `starts` has a u32 per code and one more. */
export function orderByCodes(attribute: i32, order: usize, starts: usize): void {
  const cells = column(attribute);
  const codes = codesOf(attribute);
  const missing: u32 = <u32>MOST_CODES;
  memory.fill(starts, 0, (<usize>MOST_CODES + 1) << 2);
  for (let row: usize = 0; row < <usize>rows; row++) {
    const x = cell(cells, row);
    const at = starts + (<usize>(x == x ? <u32>load<u8>(codes + row) : missing) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let total: u32 = 0;
  for (let at = starts; at <= starts + (<usize>MOST_CODES << 2); at += 4) {
    const n = load<u32>(at);
    store<u32>(at, total);
    total += n;
  }
  for (let row: usize = 0; row < <usize>rows; row++) {
    const x = cell(cells, row);
    const at = starts + (<usize>(x == x ? <u32>load<u8>(codes + row) : missing) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<u32>(order + (<usize>place << 2), <u32>row);
  }
}

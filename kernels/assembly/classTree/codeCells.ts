import { cell, codesOf, column, rows, setCells } from "./job";

// Codes: the rank of a cell among the different ones of its column (u8), found without sorting where the cells are
// whole numbers that lie close together.

/** Most different cells of a column that has codes. */
export const MOST_CODES: i32 = 64;
const SPAN: i32 = 256;

/**
 * Writes the codes of a column, and notes how many there are; false where it is not such a column. `ranks` is room for
 * a u32 a number.
 */
export function codeWholeNumbers(attribute: i32, ranks: usize): bool {
  const cells = column(attribute);
  const end = cells + (<usize>rows << 3);
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  for (let at = cells; at < end; at += 8) {
    const x = load<f64>(at);
    if (x != nearest(x)) {
      if (x == x) return false;
      continue;
    }
    low = min(low, x);
    high = max(high, x);
  }
  // Not so either where all are missing, or where one is infinite.
  if (!(high - low < <f64>SPAN)) return false;
  const known = countNumbers(cells, end, low, ranks);
  const different = rankNumbers(ranks);
  if (different > MOST_CODES) return false;
  setCells(attribute, known, different);
  writeCodes(cells, end, low, ranks, codesOf(attribute));
  return true;
}

@inline
function rankAt(ranks: usize, x: f64, low: f64): usize {
  return ranks + (<usize>(<i32>(x - low)) << 2);
}

function countNumbers(cells: usize, end: usize, low: f64, ranks: usize): i32 {
  memory.fill(ranks, 0, <usize>SPAN << 2);
  let known = 0;
  for (let at = cells; at < end; at += 8) {
    const x = load<f64>(at);
    if (x != x) continue;
    store<u32>(rankAt(ranks, x, low), 1);
    known++;
  }
  return known;
}

function rankNumbers(ranks: usize): i32 {
  let rank = 0;
  for (let at = ranks; at < ranks + (<usize>SPAN << 2); at += 4) {
    if (load<u32>(at) == 0) continue;
    store<u32>(at, rank++);
  }
  return rank;
}

function writeCodes(cells: usize, end: usize, low: f64, ranks: usize, codes: usize): void {
  for (let at = cells, to = codes; at < end; at += 8, to++) {
    const x = load<f64>(at);
    store<u8>(to, x == x ? <u8>load<u32>(rankAt(ranks, x, low)) : 0);
  }
}

/** The rows in the order of their codes, missing cells last, by counting; `starts` is room for a u32 a code and one. */
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

import { sortColumn } from "../common/radix";
import {
  arena,
  attributes,
  cell,
  classBits,
  codesOf,
  column,
  control,
  isListed,
  isWide,
  labels,
  listsA,
  middleRows,
  NEXT_ATTRIBUTE,
  rows,
  setCells,
  setListed,
  tag,
  thread,
  threads,
} from "./job";
import { codeWholeNumbers, MOST_CODES, orderByCodes } from "./codeCells";
import { listBytes, MIDDLE, WIDE } from "./lists";

let order: usize = 0;
let scratch: usize = 0;

function layOutSort(): void {
  order = (arena + 63) & ~(<usize>63);
  scratch = (order + (<usize>rows << 2) + 63) & ~(<usize>63);
}

function writeList(attribute: i32): void {
  const wide = isWide();
  const stride = listBytes(wide ? WIDE : MIDDLE, wide ? rows : min(rows, middleRows));
  const list = listsA + <usize>attribute * stride;
  if (wide) writeWide(order, list);
  else writeMiddle(order, list);
}

/** Makes every attribute's list for the root, except for those with codes, which need no sorting; threads take them in turn. */
export function sortAttributes(end: i32): void {
  layOutSort();
  for (;;) {
    const attribute = atomic.add<i32>(control + NEXT_ATTRIBUTE, 1);
    if (attribute >= end) {
      atomic.sub<i32>(control + NEXT_ATTRIBUTE, 1);
      return;
    }
    setListed(attribute, false);
    if (codeWholeNumbers(attribute, scratch)) continue;
    const cells = column(attribute);
    sortColumn(cells, rows, order, scratch);
    const known = knownOf(cells, order);
    const different = differentOf(cells, order, known);
    setCells(attribute, known, different);
    if (different > 0) writeCodes(cells, order, known, codesOf(attribute));
    writeList(attribute);
    setListed(attribute, true);
  }
}

/** The other lists. */
export function listCodedAttributes(): void {
  layOutSort();
  for (let attribute = thread; attribute < attributes; attribute += threads) {
    if (isListed(attribute)) continue;
    orderByCodes(attribute, order, scratch);
    writeList(attribute);
  }
}

function writeWide(order: usize, list: usize): void {
  const bits = classBits;
  for (let i: usize = 0; i < <usize>rows << 2; i += 4) {
    const row = load<u32>(order + i);
    store<u32>(list + i, (row << bits) | <u32>load<u8>(labels + <usize>row));
  }
}

function writeMiddle(order: usize, list: usize): void {
  for (let i: usize = 0; i < <usize>rows; i++) {
    const row = load<u32>(order + (i << 2));
    store<u16>(list + (i << 1), tag ? <u16>((row << 1) | <u32>load<u8>(labels + <usize>row)) : <u16>row);
  }
}

@inline
function cellAt(cells: usize, order: usize, i: i32): f64 {
  return cell(cells, <usize>load<u32>(order + (<usize>i << 2)));
}

function knownOf(cells: usize, order: usize): i32 {
  let low = 0;
  let high = rows;
  while (low < high) {
    const middle = (low + high) >> 1;
    const x = cellAt(cells, order, middle);
    if (x == x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function writeCodes(cells: usize, order: usize, known: i32, codes: usize): void {
  let code: u8 = 0;
  for (let i = 0; i < known; i++) {
    if (i > 0 && cellAt(cells, order, i) != cellAt(cells, order, i - 1)) code++;
    store<u8>(codes + <usize>load<u32>(order + (<usize>i << 2)), code);
  }
}

/** The number of distinct values among the known cells; 0 if there are many. */
function differentOf(cells: usize, order: usize, known: i32): i32 {
  let different = 0;
  for (let i = 0; i < known; ) {
    if (++different > MOST_CODES) return 0;
    const x = cellAt(cells, order, i);
    let high = known;
    for (i++; i < high; ) {
      const middle = (i + high) >> 1;
      if (cellAt(cells, order, middle) == x) i = middle + 1;
      else high = middle;
    }
  }
  return different;
}

import { sortColumn } from "../common/radix";
import {
  arena,
  attributes,
  cell,
  classBits,
  column,
  control,
  isWide,
  known,
  labels,
  listsA,
  middleRows,
  NEXT_ATTRIBUTE,
  rows,
  tag,
} from "./job";
import { listBytes, MIDDLE, WIDE } from "./lists";

/** Every attribute's list for the root; the threads take attributes in turn. */
export function sortAttributes(): void {
  const wide = isWide();
  const order = (arena + 63) & ~(<usize>63);
  const scratch = (order + (<usize>rows << 2) + 63) & ~(<usize>63);
  const stride = listBytes(wide ? WIDE : MIDDLE, wide ? rows : min(rows, middleRows));
  for (;;) {
    const attribute = atomic.add<i32>(control + NEXT_ATTRIBUTE, 1);
    if (attribute >= attributes) return;
    const cells = column(attribute);
    sortColumn(cells, rows, order, scratch);
    store<i32>(known + (<usize>attribute << 2), knownOf(cells, order));
    const list = listsA + <usize>attribute * stride;
    if (wide) writeWide(order, list);
    else writeMiddle(order, list);
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

function knownOf(cells: usize, order: usize): i32 {
  let low = 0;
  let high = rows;
  while (low < high) {
    const middle = (low + high) >> 1;
    const x = cell(cells, <usize>load<u32>(order + (<usize>middle << 2)));
    if (x == x) low = middle + 1;
    else high = middle;
  }
  return low;
}

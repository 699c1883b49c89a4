// Rows to the branches of their nodes. The left branch keeps the slot of the node.

import { codes, count, setSlot, slotAt, undrawn } from "./block";
import { ownCounts, stride, tests } from "./plan";

/** Bytes of a slot's test: where the sides of its bins are (0: it has none), where rows have the code, its bytes, the right branch. */
const TEST: usize = 16;

/** The slot that a row of a slot goes to. */
@inline
export function divideRow(from: usize, slot: u32, row: i32): u32 {
  const test = from + <usize>slot * TEST;
  const sides = <usize>load<u32>(test);
  if (sides == 0) return slot;
  const at = codes + <usize>row * stride + <usize>load<u32>(test, 4);
  const code = load<u32>(test, 8) == 1 ? <usize>load<u8>(at) : <usize>load<u16>(at);
  return load<u8>(sides + code) != 0 ? slot : load<u32>(test, 12);
}

/** Divides the rows of a block, and counts those that are drawn. */
export function divideBlock(thread: i32): void {
  const bit = undrawn();
  const counts = ownCounts(thread);
  for (let row = 0; row < count; row++) {
    const slot = slotAt(row);
    const now = divideRow(tests, slot & ~bit, row);
    const mark = slot & bit;
    setSlot(row, now | mark);
    const at = counts + (<usize>now << 2);
    store<u32>(at, load<u32>(at) + (mark == 0 ? 1 : 0));
  }
}

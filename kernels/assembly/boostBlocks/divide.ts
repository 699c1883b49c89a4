// Rows to the branches of their nodes. The left branch keeps the slot of the node.

import { UNDRAWN2, UNDRAWN4, codes, count, state } from "./block";
import { blockCounts, ownCounts, slotBytes, slots, slotsOff, stride, tests } from "./plan";

/**
 * Bytes of a slot's test: where the sides of its bins are (all 1 if it has none), where rows have the code, its bytes, the right
 * branch.
 */
const TEST: usize = 16;

/** The slot that a row of a slot goes to. */
@inline
export function divideRow(from: usize, slot: u32, row: usize): u32 {
  const test = from + <usize>slot * TEST;
  const at = row + <usize>load<u32>(test, 4);
  const code = load<u32>(test, 8) == 1 ? <usize>load<u8>(at) : <usize>load<u16>(at);
  // Which way a row goes cannot be predicted: no branch.
  return select<u32>(slot, load<u32>(test, 12), load<u8>(<usize>load<u32>(test) + code) != 0);
}

/** Divides the rows of a block, and counts those that are drawn: of the block, and of all. */
export function divideBlock(thread: i32): void {
  const counts = blockCounts(thread);
  memory.fill(counts, 0, <usize>slots << 2);
  if (slotBytes == 2) divideAll<u16>(counts, UNDRAWN2);
  else divideAll<u32>(counts, UNDRAWN4);
  const own = ownCounts(thread);
  for (let slot: usize = 0; slot < <usize>slots; slot++) {
    const at = own + (slot << 2);
    store<u32>(at, load<u32>(at) + load<u32>(counts + (slot << 2)));
  }
}

function divideAll<T>(counts: usize, bit: u32): void {
  const from = tests;
  const bytes = stride;
  let row = codes;
  let at = state + slotsOff;
  for (const end = at + <usize>count * sizeof<T>(); at < end; at += sizeof<T>()) {
    const slot = <u32>load<T>(at);
    const now = divideRow(from, slot & ~bit, row);
    const mark = slot & bit;
    store<T>(at, <T>(now | mark));
    const counted = counts + (<usize>now << 2);
    store<u32>(counted, load<u32>(counted) + (mark == 0 ? 1 : 0));
    row += bytes;
  }
}

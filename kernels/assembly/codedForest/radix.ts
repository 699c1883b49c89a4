import { take } from "../forest/arena";

// Sorts keys (u64) by their upper half: the code of a row above the row, or the entry of a block.

/** Keys from which longer digits are worth their larger tables of counts. */
const MANY: i32 = 8192;

let counts: usize = 0;
let spare: usize = 0;

export function takeRadix(keys: i32): void {
  counts = take(2048 << 2);
  spare = take(<usize>keys << 3);
}

/** Stable. Codes are below `codes`. Returns where the sorted keys are: here, or in memory that the next call overwrites. */
export function sortKeys(keys: usize, n: i32, codes: u32): usize {
  const bits: u32 = n >= MANY ? 11 : 8;
  let from = keys;
  let to = spare;
  for (let shift: u32 = 0; shift < 32 && (codes - 1) >> shift != 0; shift += bits) {
    sortDigit(from, to, n, shift, bits);
    const held = from;
    from = to;
    to = held;
  }
  return from;
}

function sortDigit(from: usize, to: usize, n: i32, shift: u32, bits: u32): void {
  const mask: u32 = (1 << bits) - 1;
  memory.fill(counts, 0, (<usize>mask + 1) << 2);
  const end = from + (<usize>n << 3);
  for (let at = from; at < end; at += 8) {
    const slot = counts + (<usize>((load<u32>(at, 4) >> shift) & mask) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let total: u32 = 0;
  for (let slot = counts; slot < counts + ((<usize>mask + 1) << 2); slot += 4) {
    const count = load<u32>(slot);
    store<u32>(slot, total);
    total += count;
  }
  for (let at = from; at < end; at += 8) {
    const key = load<u64>(at);
    const slot = counts + (<usize>((<u32>(key >> 32) >> shift) & mask) << 2);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    store<u64>(to + (<usize>place << 3), key);
  }
}

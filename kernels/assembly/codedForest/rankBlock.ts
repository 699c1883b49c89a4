import { take } from "../forest/arena";
import { codeAt } from "./params";
import { sortKeys } from "./radix";

// The codes of a block's rows as ranks among those that occur there, which fit into one byte: at most 256 rows have them.

const MOST: i32 = 256;
/** Codes up to which those that occur are noted as bits, and counted; more are sorted. */
const MOST_BITS: u32 = 32768;

/** A bit for each code, all clear between calls; by word of them how many are set in those before (u16). */
let bits: usize = 0;
let before: usize = 0;
/** By entry: its code (u32), or a key for sorting (u64). */
let keys: usize = 0;

export function takeRanks(): void {
  bits = take(MOST_BITS >> 3);
  before = take(MOST_BITS >> 5);
  keys = take(MOST << 3);
}

export function clearRanks(): void {
  memory.fill(bits, 0, MOST_BITS >> 3);
}

/** Writes the ranks of n rows (u32) to `to` (u8), and the code of each rank to `ranked` (u32); returns how many there are. */
export function rankRows(codes: usize, shift: i32, mostCodes: u32, rows: usize, n: i32, to: usize, ranked: usize): i32 {
  return mostCodes <= MOST_BITS
    ? rankByBits(codes, shift, mostCodes, rows, n, to, ranked)
    : rankBySorting(codes, shift, mostCodes, rows, n, to, ranked);
}

function rankByBits(codes: usize, shift: i32, mostCodes: u32, rows: usize, n: i32, to: usize, ranked: usize): i32 {
  for (let i: usize = 0; i < <usize>n << 2; i += 4) {
    const code = codeAt(codes, shift, <usize>load<u32>(rows + i));
    store<u32>(keys + i, code);
    const at = bits + (<usize>(code >> 6) << 3);
    store<u64>(at, load<u64>(at) | (<u64>1 << <u64>(code & 63)));
  }
  let count: u32 = 0;
  for (let word: u32 = 0; word << 6 < mostCodes; word++) {
    store<u16>(before + (<usize>word << 1), <u16>count);
    for (let rest = load<u64>(bits + (<usize>word << 3)); rest != 0; rest &= rest - 1) {
      store<u32>(ranked + (<usize>count << 2), (word << 6) + <u32>ctz(rest));
      count++;
    }
  }
  for (let i: usize = 0; i < <usize>n; i++) {
    const code = load<u32>(keys + (i << 2));
    const lower = load<u64>(bits + (<usize>(code >> 6) << 3)) & ((<u64>1 << <u64>(code & 63)) - 1);
    store<u8>(to + i, <u8>(<u32>load<u16>(before + (<usize>(code >> 6) << 1)) + <u32>popcnt(lower)));
  }
  for (let i: usize = 0; i < <usize>n << 2; i += 4) store<u64>(bits + (<usize>(load<u32>(keys + i) >> 6) << 3), 0);
  return <i32>count;
}

function rankBySorting(codes: usize, shift: i32, mostCodes: u32, rows: usize, n: i32, to: usize, ranked: usize): i32 {
  for (let i: usize = 0; i < <usize>n; i++) {
    const code = codeAt(codes, shift, <usize>load<u32>(rows + (i << 2)));
    store<u64>(keys + (i << 3), (<u64>code << 32) | <u64>i);
  }
  const sorted = sortKeys(keys, n, mostCodes);
  let count = 0;
  let last: u32 = 0xffffffff;
  for (let i: usize = 0; i < <usize>n; i++) {
    const code = load<u32>(sorted + (i << 3), 4);
    if (code != last) {
      store<u32>(ranked + (<usize>count << 2), code);
      count++;
      last = code;
    }
    store<u8>(to + <usize>load<u32>(sorted + (i << 3)), <u8>(count - 1));
  }
  return count;
}

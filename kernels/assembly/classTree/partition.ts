import { classBits } from "./job";
import { isMember } from "./smallScan";

// Divides a list in two and keeps each part in order.

/** By mask byte: the positions of the set bits, as bytes, and as pairs of bytes. */
let bytesOf: usize = 0;
let pairsOf: usize = 0;
let spare: usize = 0;

export const PARTITION_TABLES: usize = 256 * 24;

export function usePartitionTables(at: usize, spare_: usize): void {
  bytesOf = at;
  pairsOf = at + 256 * 8;
  spare = spare_;
  for (let bits = 0; bits < 256; bits++) {
    let n = 0;
    for (let i = 0; i < 8; i++) {
      if (((bits >> i) & 1) == 0) continue;
      store<u8>(bytesOf + bits * 8 + n, <u8>i);
      store<u8>(pairsOf + bits * 16 + 2 * n, <u8>(2 * i));
      store<u8>(pairsOf + bits * 16 + 2 * n + 1, <u8>(2 * i + 1));
      n++;
    }
  }
}

/** `sides` has a byte per row: 1 for the right. Each entry is written once, without a branch that could be mispredicted. */
export function partitionWide(from: usize, m: i32, to: usize, leftRows: i32, sides: usize): void {
  const bits = classBits;
  const end = from + (<usize>m << 2);
  const end4 = from + (<usize>(m & ~3) << 2);
  let left = to;
  let right = to + (<usize>leftRows << 2);
  let at = from;
  for (; at < end4; at += 16) {
    const e0 = load<u32>(at);
    const e1 = load<u32>(at, 4);
    const e2 = load<u32>(at, 8);
    const e3 = load<u32>(at, 12);
    const s0 = <usize>load<u8>(sides + <usize>(e0 >> bits)) << 2;
    const s1 = <usize>load<u8>(sides + <usize>(e1 >> bits)) << 2;
    const s2 = <usize>load<u8>(sides + <usize>(e2 >> bits)) << 2;
    const s3 = <usize>load<u8>(sides + <usize>(e3 >> bits)) << 2;
    store<u32>(s0 ? right : left, e0);
    right += s0;
    left += 4 - s0;
    store<u32>(s1 ? right : left, e1);
    right += s1;
    left += 4 - s1;
    store<u32>(s2 ? right : left, e2);
    right += s2;
    left += 4 - s2;
    store<u32>(s3 ? right : left, e3);
    right += s3;
    left += 4 - s3;
  }
  for (; at < end; at += 4) {
    const e = load<u32>(at);
    const side = <usize>load<u8>(sides + <usize>(e >> bits)) << 2;
    store<u32>(side ? right : left, e);
    right += side;
    left += 4 - side;
  }
}

@inline
function sideOf(at: usize, sides: usize): i32 {
  return <i32>load<u8>(sides + <usize>load<u16>(at));
}

@inline
function sidesOf4(at: usize, sides: usize): i32 {
  return (
    sideOf(at, sides) | (sideOf(at + 2, sides) << 1) | (sideOf(at + 4, sides) << 2) | (sideOf(at + 6, sides) << 3)
  );
}

/** `sides` has a byte per entry. Eight at a time; the right part is kept in `spare`, so that it is not overwritten. */
export function partitionMiddle(from: usize, m: i32, to: usize, leftRows: i32, sides: usize): void {
  const end = from + (<usize>m << 1);
  const end8 = from + (<usize>(m & ~7) << 1);
  const short = m - leftRows < 8;
  let at = from;
  let left = to;
  let right = short ? to + (<usize>leftRows << 1) : spare;
  if (!short) {
    for (; at < end8; at += 16) {
      const entries = v128.load(at);
      const bits = sidesOf4(at, sides) | (sidesOf4(at + 8, sides) << 4);
      const toRight = <usize>i32.popcnt(bits) << 1;
      v128.store(left, i8x16.swizzle(entries, v128.load(pairsOf + (<usize>(bits ^ 255) << 4))));
      v128.store(right, i8x16.swizzle(entries, v128.load(pairsOf + (<usize>bits << 4))));
      left += 16 - toRight;
      right += toRight;
    }
  }
  for (; at < end; at += 2) {
    const e = load<u16>(at);
    const side = <usize>load<u8>(sides + <usize>e);
    store<u16>(left ^ ((left ^ right) & (0 - side)), e);
    right += side << 1;
    left += 2 - (side << 1);
  }
  if (!short) memory.copy(left, spare, right - spare);
}

/** The ids whose bits are set, in their order: of the first 64 in `low`, of the others in `high`. */
export function takeMembers(from: usize, m: i32, to: usize, low64: i64, high64: i64): void {
  const members = i64x2.replace_lane(i64x2.splat(low64), 1, high64);
  let out = to;
  for (let i = 0; i < m; i += 16) {
    const ids = v128.load(from + <usize>i);
    let bits = i8x16.bitmask(isMember(ids, members));
    if (i + 16 > m) bits &= (1 << (m - i)) - 1;
    const low = bits & 255;
    const high = bits >> 8;
    const upper = i8x16.shuffle(ids, ids, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
    v128.store64_lane(out, i8x16.swizzle(ids, v128.load64_zero(bytesOf + (<usize>low << 3))), 0);
    out += <usize>i32.popcnt(low);
    v128.store64_lane(out, i8x16.swizzle(upper, v128.load64_zero(bytesOf + (<usize>high << 3))), 0);
    out += <usize>i32.popcnt(high);
  }
}

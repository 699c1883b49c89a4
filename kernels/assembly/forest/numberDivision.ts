import { noteEnd, startEnds } from "./endNotes";
import { highs, keyOf, laneAttribute, lefts, lows, nodeKeys, rights, step } from "./keyCuts";
import { exactOf } from "./keys";
import { pack } from "./packs";

// Dividing a list of numbers of two bytes, eight at a time.

/** As divideKeys. Nothing past n numbers is changed. */
export function divideNumbers(from: usize, to: usize, n: i32, lane: i32, cut: f64): i32 {
  return cut == cut ? divide(true, from, to, n, lane, cut) : divide(false, from, to, n, lane, cut);
}

/** `near`: keys may be near to the cut; otherwise the entries with the least and the greatest key are noted. */
@inline
function divide(near: bool, from: usize, to: usize, n: i32, lane: i32, cut: f64): i32 {
  const bytes = step;
  const left = i16x8.splat(<i16>keyOf(lefts, lane));
  // Of a cut that keys may be near to, where the sure right begins.
  const low = i16x8.splat(<i16>keyOf(near ? rights : lows, lane));
  const high = i16x8.splat(<i16>keyOf(highs, lane));
  const end = from + (<usize>n << 1);
  let keys = nodeKeys + (<usize>lane << 1);
  let first = to;
  let last = to + (<usize>n << 1);
  let at = from;
  startEnds();
  for (; at + 16 < end; at += 16, keys += bytes << 3) {
    const eight = eightKeys(keys, bytes);
    const sure = i16x8.lt_s(eight, left);
    let mask = i16x8.bitmask(sure);
    const seen = near ? v128.xor(sure, i16x8.lt_s(eight, low)) : v128.or(i16x8.eq(eight, low), i16x8.eq(eight, high));
    if (v128.any_true(seen)) mask |= look(near, at, i16x8.bitmask(seen), lane, cut);
    const count = i32.popcnt(mask);
    const entries = v128.load(at);
    let others = reversed(pack(entries, mask ^ 255));
    v128.store(first, pack(entries, mask));
    // With less than sixteen to go, the two vectors overlap.
    if (at + 32 > end) others = v128.bitselect(v128.load(last - 16), others, lanesBelow(count));
    v128.store(last - 16, others);
    first += <usize>count << 1;
    last -= <usize>(8 - count) << 1;
  }
  const rest = <i32>((end - at) >> 1);
  const all = (1 << rest) - 1;
  const eight = eightKeys(keys, bytes);
  const sure = i16x8.lt_s(eight, left);
  let mask = i16x8.bitmask(sure) & all;
  const seen = near ? v128.xor(sure, i16x8.lt_s(eight, low)) : v128.or(i16x8.eq(eight, low), i16x8.eq(eight, high));
  mask |= look(near, at, i16x8.bitmask(seen) & all, lane, cut);
  storeRest(first, v128.load(at), mask, all, rest);
  return <i32>((first - to) >> 1) + i32.popcnt(mask);
}

/** The keys of eight entries in a lane. */
@inline
function eightKeys(at: usize, bytes: usize): v128 {
  const two = at + bytes * 2;
  const four = at + bytes * 4;
  const six = two + bytes * 4;
  let keys = v128.load16_lane(at, i64x2.splat(0), 0);
  keys = v128.load16_lane(at + bytes, keys, 1);
  keys = v128.load16_lane(two, keys, 2);
  keys = v128.load16_lane(two + bytes, keys, 3);
  keys = v128.load16_lane(four, keys, 4);
  keys = v128.load16_lane(four + bytes, keys, 5);
  keys = v128.load16_lane(six, keys, 6);
  return v128.load16_lane(six + bytes, keys, 7);
}

/** Looks at some of eight entries; returns which of them turn out to be left of a cut that is near. */
@inline
function look(near: bool, at: usize, which: i32, lane: i32, cut: f64): i32 {
  return near ? leftOfCut(at, which, laneAttribute(lane), cut) : noteEnds(at, which);
}

function leftOfCut(at: usize, which: i32, a: i32, cut: f64): i32 {
  let mask = 0;
  for (let rest = which; rest != 0; rest &= rest - 1) {
    const number = load<u16>(at + (<usize>i32.ctz(rest) << 1));
    if (exactOf(<usize>number, a) <= cut) mask |= rest & -rest;
  }
  return mask;
}

function noteEnds(at: usize, which: i32): i32 {
  for (let rest = which; rest != 0; rest &= rest - 1) noteEnd(at + (<usize>i32.ctz(rest) << 1));
  return 0;
}

@inline
function reversed(eight: v128): v128 {
  return i8x16.shuffle(eight, eight, 14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
}

/** All ones in the first lanes. */
@inline
function lanesBelow(count: i32): v128 {
  return i16x8.lt_s(i16x8(0, 1, 2, 3, 4, 5, 6, 7), i16x8.splat(<i16>count));
}

/** The last entries, at most eight: those of the mask first, then the others, reversed; nothing past them. */
@inline
function storeRest(to: usize, entries: v128, mask: i32, all: i32, rest: i32): void {
  const places = i8x16(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
  const others = i8x16.swizzle(pack(entries, mask ^ all), i8x16.add(places, i8x16.splat(<i8>((rest - 8) << 1))));
  const both = v128.bitselect(pack(entries, mask), others, lanesBelow(i32.popcnt(mask)));
  v128.store(to, v128.bitselect(both, v128.load(to), lanesBelow(rest)));
}

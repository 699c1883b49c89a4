import { count, rowLabels } from "./frame";
import { attributes, firstTest, kindOf, rows, THRESHOLDS } from "./job";

// Second splits by thresholds on eight attributes at once, for two classes where every row and every error counts 1. With
// D the rows of class 0 less those of class 1 up to a threshold, the two leaves of the split make (all of class 1) + D or
// (all of class 0) - D errors, so the extremes of D along each order are all there is to find.

/** Lanes of a vector. */
const LANES: i32 = 8;
/** The most rows: D is a number of 16 bits. */
export const MOST_ROWS: i32 = 16000;

/** The attributes that have thresholds (u32), and how many groups of eight they make: the last is filled up with its first. */
let listed: usize = 0;
let groups: i32 = 0;
/** By group, place in the order and lane (16 bits each): the row, whether the next row has another code, and D of all rows. */
let ids: usize = 0;
let edges: usize = 0;
let totals: usize = 0;
/** By row: what it adds to D if it is on the left (i16). */
export let deltas: usize = 0;

export function laneBytes(): usize {
  const lanes = <usize>((attributes + LANES) & ~(LANES - 1));
  return lanes * 4 + lanes * <usize>rows * 6 + <usize>rows * 2 + 128;
}

export function layLanes(at: usize): void {
  const lanes = <usize>((attributes + LANES) & ~(LANES - 1));
  const block = (lanes * <usize>rows) << 1;
  listed = (at + 15) & ~15;
  ids = (listed + lanes * 4 + 15) & ~15;
  edges = ids + block;
  totals = edges + block;
  deltas = totals + block;
  let n = 0;
  for (let a = 0; a < attributes; a++) {
    if (kindOf(a) != THRESHOLDS) continue;
    store<u32>(listed + (<usize>n << 2), a);
    n++;
  }
  groups = (n + LANES - 1) >> 3;
  for (let i = n; i < groups << 3; i++)
    store<u32>(listed + (<usize>i << 2), load<u32>(listed + (<usize>((groups - 1) << 3) << 2)));
}

@inline
export function lanes(): i32 {
  return groups << 3;
}

@inline
export function attributeOf(lane: i32): i32 {
  return load<u32>(listed + (<usize>lane << 2));
}

/** Writes one attribute's order into its lane. */
export function fillLane(lane: i32, order: usize, codes: usize): void {
  let at = (((<usize>(lane >> 3) * <usize>count) << 3) + <usize>(lane & 7)) << 1;
  let d = 0;
  for (let i: usize = 0; i < <usize>count; i++, at += 16) {
    const row = load<u32>(order + (i << 2));
    const isEdge = i + 1 < <usize>count && load<u16>(codes + (i << 1)) != load<u16>(codes + (i << 1), 2);
    d += load<u16>(rowLabels + (<usize>row << 1)) ? -1 : 1;
    store<u16>(ids + at, <u16>row);
    store<u16>(edges + at, isEdge ? 0xffff : 0);
    store<i16>(totals + at, <i16>d);
  }
}

/** The extremes of D on the left and on the right, of the last group. */
let least: v128 = i16x8.splat(0);
let most: v128 = i16x8.splat(0);
let otherLeast: v128 = i16x8.splat(0);
let otherMost: v128 = i16x8.splat(0);

@inline
function delta(id: u32): usize {
  return deltas + (<usize>id << 1);
}

export function scanGroup(group: i32): void {
  let at = (<usize>group * <usize>count) << 4;
  const end = at + (<usize>count << 4);
  const zero = i16x8.splat(0);
  let d = zero;
  let low = i16x8.splat(16383);
  let high = i16x8.splat(-16383);
  let otherLow = low;
  let otherHigh = high;
  for (; at < end; at += 16) {
    const a = load<u64>(ids + at);
    const b = load<u64>(ids + at, 8);
    let step = v128.load_lane<u16>(delta(<u32>a & 0xffff), zero, 0);
    step = v128.load_lane<u16>(delta(<u32>(a >> 16) & 0xffff), step, 1);
    step = v128.load_lane<u16>(delta(<u32>(a >> 32) & 0xffff), step, 2);
    step = v128.load_lane<u16>(delta(<u32>(a >> 48)), step, 3);
    step = v128.load_lane<u16>(delta(<u32>b & 0xffff), step, 4);
    step = v128.load_lane<u16>(delta(<u32>(b >> 16) & 0xffff), step, 5);
    step = v128.load_lane<u16>(delta(<u32>(b >> 32) & 0xffff), step, 6);
    step = v128.load_lane<u16>(delta(<u32>(b >> 48)), step, 7);
    d = i16x8.add(d, step);
    const other = i16x8.sub(v128.load(totals + at), d);
    const edge = v128.load(edges + at);
    low = v128.bitselect(i16x8.min_s(low, d), low, edge);
    high = v128.bitselect(i16x8.max_s(high, d), high, edge);
    otherLow = v128.bitselect(i16x8.min_s(otherLow, other), otherLow, edge);
    otherHigh = v128.bitselect(i16x8.max_s(otherHigh, other), otherHigh, edge);
  }
  least = low;
  most = high;
  otherLeast = otherLow;
  otherMost = otherHigh;
}

/** Where the extremes of the last group go: eight numbers of 16 bits each, least and most on the left and on the right. */
@inline
export function storeExtremes(into: usize): void {
  v128.store(into, least);
  v128.store(into, most, 16);
  v128.store(into, otherLeast, 32);
  v128.store(into, otherMost, 48);
}

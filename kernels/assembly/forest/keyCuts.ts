import { take } from "./arena";
import { errorOf, exactOf, keyColumn, keyStep } from "./keys";
import { perNode, rows } from "./params";
import { areUnits, findFirst, firstCount, firstIsOne, isOne, weightOf } from "./rowLists";
import { addSides, setSides } from "./sides";
import { drawnBetween } from "./threshold";

// Random cuts of up to eight attributes, by keys. Where a cut lies between two keys is known up to a step or two: rows whose
// keys are not there are on a sure side. Only if there are others, the exact cut is computed, and compared with their cells.
// Otherwise it is computed when a node is divided. T: an entry (rowLists.ts).

/** By lane: where the keys of its attribute begin (u32), and the attribute (i32). */
let columns: usize = 0;
let attributeOfLane: usize = 0;
/** By lane, f32 each: the share drawn, and the error of its attribute. */
let shares: usize = 0;
let laneErrors: usize = 0;
/** By entry and lane: the key (i16). */
export let nodeKeys: usize = 0;
/** The bytes of an entry's keys. */
export let step: usize = 0;
/** Entries to look at again: where they are, and their keys (u32 each); or only the former. */
export let nearEntries: usize = 0;
let nearCount: usize = 0;
/** By lane, f64 each: the least and the greatest cell of the lanes that were looked at last. */
let lowest: usize = 0;
let highest: usize = 0;
/** By lane, i16 each: the least and the greatest key; keys below the first are left, those not below the second right. */
export let lows: usize = 0;
export let highs: usize = 0;
export let lefts: usize = 0;
export let rights: usize = 0;

/** Entries that have a summary: passes over all entries look at those first. At most 256, so that sums fit two bytes. */
const CHUNK: usize = 64;
/** By chunk: its least and its greatest keys (i16 by lane); and a bit for each lane with entries near its cut (u8). */
let chunkRanges: usize = 0;
let chunkNears: usize = 0;

export function takeKeyCuts(): void {
  columns = take(32);
  attributeOfLane = take(32);
  shares = take(32);
  laneErrors = take(32);
  lows = take(16);
  highs = take(16);
  lefts = take(16);
  rights = take(16);
  lowest = take(64);
  highest = take(64);
  const chunks = <usize>rows / CHUNK + 1;
  chunkRanges = take(chunks << 5);
  chunkNears = take(chunks);
  nearEntries = take(<usize>rows << 3);
  // Vectors are written and read whole, and eight entries at a time.
  nodeKeys = take(<usize>(rows + 8) * <usize>(min(perNode, 8) << 1) + 16);
}

@inline
export function setKeyLane(lane: i32, a: i32, share: f64): void {
  const at = <usize>lane << 2;
  store<u32>(columns + at, <u32>keyColumn(a));
  store<i32>(attributeOfLane + at, a);
  store<f32>(shares + at, <f32>share);
  store<f32>(laneErrors + at, errorOf(a));
}

@inline
function columnOf(lane: usize): usize {
  return <usize>load<u32>(columns + (lane << 2));
}

@inline
export function laneAttribute(lane: i32): i32 {
  return load<i32>(attributeOfLane + (<usize>lane << 2));
}

/**
 * Draws a cut for every lane whose attribute varies, and finds what is on its left; returns a bit for each. `drawn` has their
 * shares (f64); `cuts` gets those that had to be computed, NaN for the others; `sums` are those of the node.
 */
export function cutKeys<T>(entries: usize, n: i32, lanes: i32, drawn: usize, cuts: usize, sums: usize): i32 {
  gatherKeys<T>(entries, n, lanes);
  bound(lanes);
  for (let at: usize = 0; at < 64; at += 16) v128.store(cuts + at, f64x2.splat(NaN));
  const all = (1 << lanes) - 1;
  let varied = all;
  findFirst<T>(entries, n, sums);
  const near = (areUnits && n <= <i32>CHUNK ? weighFew(n) : weighKeys<T>(entries, n)) & all;
  if (near == 0) return all;
  lookNear<T>(entries, n, near);
  for (let rest = near; rest != 0; rest &= rest - 1) {
    const lane = i32.ctz(rest);
    if (!settle<T>(lane, load<f64>(drawn + (<usize>lane << 3)), cuts)) varied &= ~(1 << lane);
  }
  return varied;
}

/** The same lane alone, after others have taken its place. */
export function cutAgain<T>(entries: usize, n: i32, a: i32, share: f64): void {
  setKeyLane(0, a, share);
  gatherKeys<T>(entries, n, 1);
  bound(1);
}

function gatherKeys<T>(entries: usize, n: i32, lanes: i32): void {
  step = <usize>lanes << 1;
  if (sizeof<T>() == 2 && n <= <i32>CHUNK) {
    gatherNumbers(entries, entries + (<usize>n << 1), lanes, nodeKeys, chunkRanges);
    v128.store(lows, v128.load(chunkRanges));
    v128.store(highs, v128.load(chunkRanges, 16));
    return;
  }
  let low = i16x8.splat(0x7fff);
  let high = i16x8.splat(-0x8000);
  const end = entries + <usize>n * sizeof<T>();
  let to = nodeKeys;
  let range = chunkRanges;
  for (let from = entries; from < end; from += CHUNK * sizeof<T>(), range += 32) {
    const last = min(from + CHUNK * sizeof<T>(), end);
    if (sizeof<T>() == 4) gatherRows(from, last, lanes, to, range);
    else gatherNumbers(from, last, lanes, to, range);
    low = i16x8.min_s(low, v128.load(range));
    high = i16x8.max_s(high, v128.load(range, 16));
    to += CHUNK * step;
  }
  v128.store(lows, low);
  v128.store(highs, high);
}

// Functions of their own, and exported so that they stay so: with the loop over chunks around them, the host runs out of registers.

export function gatherRows(from: usize, end: usize, lanes: i32, to: usize, range: usize): void {
  gatherChunk<u32>(from, end, lanes, to, range);
}

export function gatherNumbers(from: usize, end: usize, lanes: i32, to: usize, range: usize): void {
  gatherChunk<u16>(from, end, lanes, to, range);
}

@inline
function gatherChunk<T>(from: usize, end: usize, lanes: i32, to: usize, range: usize): void {
  if (lanes == 1) gather<T>(1, from, end, to, range);
  else if (lanes == 2) gather<T>(2, from, end, to, range);
  else if (lanes == 3) gather<T>(3, from, end, to, range);
  else if (lanes == 4) gather<T>(4, from, end, to, range);
  else if (lanes == 5) gather<T>(5, from, end, to, range);
  else if (lanes == 6) gather<T>(6, from, end, to, range);
  else if (lanes == 7) gather<T>(7, from, end, to, range);
  else gather<T>(8, from, end, to, range);
}

/** A loop per number of lanes, which is a constant where this is inlined. */
@inline
function gather<T>(lanes: i32, from: usize, end: usize, keysTo: usize, range: usize): void {
  const c0 = columnOf(0);
  const c1 = columnOf(1);
  const c2 = columnOf(2);
  const c3 = columnOf(3);
  const c4 = columnOf(4);
  const c5 = columnOf(5);
  const c6 = columnOf(6);
  const c7 = columnOf(7);
  const distance = keyStep();
  let low = i16x8.splat(0x7fff);
  let high = i16x8.splat(-0x8000);
  let to = keysTo;
  for (let at = from; at < end; at += sizeof<T>(), to += <usize>lanes << 1) {
    const row = <usize>(<u32>load<T>(at)) * distance;
    let keys = v128.load16_lane(c0 + row, i64x2.splat(0), 0);
    if (lanes > 1) keys = v128.load16_lane(c1 + row, keys, 1);
    if (lanes > 2) keys = v128.load16_lane(c2 + row, keys, 2);
    if (lanes > 3) keys = v128.load16_lane(c3 + row, keys, 3);
    if (lanes > 4) keys = v128.load16_lane(c4 + row, keys, 4);
    if (lanes > 5) keys = v128.load16_lane(c5 + row, keys, 5);
    if (lanes > 6) keys = v128.load16_lane(c6 + row, keys, 6);
    if (lanes > 7) keys = v128.load16_lane(c7 + row, keys, 7);
    v128.store(to, keys);
    low = i16x8.min_s(low, keys);
    high = i16x8.max_s(high, keys);
  }
  v128.store(range, low);
  v128.store(range, high, 16);
}

/** All ones in these lanes: the others have keys of the next entry. */
@inline
function maskOf(lanes: i32): v128 {
  return i16x8.lt_s(i16x8(0, 1, 2, 3, 4, 5, 6, 7), i16x8.splat(<i16>lanes));
}

/** Where the cuts of all lanes may be. Positions are within half a step of their keys. */
@inline
function bound(lanes: i32): void {
  const mask = maskOf(lanes);
  const none = i16x8.splat(-0x8000);
  const low = v128.load(lows);
  const high = v128.load(highs);
  const place = placeOf(i32x4.extend_low_i16x8_s(low), i32x4.extend_low_i16x8_s(high), 0);
  const more = placeOf(i32x4.extend_high_i16x8_s(low), i32x4.extend_high_i16x8_s(high), 16);
  const error = f32x4.add(v128.load(laneErrors), f32x4.splat(1));
  const errorB = f32x4.add(v128.load(laneErrors, 16), f32x4.splat(1));
  const below = i32x4.trunc_sat_f32x4_s(f32x4.ceil(f32x4.sub(place, error)));
  const belowB = i32x4.trunc_sat_f32x4_s(f32x4.ceil(f32x4.sub(more, errorB)));
  v128.store(lefts, v128.bitselect(i16x8.narrow_i32x4_s(below, belowB), none, mask));
  const above = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(f32x4.add(place, error), f32x4.splat(1))));
  const aboveB = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(f32x4.add(more, errorB), f32x4.splat(1))));
  v128.store(rights, v128.bitselect(i16x8.narrow_i32x4_s(above, aboveB), none, mask));
}

@inline
function placeOf(low: v128, high: v128, at: usize): v128 {
  const range = f32x4.convert_i32x4_s(i32x4.sub(high, low));
  return f32x4.add(f32x4.convert_i32x4_s(low), f32x4.mul(v128.load(shares + at), range));
}

/** By lane (i32): the weight on the sure left that was summed last. */
let partLow: v128 = i64x2.splat(0);
let partHigh: v128 = i64x2.splat(0);

/**
 * Sums the weights on the sure left of all cuts, class by class (`findFirst`); returns a bit for each lane with rows that may be
 * on either side.
 */
function weighKeys<T>(entries: usize, n: i32): i32 {
  let near = weighPart<T>(entries, 0, <usize>firstCount);
  const low = partLow;
  const high = partHigh;
  near = near | weighPart<T>(entries, <usize>firstCount, <usize>n);
  const one = firstIsOne ? low : partLow;
  const oneB = firstIsOne ? high : partHigh;
  setSides(i32x4.add(low, partLow), i32x4.add(high, partHigh), one, oneB);
  return near;
}

/** The same for rows of one chunk that count once. */
function weighFew(n: i32): i32 {
  const left = v128.load(lefts);
  const right = v128.load(rights);
  const bytes = step;
  let all = i64x2.splat(0);
  let sum = all;
  let keys = nodeKeys;
  for (const middle = keys + <usize>firstCount * bytes; keys < middle; keys += bytes) {
    const cells = v128.load(keys);
    sum = i16x8.sub(sum, i16x8.lt_s(cells, left));
    all = i16x8.sub(all, i16x8.lt_s(cells, right));
  }
  const first = sum;
  for (const end = nodeKeys + <usize>n * bytes; keys < end; keys += bytes) {
    const cells = v128.load(keys);
    sum = i16x8.sub(sum, i16x8.lt_s(cells, left));
    all = i16x8.sub(all, i16x8.lt_s(cells, right));
  }
  const ones = firstIsOne ? first : i16x8.sub(sum, first);
  setSides(
    i32x4.extend_low_i16x8_u(sum),
    i32x4.extend_high_i16x8_u(sum),
    i32x4.extend_low_i16x8_u(ones),
    i32x4.extend_high_i16x8_u(ones),
  );
  const near = i16x8.bitmask(i16x8.ne(sum, all));
  store<u8>(chunkNears, <u8>near);
  return near;
}

/** The entries from one up to another. Parts are weighed in their order. */
function weighPart<T>(entries: usize, first: usize, end: usize): i32 {
  const left = v128.load(lefts);
  const right = v128.load(rights);
  const bytes = step;
  let near = 0;
  let weight = i64x2.splat(0);
  let weightB = weight;
  let keys = nodeKeys + first * bytes;
  for (let from = first; from < end; ) {
    let sum = i64x2.splat(0);
    let all = sum;
    const chunk = from / CHUNK;
    const to = min((chunk + 1) * CHUNK, end);
    const last = nodeKeys + to * bytes;
    if (areUnits)
      for (; keys < last; keys += bytes) {
        const cells = v128.load(keys);
        sum = i16x8.sub(sum, i16x8.lt_s(cells, left));
        all = i16x8.sub(all, i16x8.lt_s(cells, right));
      }
    else
      for (let at = entries + from * sizeof<T>(); keys < last; at += sizeof<T>(), keys += bytes) {
        const cells = v128.load(keys);
        const own = i16x8.splat(<i16>weightOf<T>(at));
        sum = i16x8.add(sum, v128.and(i16x8.lt_s(cells, left), own));
        all = i16x8.add(all, v128.and(i16x8.lt_s(cells, right), own));
      }
    const found = i16x8.bitmask(i16x8.ne(sum, all));
    // A chunk that the part before has begun.
    const before: i32 = from > chunk * CHUNK ? load<u8>(chunkNears + chunk) : 0;
    store<u8>(chunkNears + chunk, <u8>(found | before));
    near |= found;
    weight = i32x4.add(weight, i32x4.extend_low_i16x8_u(sum));
    weightB = i32x4.add(weightB, i32x4.extend_high_i16x8_u(sum));
    from = to;
  }
  partLow = weight;
  partHigh = weightB;
  return near;
}

@inline
export function keyOf(keys: usize, lane: i32): i32 {
  return <i32>load<i16>(keys + (<usize>lane << 1));
}

@inline
function noteRange(lane: i32, x: f64): void {
  const at = <usize>lane << 3;
  store<f64>(lowest + at, min(load<f64>(lowest + at), x));
  store<f64>(highest + at, max(load<f64>(highest + at), x));
}

/** All ones in the lanes of these bits. */
@inline
function maskOfBits(bits: i32): v128 {
  return i16x8.ne(v128.and(i16x8.splat(<i16>bits), i16x8(1, 2, 4, 8, 16, 32, 64, 128)), i64x2.splat(0));
}

/** Finds the least and the greatest cell of the lanes that have entries near their cuts, and those entries. */
function lookNear<T>(entries: usize, n: i32, near: i32): void {
  const mask = maskOfBits(near);
  for (let at: usize = 0; at < 64; at += 16) {
    v128.store(lowest + at, f64x2.splat(Infinity));
    v128.store(highest + at, f64x2.splat(-Infinity));
  }
  nearCount = 0;
  const low = v128.load(lows);
  const high = v128.load(highs);
  const end = entries + <usize>n * sizeof<T>();
  let range = chunkRanges;
  let nears = chunkNears;
  for (let from = entries; from < end; from += CHUNK * sizeof<T>(), range += 32, nears++) {
    const ends = v128.or(i16x8.eq(v128.load(range), low), i16x8.eq(v128.load(range, 16), high));
    if ((load<u8>(nears) & near) != 0 || v128.any_true(v128.and(mask, ends)))
      lookInChunk<T>(entries, from, min(from + CHUNK * sizeof<T>(), end), mask);
  }
}

function lookInChunk<T>(entries: usize, from: usize, end: usize, mask: v128): void {
  const low = v128.load(lows);
  const high = v128.load(highs);
  const left = v128.load(lefts);
  const right = v128.load(rights);
  const bytes = step;
  let keys = nodeKeys + ((from - entries) / sizeof<T>()) * bytes;
  for (let at = from; at < end; at += sizeof<T>(), keys += bytes) {
    const cells = v128.load(keys);
    const ends = v128.and(mask, v128.or(i16x8.eq(cells, low), i16x8.eq(cells, high)));
    const close = v128.and(mask, v128.xor(i16x8.lt_s(cells, left), i16x8.lt_s(cells, right)));
    if (!v128.any_true(v128.or(ends, close))) continue;
    for (let rest = i16x8.bitmask(ends); rest != 0; rest &= rest - 1) {
      const lane = i32.ctz(rest);
      noteRange(lane, exactOf(<u32>load<T>(at), laneAttribute(lane)));
    }
    const noted = nearEntries + (nearCount << 3);
    store<u32>(noted, <u32>at);
    store<u32>(noted, <u32>keys, 4);
    nearCount += <usize>v128.any_true(close);
  }
}

/** Computes the cut of a lane whose range was found, and adds what is near and on its left; false if its cells are all equal. */
function settle<T>(lane: i32, share: f64, cuts: usize): bool {
  const low = load<f64>(lowest + (<usize>lane << 3));
  const high = load<f64>(highest + (<usize>lane << 3));
  if (!(low < high)) return false;
  const cut = drawnBetween(low, high, share);
  store<f64>(cuts + (<usize>lane << 3), cut);
  const a = laneAttribute(lane);
  const left = keyOf(lefts, lane);
  const right = keyOf(rights, lane);
  let weight: u32 = 0;
  let one: u32 = 0;
  const end = nearEntries + (nearCount << 3);
  for (let at = nearEntries; at < end; at += 8) {
    const key = keyOf(<usize>load<u32>(at, 4), lane);
    if (key < left || key >= right) continue;
    const entry = <usize>load<u32>(at);
    if (!(exactOf(<u32>load<T>(entry), a) <= cut)) continue;
    const own = weightOf<T>(entry);
    weight += own;
    if (isOne<T>(entry)) one += own;
  }
  addSides(lane, weight, one);
  return true;
}

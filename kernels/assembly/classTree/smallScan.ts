import { weighted } from "./job";
import { differ, SMALL } from "./lists";
import { count } from "./node";
import { least, offer, squares, weight } from "./search";

// Scans of lists of at most 128 rows with a total weight of at most 255. First all cuts are estimated in single precision,
// sixteen at a time, with a margin for rounding; only a list in which some cut may reach the required gain is evaluated
// exactly.

/** By id: four times the position of its class among those of the subtree (u16), and its weight (u8). */
let classOffset: usize = 0;
let weightById: usize = 0;
/** By class: 128 bits, one for each id. */
let members: usize = 0;
let states: usize = 0;
let curve: usize = 0;
/** Tables by position: see twoTables and shareTables. */
let perPlace: usize = 0;
let perPlaceRight: usize = 0;
let expected: usize = 0;
let tableRows: i32 = -1;
let tableOnes: i32 = -1;

/** Single precision has 24 bits; a score takes four roundings. */
const MARGIN: f64 = 1 - 1e-6;

export function useSmallScratch(at: usize): void {
  classOffset = at;
  weightById = at + 256;
  perPlace = at + 512;
  perPlaceRight = at + 1024;
  expected = at + 1536;
  curve = at + 2048;
  states = at + 3072;
  members = at + 4096;
  tableRows = -1;
}

/** Bytes of scratch for this many classes. */
@inline
export function smallScratch(classes: i32): usize {
  return 4096 + (<usize>classes << 4);
}

/** Scratch for other scans of small lists: two u32 per class, and 1 KiB. */
@inline
export function statesAt(): usize {
  return states;
}

@inline
export function statesToCopyAt(): usize {
  return states + 512;
}

@inline
export function curveAt(): usize {
  return curve;
}

export function forgetMembers(classes: i32): void {
  memory.fill(members, 0, <usize>classes << 4);
}

export function setMember(id: i32, place: i32, w: i32): void {
  store<u16>(classOffset + (<usize>id << 1), <u16>(place << 2));
  store<u8>(weightById + <usize>id, <u8>w);
  const bits = members + (<usize>place << 4) + <usize>(id >> 3);
  store<u8>(bits, load<u8>(bits) | <u8>(<u32>1 << (<u32>id & 7)));
}

@inline
export function classOffsetOf(id: usize): usize {
  return <usize>load<u16>(classOffset + (id << 1));
}

@inline
export function smallWeight(id: usize): i32 {
  return <i32>load<u8>(weightById + id);
}

/** A list of m rows with the class weights `counts`. Tables made for one list are reused for the node's others. */
export function scanSmall(list: usize, m: i32, counts: usize, classes: i32, column: usize): void {
  if (m < 6) return eachCut(list, m, counts, classes, column);
  if (weighted) {
    if (lookWeighted(list, m, counts, classes)) eachCut(list, m, counts, classes, column);
    return;
  }
  const one = onlyPair(counts, classes);
  if (one >= 0 ? lookTwo(list, m, count(counts, one), one) : lookMany(list, m, counts, classes)) {
    eachCut(list, m, counts, classes, column);
  }
}

/** The first of two classes that occur; -1 if there are more. */
function onlyPair(counts: usize, classes: i32): i32 {
  let found = -1;
  let present = 0;
  for (let c = 0; c < classes; c++) {
    if (count(counts, c) == 0) continue;
    if (++present > 2) return -1;
    if (found < 0) found = c;
  }
  return found;
}

/** Evaluates every cut. Both sums of squares as in twoClasses and manyClasses, here in 16 bits each. */
function eachCut(list: usize, m: i32, counts: usize, classes: i32, column: usize): void {
  for (let c = 0; c < classes; c++) store<u32>(states + (<usize>c << 2), (2 * count(counts, c)) << 16);
  const all = <i32>squares;
  const enough = least + squares / <f64>weight;
  let acc: u32 = 0;
  let left = 0;
  for (let i = 0; i < m - 1; i++) {
    const id = <usize>load<u8>(list + <usize>i);
    const p = states + classOffsetOf(id);
    const w: u32 = weighted ? load<u8>(weightById + id) : 1;
    const state = load<u32>(p);
    acc += w * state + w * w * (1 - 65536);
    store<u32>(p, state + w * (2 - 131072));
    left += w;
    const right = weight - left;
    const l2 = <i32>(acc & 65535);
    const r2 = all - <i32>(acc >> 16);
    if (<f64>(l2 * right + r2 * left) < enough * <f64>(left * right)) continue;
    if (differ(SMALL, list, column, i + 1)) offer(i + 1, left, <f64>l2, <f64>r2);
  }
}

/** For two classes: 1 / (k (m - k)), and k p. */
function twoTables(m: i32, p: i32): void {
  if (tableRows == m && tableOnes == p) return;
  tableRows = m;
  tableOnes = p;
  for (let k = 1; k <= ((m + 15) & ~15); k++) {
    store<f32>(perPlace + (<usize>(k - 1) << 2), k < m ? <f32>1 / <f32>(k * (m - k)) : 0);
    store<i16>(expected + (<usize>(k - 1) << 1), <i16>(k * p));
  }
}

/** For more: 1 / k and 1 / (m - k). */
function shareTables(m: i32): void {
  if (tableRows == m && tableOnes == -1) return;
  tableRows = m;
  tableOnes = -1;
  for (let k = 1; k <= ((m + 15) & ~15); k++) {
    store<f32>(perPlace + (<usize>(k - 1) << 2), k < m ? <f32>1 / <f32>k : 0);
    store<f32>(perPlaceRight + (<usize>(k - 1) << 2), k < m ? <f32>1 / <f32>(m - k) : 0);
  }
}

@inline
function runningSum(a: v128, zero: v128): v128 {
  a = i8x16.add(a, i8x16.shuffle(zero, a, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30));
  a = i8x16.add(a, i8x16.shuffle(zero, a, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29));
  a = i8x16.add(a, i8x16.shuffle(zero, a, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27));
  return i8x16.add(a, i8x16.shuffle(zero, a, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23));
}

/** -1 if the id is a member. */
@inline
export function isMember(ids: v128, members: v128): v128 {
  const powers = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const bit = i8x16.swizzle(powers, v128.and(ids, i8x16.splat(7)));
  return i8x16.ne(v128.and(i8x16.swizzle(members, i8x16.shr_u(ids, 3)), bit), i8x16.splat(0));
}

@inline
function scores(d: v128, table: usize): v128 {
  const low = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extmul_low_i16x8_s(d, d)), v128.load(table));
  const high = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extmul_high_i16x8_s(d, d)), v128.load(table, 16));
  return f32x4.pmax(low, high);
}

/** Two classes, D as in twoClasses: whether some cut may reach the required gain. */
function lookTwo(list: usize, m: i32, p: i32, one: i32): bool {
  twoTables(m, p);
  const zero = i8x16.splat(0);
  const set = v128.load(members + (<usize>one << 4));
  const rows = i16x8.splat(<i16>m);
  let before = zero;
  let greatest = f32x4.splat(0);
  for (let i = 0; i < m; i += 16) {
    const a = i8x16.add(runningSum(i8x16.sub(zero, isMember(v128.load(list + <usize>i), set)), zero), before);
    before = i8x16.shuffle(a, a, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
    const mean = expected + (<usize>i << 1);
    const table = perPlace + (<usize>i << 2);
    const d0 = i16x8.sub(i16x8.mul(i16x8.extend_low_i8x16_u(a), rows), v128.load(mean));
    const d1 = i16x8.sub(i16x8.mul(i16x8.extend_high_i8x16_u(a), rows), v128.load(mean, 16));
    greatest = f32x4.pmax(greatest, f32x4.pmax(scores(d0, table), scores(d1, table + 32)));
  }
  const limit = <f32>(least * <f64>m * 0.5 * MARGIN);
  return v128.any_true(f32x4.ge(greatest, f32x4.splat(limit)));
}

/** The running sums of an unweighted list, then all scores l2 / l + r2 / r. */
function lookMany(list: usize, m: i32, counts: usize, classes: i32): bool {
  shareTables(m);
  for (let c = 0; c < classes; c++) store<u32>(states + (<usize>c << 2), 1 + ((2 * count(counts, c) - 1) << 16));
  let acc: u32 = 0;
  for (let i: usize = 0; i < <usize>(m - 1); i++) {
    const p = states + classOffsetOf(<usize>load<u8>(list + i));
    const state = load<u32>(p);
    acc += state;
    store<u32>(p, state + (2 - 131072));
    store<u32>(curve + (i << 2), acc);
  }
  const all = i32x4.splat(<i32>squares);
  const low = i32x4.splat(65535);
  let greatest = f32x4.splat(0);
  for (let at: usize = 0; at < <usize>(m - 1) << 2; at += 16) {
    const both = v128.load(curve + at);
    const l2 = f32x4.convert_i32x4_s(v128.and(both, low));
    const r2 = f32x4.convert_i32x4_s(i32x4.sub(all, i32x4.shr_u(both, 16)));
    const score = f32x4.add(
      f32x4.mul(l2, v128.load(perPlace + at)),
      f32x4.mul(r2, v128.load(perPlaceRight + at)),
    );
    greatest = f32x4.pmax(greatest, score);
  }
  return v128.any_true(f32x4.ge(greatest, f32x4.splat(<f32>(scoreWanted() * MARGIN))));
}

@inline
function scoreWanted(): f64 {
  return max<f64>(least + squares / <f64>weight, 0);
}

/** The same with weights: the tables cannot be used, since positions are not weights. */
function lookWeighted(list: usize, m: i32, counts: usize, classes: i32): bool {
  for (let c = 0; c < classes; c++) store<u32>(states + (<usize>c << 2), (2 * count(counts, c)) << 16);
  const lefts = perPlace;
  tableRows = -1;
  let acc: u32 = 0;
  let left: u32 = 0;
  let i: usize = 0;
  for (; i < <usize>(m - 1); i++) {
    const id = <usize>load<u8>(list + i);
    const p = states + classOffsetOf(id);
    const w: u32 = load<u8>(weightById + id);
    const state = load<u32>(p);
    acc += w * state + w * w * (1 - 65536);
    store<u32>(p, state + w * (2 - 131072));
    left += w;
    store<u32>(curve + (i << 2), acc);
    store<f32>(lefts + (i << 2), <f32>left);
  }
  for (; i & 3; i++) {
    store<u32>(curve + (i << 2), acc);
    store<f32>(lefts + (i << 2), <f32>left);
  }
  const all = i32x4.splat(<i32>squares);
  const low = i32x4.splat(65535);
  const whole = f32x4.splat(<f32>weight);
  let greatest = f32x4.splat(0);
  for (let at: usize = 0; at < <usize>(m - 1) << 2; at += 16) {
    const both = v128.load(curve + at);
    const l = v128.load(lefts + at);
    const l2 = f32x4.convert_i32x4_s(v128.and(both, low));
    const r2 = f32x4.convert_i32x4_s(i32x4.sub(all, i32x4.shr_u(both, 16)));
    greatest = f32x4.pmax(greatest, f32x4.add(f32x4.div(l2, l), f32x4.div(r2, f32x4.sub(whole, l))));
  }
  return v128.any_true(f32x4.ge(greatest, f32x4.splat(<f32>(scoreWanted() * MARGIN))));
}

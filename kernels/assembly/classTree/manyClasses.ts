import { classBits, weighted, weights } from "./job";
import { differ, entry, MIDDLE, WIDE } from "./lists";
import { count } from "./node";
import { least, offer, squares, weight } from "./search";

// Scans for any number of classes and integer weights, in time that does not depend on the number of classes. When
// weight w of a class moves to the left, where weight l of it is, the left side's sum of squares grows by w (2 l + w), and the
// right side's shrinks by w (2 r - w): both sums follow from the two numbers that are kept for each class.
//
// A cut's gain is |x|² W / (l r): x is the difference of the left side's class weights from those expected if it were
// like the node, l and r are the weights of the sides, W that of both. From one end of a block to the other x moves by a
// bounded distance per row, so within the block it cannot be longer than half of both ends and that distance together.

/** Entries in a block. */
const BLOCK: i32 = 32;

let classes: i32 = 0;
let sums: usize = 0;
/** By class: its state; and by position in the block: the sums of squares. */
let states: usize = 0;
let curve: usize = 0;
/** By middle id: its class times 8, above it its weight (u32). */
let marks: usize = 0;
/** Its class alone (u8). */
let classById: usize = 0;

let total: f64 = 0;
let perWeight: f64 = 0;
let share2: f64 = 0;
/** The greatest distance that x can move for one unit of weight. */
let step: f64 = 0;

export function useScratch(states_: usize, curve_: usize, marks_: usize, classById_: usize): void {
  classById = classById_;
  states = states_;
  curve = curve_;
  marks = marks_;
}

/** For the current rows: see openAttribute. */
export function prepare(counts: usize, classCount: i32): void {
  classes = classCount;
  sums = counts;
  let rarest = 0x7fffffff;
  for (let c = 0; c < classes; c++) {
    const n = count(counts, c);
    if (n > 0 && n < rarest) rarest = n;
  }
  total = <f64>weight;
  perWeight = 1 / total;
  share2 = squares / (total * total);
  step = Math.sqrt(1 - (2 * <f64>rarest) / total + share2) + 1e-9;
}

/** The length of x. */
@inline
function length(leftSquares: f64, rightSquares: f64, left: f64, right: f64): f64 {
  const square = (leftSquares * right + rightSquares * left) * perWeight - share2 * left * right;
  return Math.sqrt(max<f64>(square, 0));
}

/** Whether a cut in a block can reach the required gain, from the length of x and l r at both ends. */
@inline
function mayReach(ends: f64, way: f64, product0: f64, product1: f64): bool {
  const h = (ends + way) * 0.5 + 1e-3;
  return h * h * total >= least * min(product0, product1);
}

/** Evaluates a cut, unless a bound shows that it cannot matter. */
@inline
function glance(width: i32, list: usize, column: usize, place: i32, left: i32, l2: f64, r2: f64): void {
  const l = <f64>left;
  const r = <f64>(weight - left);
  if (l2 * r + r2 * l < (least + squares * perWeight) * (l * r)) return;
  if (differ(width, list, column, place)) offer(place, left, l2, r2);
}

@inline
function wideWeight(e: u32): i32 {
  return <i32>load<u8>(weights + <usize>(e >> classBits));
}

/** Moves a block to the left, recording both sums of squares after each entry; returns the weight that moved. */
@inline
function moveWide(list: usize, from: i32, to: i32, acc0: v128): i32 {
  const classMask = (1 << classBits) - 1;
  const onward = i64x2(2, -2);
  let acc = acc0;
  let at = curve;
  if (!weighted) {
    for (let i = from; i < to; i++, at += 16) {
      const p = states + (<usize>(entry(WIDE, list, i) & classMask) << 4);
      const state = v128.load(p);
      acc = i64x2.add(acc, state);
      v128.store(p, i64x2.add(state, onward));
      v128.store(at, acc);
    }
    return to - from;
  }
  let moved = 0;
  for (let i = from; i < to; i++, at += 16) {
    const e = entry(WIDE, list, i);
    const p = states + (<usize>(e & classMask) << 4);
    const w = <i64>wideWeight(e);
    const l = load<i64>(p);
    const r = load<i64>(p, 8);
    acc = i64x2.add(acc, i64x2.replace_lane(i64x2.splat(w * (l + w)), 1, w * (r - w)));
    store<i64>(p, l + 2 * w);
    store<i64>(p, r - 2 * w, 8);
    v128.store(at, acc);
    moved += <i32>w;
  }
  return moved;
}

export function scanManyWide(list: usize, m: i32, counts: usize, classCount: i32, column: usize): void {
  prepare(counts, classCount);
  const plain: i64 = weighted ? 0 : 1;
  for (let c = 0; c < classes; c++) {
    store<i64>(states + (<usize>c << 4), plain);
    store<i64>(states + (<usize>c << 4), 2 * <i64>count(counts, c) - plain, 8);
  }
  let acc = i64x2.splat(0);
  let left = 0;
  let length0: f64 = 0;
  let product0: f64 = 0;
  for (let i = 0; i < m; i += BLOCK) {
    const end = min(m, i + BLOCK);
    const moved = moveWide(list, i, end, acc);
    acc = v128.load(curve + (<usize>(end - i - 1) << 4));
    const l = <f64>(left + moved);
    const r = <f64>(weight - left - moved);
    const length1 = length(<f64>i64x2.extract_lane(acc, 0), squares - <f64>i64x2.extract_lane(acc, 1), l, r);
    if (mayReach(length0 + length1, <f64>moved * step, product0, l * r)) {
      glanceWide(list, column, i, end, left);
    }
    left += moved;
    length0 = length1;
    product0 = l * r;
  }
}

/**
 * Evaluates every cut of a block except one after all rows. The states are those before it, where `left` is the weight, and
 * `grown` and `shrunk` are the changes of the sums of squares.
 */
export function lookAtWide(
  list: usize,
  column: usize,
  from: i32,
  end: i32,
  left: i32,
  grown: i64,
  shrunk: i64,
): void {
  moveWide(list, from, end, i64x2.replace_lane(i64x2.splat(grown), 1, shrunk));
  glanceWide(list, column, from, end, left);
}

function glanceWide(list: usize, column: usize, from: i32, to: i32, before: i32): void {
  let left = before;
  let at = curve;
  for (let i = from; i < to; i++, at += 16) {
    left += weighted ? wideWeight(entry(WIDE, list, i)) : 1;
    if (left == weight) return;
    glance(WIDE, list, column, i + 1, left, <f64>load<i64>(at), squares - <f64>load<i64>(at, 8));
  }
}

@inline
function markOf(list: usize, i: i32): u32 {
  return load<u32>(marks + (<usize>load<u16>(list + (<usize>i << 1)) << 2));
}

/** The same with both numbers, and both sums, in one u64: the node's weight is below 65,536. */
@inline
function moveMiddle(list: usize, from: i32, to: i32, acc0: u64): i32 {
  const onward: u64 = 2 - (<u64>2 << 32);
  let acc = acc0;
  let at = curve;
  if (!weighted) {
    for (let i = from; i < to; i++, at += 8) {
      const p = states + (<usize>load<u8>(classById + <usize>load<u16>(list + (<usize>i << 1))) << 3);
      const state = load<u64>(p);
      acc += state;
      store<u64>(p, state + onward);
      store<u64>(at, acc);
    }
    return to - from;
  }
  let moved = 0;
  for (let i = from; i < to; i++, at += 8) {
    const mark = markOf(list, i);
    const p = states + <usize>(mark & 0xffff);
    const w = <u64>(mark >> 16);
    const state = load<u64>(p);
    acc += w * state + w * w * (1 - (<u64>1 << 32));
    store<u64>(p, state + w * onward);
    store<u64>(at, acc);
    moved += <i32>w;
  }
  return moved;
}

export function scanManyMiddle(list: usize, m: i32, counts: usize, classCount: i32, column: usize): void {
  prepare(counts, classCount);
  const plain: u64 = weighted ? 0 : 1;
  for (let c = 0; c < classes; c++) {
    store<u64>(states + (<usize>c << 3), plain + ((2 * <u64>count(counts, c) - plain) << 32));
  }
  let acc: u64 = 0;
  let left = 0;
  let length0: f64 = 0;
  let product0: f64 = 0;
  for (let i = 0; i < m; i += BLOCK) {
    const end = min(m, i + BLOCK);
    const moved = moveMiddle(list, i, end, acc);
    acc = load<u64>(curve + (<usize>(end - i - 1) << 3));
    const l = <f64>(left + moved);
    const r = <f64>(weight - left - moved);
    const length1 = length(<f64>(<u32>acc), squares - <f64>(<u32>(acc >> 32)), l, r);
    if (mayReach(length0 + length1, <f64>moved * step, product0, l * r)) {
      glanceMiddle(list, column, i, end, left);
    }
    left += moved;
    length0 = length1;
    product0 = l * r;
  }
}

function glanceMiddle(list: usize, column: usize, from: i32, to: i32, before: i32): void {
  let left = before;
  let at = curve;
  for (let i = from; i < to; i++, at += 8) {
    left += weighted ? <i32>(markOf(list, i) >> 16) : 1;
    if (left == weight) return;
    glance(MIDDLE, list, column, i + 1, left, <f64>load<u32>(at), squares - <f64>load<u32>(at, 4));
  }
}

/** The same in a middle list. */
export function lookAtMiddle(
  list: usize,
  column: usize,
  from: i32,
  end: i32,
  left: i32,
  grown: i64,
  shrunk: i64,
): void {
  moveMiddle(list, from, end, <u64>(grown + (shrunk << 32)));
  glanceMiddle(list, column, from, end, left);
}

/** For fewClasses: the state of a class with these weights on either side. */
@inline
export function setState(width: i32, c: usize, left: f64, right: f64): void {
  const plain: i64 = weighted ? 0 : 1;
  const l = 2 * <i64>left + plain;
  const r = 2 * <i64>right - plain;
  if (width == WIDE) v128.store(states + (c << 4), i64x2.replace_lane(i64x2.splat(l), 1, r));
  else store<u64>(states + (c << 3), <u64>(l + (r << 32)));
}

/** A class times 16, and a weight, of entry i: for counting in the four parts of a u64. */
@inline
export function laneOf(width: i32, list: usize, i: i32): u64 {
  if (width == WIDE) {
    const e = entry(WIDE, list, i);
    const lane = <u64>(e & ((1 << classBits) - 1)) << 4;
    return <u64>(weighted ? wideWeight(e) : 1) << lane;
  }
  if (!weighted) return (<u64>1) << (<u64>load<u8>(classById + <usize>load<u16>(list + (<usize>i << 1))) << 4);
  const mark = markOf(list, i);
  return <u64>(mark >> 16) << (<u64>(mark & 0xffff) << 1);
}

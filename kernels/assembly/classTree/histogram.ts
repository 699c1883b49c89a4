import { codeBytes, counterOf, leftCounts, rowBytes, startOf, wholeCounts } from "./coded";
import { differentCells, listsA, MIDDLE_WEIGHT, weighted, weightOf } from "./job";
import { offer, settles, weight } from "./search";

/** Counts rows for the attributes [from, to). */
export function countRows(rows: usize, m: i32, from: i32, to: i32, histogram: usize): void {
  const start = startOf(from);
  memory.fill(histogram + start, 0, startOf(to) - start);
  const size = <usize>(to - from) << 1;
  const first = listsA + (<usize>from << 1);
  const step = rowBytes;
  const heavy = weighted;
  for (let i: usize = 0; i < <usize>m; i++) {
    const row = <usize>load<u32>(rows + (i << 2));
    const at = first + row * step;
    if (heavy) addRow(histogram, at, at + size, <u32>weightOf(row));
    else addRow(histogram, at, at + size, 1);
  }
}

@inline
function add(counter: usize, w: u32): void {
  store<u32>(counter, load<u32>(counter) + w);
}

@inline
function addRow(histogram: usize, at: usize, end: usize, w: u32): void {
  for (; at + 8 <= end; at += 8) {
    const four = load<u64>(at);
    add(histogram + <usize>(four & 0xffff), w);
    add(histogram + <usize>((four >> 16) & 0xffff), w);
    add(histogram + <usize>((four >> 32) & 0xffff), w);
    add(histogram + <usize>(four >> 48), w);
  }
  for (; at < end; at += 2) add(histogram + <usize>load<u16>(at), w);
}

/** One branch's counts as the node's minus the other's, for the attributes [from, to). */
export function takeOff(histogram: usize, other: usize, from: i32, to: i32): void {
  const end = startOf(to);
  for (let at = startOf(from); at < end; at += 16) {
    v128.store(histogram + at, i32x4.sub(v128.load(histogram + at), v128.load(other + at)));
  }
}

/** Sums of squared class weights on either side of the cut after a code, and the weight on its left. */
let left2: f64 = 0;
let right2: f64 = 0;
let moved: i32 = 0;

@inline
function sumOfLanes(v: v128): u32 {
  v = i32x4.add(v, i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return <u32>(i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1));
}

/** Moves a code's rows to the left, where squares fit in 32 bits. */
@inline
function moveCode(counters: usize, lefts: usize, wholes: usize, bytes: usize): void {
  let l2 = i32x4.splat(0);
  let r2 = i32x4.splat(0);
  let sum = i32x4.splat(0);
  for (let c: usize = 0; c < bytes; c += 16) {
    const l = i32x4.add(v128.load(lefts + c), v128.load(counters + c));
    const r = i32x4.sub(v128.load(wholes + c), l);
    v128.store(lefts + c, l);
    l2 = i32x4.add(l2, i32x4.mul(l, l));
    r2 = i32x4.add(r2, i32x4.mul(r, r));
    sum = i32x4.add(sum, l);
  }
  moved = <i32>sumOfLanes(sum);
  left2 = <f64>sumOfLanes(l2);
  right2 = <f64>sumOfLanes(r2);
}

function moveHeavyCode(counters: usize): void {
  left2 = 0;
  right2 = 0;
  moved = 0;
  for (let c: usize = 0; c < codeBytes; c += 4) {
    const l = load<i32>(leftCounts + c) + load<i32>(counters + c);
    const r = load<i32>(wholeCounts + c) - l;
    store<i32>(leftCounts + c, l);
    left2 += <f64>l * <f64>l;
    right2 += <f64>r * <f64>r;
    moved += l;
  }
}

/** Evaluates the cuts of an attribute; the position of a cut is the number of codes on its left. `again`: until one is found. */
@inline
function eachCut(histogram: usize, attribute: i32, again: bool): void {
  const heavy = weight > MIDDLE_WEIGHT;
  const codes = differentCells(attribute);
  const lefts = leftCounts;
  const wholes = wholeCounts;
  const bytes = codeBytes;
  let at = histogram + startOf(attribute);
  memory.fill(lefts, 0, bytes);
  moved = 0;
  for (let place = 1; place < codes; place++, at += bytes) {
    const before = moved;
    if (heavy) moveHeavyCode(at);
    else moveCode(at, lefts, wholes, bytes);
    if (moved == before) continue;
    if (!again) offer(place, moved, left2, right2);
    else if (settles(place, moved, left2, right2)) return;
  }
}

export function scanHistogram(histogram: usize, attribute: i32): void {
  eachCut(histogram, attribute, false);
}

export function scanHistogramAgain(histogram: usize, attribute: i32): void {
  eachCut(histogram, attribute, true);
}

/** Sums the class weights of an attribute's first codes. */
export function sumCodes(histogram: usize, attribute: i32, codes: i32, into: usize, classes: i32): void {
  memory.fill(into, 0, <usize>classes << 2);
  let at = histogram + startOf(attribute);
  for (let code = 0; code < codes; code++, at += codeBytes) {
    for (let c: usize = 0; c < <usize>classes << 2; c += 4) add(into + c, load<u32>(at + c));
  }
}

@inline
function hasRows(histogram: usize, attribute: i32, code: i32): bool {
  const at = histogram + startOf(attribute) + <usize>code * codeBytes;
  for (let c: usize = 0; c < codeBytes; c += 16) if (v128.any_true(v128.load(at + c))) return true;
  return false;
}

/** Of the codes from `code` on, the first that a row of the node has: there is one. */
export function nextCode(histogram: usize, attribute: i32, code: i32): i32 {
  while (!hasRows(histogram, attribute, code)) code++;
  return code;
}

/** The first row that has a code of an attribute: there is one. */
export function rowWith(rows: usize, attribute: i32, code: i32): i32 {
  const low = startOf(attribute) + <usize>code * codeBytes;
  while (counterOf(<usize>load<u32>(rows), attribute) - low >= codeBytes) rows += 4;
  return load<i32>(rows);
}

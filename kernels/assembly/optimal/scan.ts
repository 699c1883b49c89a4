import { addRow, count, free, leftLeaf, leftSplit, leftTest, places, rightLeaf, rightSplit, rightTest, rowCodesOf, rowLabels, rowWeights, tallyBytes, whole } from "./frame";
import { attributes, codeCount, firstTest, isClasses, isPlain, kindOf, LEVELS, orderOf, rows, setsOf, testCount, THRESHOLDS, width } from "./job";
import { attributeOf, deltas, fillLane, laneBytes, lanes, layLanes, MOST_ROWS, scanGroup, storeExtremes } from "./lanes";
import { leafCost } from "./leafCost";

// The best second split on both sides of one first test, by a scan of every attribute. For attributes of many codes, where
// bounds leave few first tests to look at.

/** By attribute: the rows in the order of their codes (u32 places here), and those codes (u16). */
let orders: usize = 0;
let sorted: usize = 0;
/** By row: 1 on the right side of the first test, in the bit above its class if that is 0 or 1 (u8). */
let tags: usize = 0;
/** Sums by code on the left, and on the right. */
let tallyLeft: usize = 0;
let tallyRight: usize = 0;
/** Running sums and what remains, of either side; the whole sides. */
let sums: usize = 0;
/** Of eight lanes: see storeExtremes. */
let extremes: usize = 0;

@inline
function vector(i: i32): usize {
  return sums + ((<usize>(i * width)) << 3);
}

export function scanBytes(): usize {
  const n = <usize>rows;
  return ((n * <usize>attributes) << 2) + ((n * <usize>attributes) << 1) + n + 2 * tallyBytes() + ((<usize>width * 8) << 3) + 256 + (hasLanes() ? laneBytes() : 0);
}

function align(at: usize): usize {
  return (at + 15) & ~15;
}

/** Sorts the rows here by every attribute that has an order. */
export function beginScan(list: usize): void {
  const n = <usize>rows;
  orders = free;
  sorted = align(orders + ((n * <usize>attributes) << 2));
  tags = align(sorted + ((n * <usize>attributes) << 1));
  tallyLeft = align(tags + n);
  tallyRight = tallyLeft + tallyBytes();
  sums = tallyRight + tallyBytes();
  extremes = align(sums + ((<usize>width * 8) << 3));
  memory.fill(places, 0xff, n << 2);
  for (let i: usize = 0; i < <usize>count; i++) store<i32>(places + (<usize>load<u32>(list + (i << 2)) << 2), <i32>i);
  for (let a = 0; a < attributes; a++) if (kindOf(a) == THRESHOLDS) sortRows(a);
  if (!hasLanes()) return;
  layLanes(extremes + 64);
  for (let lane = 0; lane < lanes(); lane++) {
    const a = attributeOf(lane);
    fillLane(lane, rowsInOrder(a), codesInOrder(a));
  }
}

/** Whether eight attributes are scanned at once. */
@inline
export function hasLanes(): bool {
  return isPlain && width == 2 && rows <= MOST_ROWS;
}

@inline
export function rowsInOrder(a: i32): usize {
  return orders + ((<usize>a * <usize>rows) << 2);
}

@inline
export function codesInOrder(a: i32): usize {
  return sorted + ((<usize>a * <usize>rows) << 1);
}

/** The table's order without the rows that are not here. */
export function sortRows(a: i32): void {
  const from = orderOf(a);
  const codes = rowCodesOf(a);
  let into = rowsInOrder(a);
  let codesInto = codesInOrder(a);
  for (let i: usize = 0; i < <usize>rows; i++) {
    const place = load<i32>(places + (<usize>load<u32>(from + (i << 2)) << 2));
    if (place < 0) continue;
    store<u32>(into, place);
    store<u16>(codesInto, load<u16>(codes + (<usize>place << 1)));
    into += 4;
    codesInto += 2;
  }
}

/** Finds the best second tests for one first test. */
export function scanTest(a: i32, test: i32): void {
  const t = <usize>(firstTest(a) + test);
  tagRows(a, test);
  const onLeft = vector(0);
  const onRight = vector(1);
  store<f64>(leftLeaf + (t << 3), leafCost(onLeft));
  store<f64>(rightLeaf + (t << 3), leafCost(onRight));
  bestLeft = Infinity;
  bestRight = Infinity;
  bestLeftTest = -1;
  bestRightTest = -1;
  if (hasLanes()) scanLanes();
  for (let b = 0; b < attributes; b++) {
    if (kindOf(b) != THRESHOLDS) scanLevels(b);
    else if (!hasLanes()) scanAny(b);
  }
  store<f64>(leftSplit + (t << 3), bestLeft);
  store<f64>(rightSplit + (t << 3), bestRight);
  store<i32>(leftTest + (t << 2), bestLeftTest);
  store<i32>(rightTest + (t << 2), bestRightTest);
}

/** An attribute of which the best threshold is still to be found. */
@inline
function unresolved(a: i32): i32 {
  return -3 - a;
}

function scanLanes(): void {
  const left0 = <i32>load<f64>(vector(0));
  const left1 = <i32>load<f64>(vector(0) + 8);
  const right0 = <i32>load<f64>(vector(1));
  const right1 = <i32>load<f64>(vector(1) + 8);
  for (let group = 0; group < lanes() >> 3; group++) {
    scanGroup(group);
    storeExtremes(extremes);
    for (let i = 0; i < 8; i++) {
      const at = extremes + (<usize>i << 1);
      const a = attributeOf((group << 3) + i);
      keepLeft(min(left1 + load<i16>(at), left0 - load<i16>(at, 16)), unresolved(a));
      keepRight(min(right1 + load<i16>(at, 32), right0 - load<i16>(at, 48)), unresolved(a));
    }
  }
}

/** Finds the thresholds that a test's best second splits have. */
export function resolve(a: i32, test: i32): void {
  const t = <usize>(firstTest(a) + test);
  const left = load<i32>(leftTest + (t << 2));
  const right = load<i32>(rightTest + (t << 2));
  if (left > -3 && right > -3) return;
  tagRows(a, test);
  if (left <= -3) {
    bestLeft = Infinity;
    scanTwo(-3 - left);
    store<i32>(leftTest + (t << 2), bestLeftTest);
  }
  if (right <= -3) {
    bestRight = Infinity;
    scanTwo(-3 - right);
    store<i32>(rightTest + (t << 2), bestRightTest);
  }
}

let bestLeft: f64 = 0;
let bestRight: f64 = 0;
let bestLeftTest: i32 = 0;
let bestRightTest: i32 = 0;

@inline
function keepLeft(cost: f64, test: i32): void {
  if (cost < bestLeft) {
    bestLeft = cost;
    bestLeftTest = test;
  }
}

@inline
function keepRight(cost: f64, test: i32): void {
  if (cost < bestRight) {
    bestRight = cost;
    bestRightTest = test;
  }
}

@inline
function isRight(a: i32, test: i32, code: i32): bool {
  const kind = kindOf(a);
  if (kind == THRESHOLDS) return code > test;
  if (kind == LEVELS) return code != test;
  return ((load<u32>(setsOf(a) + (<usize>test << 2)) >> code) & 1) == 0;
}

function tagRows(a: i32, test: i32): void {
  memory.fill(sums, 0, (<usize>width * 2) << 3);
  const codes = rowCodesOf(a);
  for (let i: usize = 0; i < <usize>count; i++) {
    const right = isRight(a, test, load<u16>(codes + (i << 1)));
    const label = isClasses ? <u32>load<u16>(rowLabels + (i << 1)) & 1 : 0;
    store<u8>(tags + i, (<u32>right << 1) | label);
    if (hasLanes()) store<i16>(deltas + (i << 1), right ? 0 : label ? -1 : 1);
    addRow(vector(<i32>right), i);
  }
}

/** Two classes, rows of weight 1: four counts in one word. */
export function scanTwo(b: i32): void {
  const left0 = <i32>load<f64>(vector(0));
  const left1 = <i32>load<f64>(vector(0) + 8);
  const right0 = <i32>load<f64>(vector(1));
  const right1 = <i32>load<f64>(vector(1) + 8);
  const order = rowsInOrder(b);
  const codes = codesInOrder(b);
  let packed: u64 = 0;
  let least = i32.MAX_VALUE;
  let leastAt = -1;
  let otherLeast = i32.MAX_VALUE;
  let otherAt = -1;
  let code = <i32>load<u16>(codes);
  for (let i: usize = 0, n = <usize>count - 1; i < n; i++) {
    const tag = <u64>load<u8>(tags + <usize>load<u32>(order + (i << 2)));
    packed += <u64>1 << (tag << 4);
    const next = <i32>load<u16>(codes + (i << 1), 2);
    if (next == code) continue;
    const a0 = <i32>(packed & 0xffff);
    const a1 = <i32>((packed >> 16) & 0xffff);
    const cost = min(a0, a1) + min(left0 - a0, left1 - a1);
    if (cost < least) {
      least = cost;
      leastAt = code;
    }
    const b0 = <i32>((packed >> 32) & 0xffff);
    const b1 = <i32>(packed >> 48);
    const other = min(b0, b1) + min(right0 - b0, right1 - b1);
    if (other < otherLeast) {
      otherLeast = other;
      otherAt = code;
    }
    code = next;
  }
  if (leastAt >= 0) keepLeft(least, firstTest(b) + leastAt);
  if (otherAt >= 0) keepRight(otherLeast, firstTest(b) + otherAt);
}

/** Any classes or numbers: running sums and what remains, per side. */
export function scanAny(b: i32): void {
  const bytes = <usize>width << 3;
  memory.fill(vector(2), 0, bytes * 2);
  memory.copy(vector(4), vector(0), bytes * 2);
  const order = rowsInOrder(b);
  const codes = codesInOrder(b);
  let changed = 0;
  let code = <i32>load<u16>(codes);
  for (let i: usize = 0, n = <usize>count - 1; i < n; i++) {
    const row = <usize>load<u32>(order + (i << 2));
    const side = <i32>(load<u8>(tags + row) >> 1);
    move(row, vector(2 + side), vector(4 + side));
    changed |= 1 << side;
    const next = <i32>load<u16>(codes + (i << 1), 2);
    if (next == code) continue;
    if (changed & 1) keepLeft(leafCost(vector(2)) + leafCost(vector(4)), firstTest(b) + code);
    if (changed & 2) keepRight(leafCost(vector(3)) + leafCost(vector(5)), firstTest(b) + code);
    changed = 0;
    code = next;
  }
}

/** Adds a row to one sum and takes it from another. */
@inline
function move(row: usize, to: usize, from: usize): void {
  if (isClasses) {
    const at = <usize>load<u16>(rowLabels + (row << 1)) << 3;
    const weight = load<f64>(rowWeights + (row << 3));
    store<f64>(to + at, load<f64>(to + at) + weight);
    store<f64>(from + at, load<f64>(from + at) - weight);
    return;
  }
  const one = vector(6);
  memory.fill(one, 0, 24);
  addRow(one, row);
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(to + k, load<f64>(to + k) + load<f64>(one + k));
    store<f64>(from + k, load<f64>(from + k) - load<f64>(one + k));
  }
}

/** An attribute without an order: sums by code on either side. */
export function scanLevels(b: i32): void {
  const bytes = <usize>width << 3;
  memory.fill(tallyLeft, 0, <usize>codeCount(b) * bytes);
  memory.fill(tallyRight, 0, <usize>codeCount(b) * bytes);
  const codes = rowCodesOf(b);
  for (let i: usize = 0; i < <usize>count; i++) {
    const into = load<u8>(tags + i) & 2 ? tallyRight : tallyLeft;
    addRow(into + <usize>load<u16>(codes + (i << 1)) * bytes, i);
  }
  for (let j = 0; j < testCount(b); j++) {
    keepLeft(costOf(b, j, tallyLeft, vector(0)), firstTest(b) + j);
    keepRight(costOf(b, j, tallyRight, vector(1)), firstTest(b) + j);
  }
}

function costOf(b: i32, j: i32, tally: usize, side: usize): f64 {
  const bytes = <usize>width << 3;
  const inside = vector(6);
  const outside = vector(7);
  memory.fill(inside, 0, bytes);
  memory.copy(outside, side, bytes);
  for (let c = 0; c < codeCount(b); c++) {
    if (isRight(b, j, c)) continue;
    for (let k: usize = 0; k < bytes; k += 8) {
      const x = load<f64>(tally + <usize>c * bytes + k);
      store<f64>(inside + k, load<f64>(inside + k) + x);
      store<f64>(outside + k, load<f64>(outside + k) - x);
    }
  }
  return leafCost(inside) + leafCost(outside);
}

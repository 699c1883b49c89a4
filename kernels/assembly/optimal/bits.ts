import { count, free, leftLeaf, leftSplit, leftTest, rightLeaf, rightSplit, rightTest, rowCodesOf, rowLabels, whole } from "./frame";
import { attributes, codeCount, firstTest, kindOf, LEVELS, mostCodes, rows, setsOf, tests, testCount, THRESHOLDS, width } from "./job";

// The best second split for every first one where every row and every error counts 1: a test is a row of bits, and the
// rows that two tests share are counted 128 at a time. Rows lie class by class, each class from a new vector on.

/** By row: its bit. By class: its first vector (u32), and one more. */
let bitOf: usize = 0;
let starts: usize = 0;
/** The rows of bits: of the codes of one attribute, and of every test that divides the rows here. */
let ofCodes: usize = 0;
let ofTests: usize = 0;
/** The tests that do (u32), and by test and class the rows on its left (u32). */
let live: usize = 0;
let lefts: usize = 0;
/** By class: the rows that two tests share (u32). */
let shared: usize = 0;
let vectors: usize = 0;
let liveCount: i32 = 0;

function mostVectors(): usize {
  return (<usize>rows >> 7) + <usize>width + 1;
}

export function bitBytes(): usize {
  const t = <usize>tests;
  return <usize>rows * 4 + <usize>(width + 1) * 8 + ((<usize>mostCodes + t) * mostVectors() << 4) + t * 4 + t * <usize>width * 4 + 256;
}

function align(at: usize): usize {
  return (at + 15) & ~15;
}

function lay(): void {
  bitOf = free;
  starts = align(bitOf + <usize>rows * 4);
  shared = align(starts + <usize>(width + 1) * 4);
  live = align(shared + <usize>width * 4);
  lefts = align(live + <usize>tests * 4);
  ofCodes = align(lefts + <usize>tests * <usize>width * 4);
  placeRows();
  ofTests = align(ofCodes + (<usize>mostCodes * vectors << 4));
}

/** Gives every row its bit: class after class. */
function placeRows(): void {
  let at: u32 = 0;
  for (let k = 0; k < width; k++) {
    store<u32>(starts + (<usize>k << 2), at >> 7);
    const n = <u32>load<f64>(whole + (<usize>k << 3));
    store<u32>(shared + (<usize>k << 2), at);
    at = (at + n + 127) & ~127;
  }
  store<u32>(starts + (<usize>width << 2), at >> 7);
  vectors = <usize>(at >> 7);
  for (let i: usize = 0; i < <usize>count; i++) {
    const next = shared + (<usize>load<u16>(rowLabels + (i << 1)) << 2);
    store<u32>(bitOf + (i << 2), load<u32>(next));
    store<u32>(next, load<u32>(next) + 1);
  }
}

export function searchBits(): void {
  lay();
  liveCount = 0;
  for (let a = 0; a < attributes; a++) {
    codeBits(a);
    for (let i = 0; i < testCount(a); i++) addTest(a, i);
  }
  for (let i = 0; i < liveCount; i++) meetOthers(i);
}

function codeBits(a: i32): void {
  const bytes = vectors << 4;
  memory.fill(ofCodes, 0, <usize>codeCount(a) * bytes);
  const codes = rowCodesOf(a);
  for (let i: usize = 0; i < <usize>count; i++) {
    const bit = load<u32>(bitOf + (i << 2));
    const at = ofCodes + <usize>load<u16>(codes + (i << 1)) * bytes + <usize>(bit >> 3);
    store<u8>(at, load<u8>(at) | <u8>((<u32>1) << (bit & 7)));
  }
}

@inline
function orInto(into: usize, from: usize): void {
  for (let v: usize = 0, bytes = vectors << 4; v < bytes; v += 16)
    v128.store(into + v, v128.or(v128.load(into + v), v128.load(from + v)));
}

/** Makes the bits of a test, and the leaves on either side; keeps it if both have rows. */
function addTest(a: i32, test: i32): void {
  const bytes = vectors << 4;
  const t = <usize>(firstTest(a) + test);
  const into = ofTests + <usize>liveCount * bytes;
  const kind = kindOf(a);
  if (kind == THRESHOLDS) {
    // The codes of one attribute run on: a code's bits become those of all up to it.
    const own = ofCodes + <usize>test * bytes;
    if (test > 0) orInto(own, own - bytes);
    memory.copy(into, own, bytes);
  } else if (kind == LEVELS) {
    memory.copy(into, ofCodes + <usize>test * bytes, bytes);
  } else {
    memory.fill(into, 0, bytes);
    const set = load<u32>(setsOf(a) + (<usize>test << 2));
    for (let c = 0; c < codeCount(a); c++) if ((set >> c) & 1) orInto(into, ofCodes + <usize>c * bytes);
  }
  const counts = lefts + ((<usize>liveCount * <usize>width) << 2);
  countBits(into, into, counts);
  store<f64>(leftSplit + (t << 3), Infinity);
  store<f64>(rightSplit + (t << 3), Infinity);
  const isUseful = leaves(counts, t);
  store<i32>(leftTest + (t << 2), isUseful ? -1 : -2);
  store<i32>(rightTest + (t << 2), isUseful ? -1 : -2);
  if (!isUseful) return;
  store<u32>(live + (<usize>liveCount << 2), <u32>t);
  liveCount++;
}

/** The leaves on either side of a test; whether both have rows. */
function leaves(counts: usize, t: usize): bool {
  let left = 0;
  let most = 0;
  let other = 0;
  for (let k: usize = 0; k < <usize>width; k++) {
    const n = load<i32>(counts + (k << 2));
    left += n;
    most = max(most, n);
    other = max(other, <i32>load<f64>(whole + (k << 3)) - n);
  }
  store<f64>(leftLeaf + (t << 3), left - most);
  store<f64>(rightLeaf + (t << 3), count - left - other);
  return left > 0 && left < count;
}

/** By class, how many bits two rows of bits share. */
@inline
function countBits(one: usize, other: usize, into: usize): void {
  for (let k: usize = 0; k < <usize>width; k++) {
    const from = <usize>load<u32>(starts + (k << 2)) << 4;
    const to = <usize>load<u32>(starts + (k << 2), 4) << 4;
    store<u32>(into + (k << 2), sharedBits(one, other, from, to));
  }
}

/** Bytes hold the counts of up to 31 vectors. */
@inline
function sharedBits(one: usize, other: usize, from: usize, to: usize): u32 {
  let sums = i32x4.splat(0);
  while (from < to) {
    const end = min(to, from + 31 * 16);
    let bytes = i8x16.splat(0);
    for (; from < end; from += 16)
      bytes = i8x16.add(bytes, i8x16.popcnt(v128.and(v128.load(one + from), v128.load(other + from))));
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)));
  }
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

/** Tries a test with every one after it, either first. */
export function meetOthers(i: i32): void {
  const bytes = vectors << 4;
  const own = ofTests + <usize>i * bytes;
  const t = load<u32>(live + (<usize>i << 2));
  for (let j = i + 1; j < liveCount; j++) {
    countBits(own, ofTests + <usize>j * bytes, shared);
    meet(i, j, t, load<u32>(live + (<usize>j << 2)));
  }
}

@inline
function meet(i: i32, j: i32, t: u32, s: u32): void {
  const first = lefts + ((<usize>i * <usize>width) << 2);
  const second = lefts + ((<usize>j * <usize>width) << 2);
  let both = 0;
  let one = 0;
  let other = 0;
  let neither = 0;
  let mostBoth = 0;
  let mostOne = 0;
  let mostOther = 0;
  let mostNeither = 0;
  for (let k: usize = 0; k < <usize>width; k++) {
    const n = load<i32>(shared + (k << 2));
    const a = load<i32>(first + (k << 2)) - n;
    const b = load<i32>(second + (k << 2)) - n;
    const rest = <i32>load<f64>(whole + (k << 3)) - n - a - b;
    both += n;
    one += a;
    other += b;
    neither += rest;
    mostBoth = max(mostBoth, n);
    mostOne = max(mostOne, a);
    mostOther = max(mostOther, b);
    mostNeither = max(mostNeither, rest);
  }
  both -= mostBoth;
  one -= mostOne;
  other -= mostOther;
  neither -= mostNeither;
  keep(leftSplit, leftTest, t, s, both + one);
  keep(rightSplit, rightTest, t, s, other + neither);
  keep(leftSplit, leftTest, s, t, both + other);
  keep(rightSplit, rightTest, s, t, one + neither);
}

@inline
function keep(costs: usize, seconds: usize, test: u32, second: u32, cost: i32): void {
  const at = costs + (<usize>test << 3);
  if (<f64>cost >= load<f64>(at)) return;
  store<f64>(at, cost);
  store<i32>(seconds + (<usize>test << 2), second);
}

import { take } from "./arena";
import { leftLeaf, pushBranches, rightLeaf, sumsByCut } from "./branches";
import { growBytes, takeBytes } from "./bytes";
import { attributeOf, chosen, cutOf, knownOf, missingGoesLeft, nodeWeight, placeOf, startFound } from "./found";
import { pushNode } from "./frames";
import { landEntries, landRow, NOWHERE } from "./landing";
import { addLocal, findTail, known, localMass, rowAt, rowOf, tailSums } from "./local";
import { clearSums, isTwo } from "./mass";
import { newPair, setLeafOf, setSplit } from "./nodes";
import { attributes, byteRows, isClasses, perNode, width } from "./params";
import { partition, side } from "./partition";
import { nextAttribute, startSample } from "./sample";
import { scanList } from "./scanLists";
import { startTwo } from "./scanTwo";
import { frameBytes, leftSums, MOST_FRAMES, rightSums, subtract, sumsOf } from "./stack";

// Nodes of at most `blockRows` rows: one sorted list of two-byte numbers per attribute, `stride` bytes apart. Dividing a
// node keeps all lists sorted; it writes them to the other of two buffers, in the same range, so that pending nodes are
// never overwritten.

let stride: usize = 0;
let other: usize = 0;
let frames: usize = 0;

@inline
export function strideOf(n: i32): usize {
  return <usize>((n + 47) & ~15) << 1;
}

export function takeLists(most: i32): void {
  other = take(strideOf(most) * <usize>attributes);
  frames = take(frameBytes() * MOST_FRAMES);
  takeBytes();
}

/** Grows a node from its lists. Its rows' numbers are in `local`. */
export function growLists(lists: usize, n: i32, sums: usize, node: i32, depth: i32, key: u32): void {
  stride = strideOf(n);
  let top = pushNode(frames, sums, 0, n, node, depth, key, 0, false);
  while (top > frames) {
    top -= frameBytes();
    const inOther = load<i32>(top, 20) != 0;
    top = grow(top, inOther ? other : lists, inOther ? lists : other);
  }
}

/** Splits the node in the frame, or makes it a leaf; its open branches replace it on the stack. Returns the new top. */
function grow(frame: usize, from: usize, to: usize): usize {
  const start = <usize>load<i32>(frame) << 1;
  const n = load<i32>(frame, 4);
  const key = load<u32>(frame, 16);
  const sums = sumsOf(frame);
  if (isTwo() && n <= byteRows && load<f64>(sums) + load<f64>(sums, 8) <= 900) {
    growBytes(from + start, stride, n, sums, load<i32>(frame, 8), load<i32>(frame, 12), key);
    return frame;
  }
  const record = examine(from + start, n, key, sums);
  if (record == 0) {
    landEntries<u16>(from + start, n, setLeafOf(load<i32>(frame, 8), sums), rowOf);
    return frame;
  }
  const a = attributeOf(record);
  const left = newPair();
  const missingLeft = missingGoesLeft(record);
  setSplit(load<i32>(frame, 8), a, cutOf(record), left, missingLeft);
  const list = from + start + <usize>a * stride;
  const nLeft = markSides(a, list, n, record, missingLeft);
  if (!sumsByCut(record, sums)) sumBranches(record, list, n, sums);
  return descend(frame, from + start, to + start, nLeft, left);
}

/** Returns the record of the cut to split by, or 0. */
function examine(lists: usize, n: i32, key: u32, sums: usize): usize {
  startFound(sums);
  startSample(key);
  startTwo();
  for (let varied = 0; varied < perNode; ) {
    const a = nextAttribute();
    if (a < 0) break;
    const list = lists + <usize>a * stride;
    if (!findTail(a, list, n)) continue;
    varied++;
    if (scanList(a, list, n, sums)) break;
  }
  return chosen();
}

/** Marks the numbers that go left; returns how many. */
function markSides(a: i32, list: usize, n: i32, record: usize, missingLeft: bool): i32 {
  const place = placeOf(record);
  let lefts = place;
  for (let i: usize = 0; i < <usize>place; i++) store<u8>(side + <usize>load<u16>(list + (i << 1)), 1);
  for (let i = <usize>place; i < <usize>n; i++) store<u8>(side + <usize>load<u16>(list + (i << 1)), 0);
  if (knownOf(record) == nodeWeight || !missingLeft) return lefts;
  findTail(a, list, n);
  for (let i = known; i < n; i++, lefts++) store<u8>(side + <usize>load<u16>(list + (<usize>i << 1)), 1);
  return lefts;
}

/** Sums the smaller side, which is known from the position of the cut. */
function sumBranches(record: usize, list: usize, n: i32, sums: usize): void {
  if (knownOf(record) == nodeWeight) {
    const place = placeOf(record);
    if (place <= n - place) {
      sumList(leftSums, list, 0, place);
      return subtract(rightSums, sums, leftSums);
    }
    sumList(rightSums, list, place, n);
    return subtract(leftSums, sums, rightSums);
  }
  clearSums(leftSums);
  for (let i: usize = 0; i < <usize>n; i++) {
    const number = <usize>load<u16>(list + (i << 1));
    if (load<u8>(side + number)) addLocal(leftSums, number);
  }
  subtract(rightSums, sums, leftSums);
}

function sumList(sums: usize, list: usize, from: i32, to: i32): void {
  clearSums(sums);
  for (let i = from; i < to; i++) addLocal(sums, <usize>load<u16>(list + (<usize>i << 1)));
}

/** Divides the lists, unless both branches are leaves, and pushes the branches on the stack. */
function descend(frame: usize, from: usize, to: usize, nLeft: i32, left: i32): usize {
  const n = load<i32>(frame, 4);
  const spare = 1 - load<i32>(frame, 20);
  const top = pushBranches(frame, nLeft, left, spare, isPure(leftSums, from, n, 1), isPure(rightSums, from, n, 0));
  landSide(from, n, 1, leftLeaf);
  landSide(from, n, 0, rightLeaf);
  if (top > frame) for (let a: usize = 0; a < <usize>attributes; a++) partition(from + a * stride, n, to + a * stride, nLeft);
  return top;
}

/** Notes the rows on a side that is a leaf. */
function landSide(list: usize, n: i32, which: u32, link: u32): void {
  if (link == NOWHERE) return;
  for (let i = 0; i < n; i++) {
    const number = <usize>load<u16>(list + (<usize>i << 1));
    if (<u32>load<u8>(side + number) == which) landRow(rowAt(list, i), link);
  }
}

/** All rows on a side have the same target. */
function isPure(sums: usize, list: usize, n: i32, which: u32): bool {
  if (isTwo()) return load<f64>(sums) == 0 || load<f64>(sums, 8) == 0;
  if (isClasses) {
    let classes = 0;
    for (let k: usize = 0; k < <usize>width; k++) classes += load<f64>(sums + (k << 3)) > 0 ? 1 : 0;
    return classes <= 1;
  }
  let first: f64 = NaN;
  for (let i: usize = 0; i < <usize>n; i++) {
    const number = <usize>load<u16>(list + (i << 1));
    if (<u32>load<u8>(side + number) != which) continue;
    const u = load<f64>(localMass + (number << 4), 8);
    if (first != first) first = u;
    else if (u != first) return false;
  }
  return true;
}

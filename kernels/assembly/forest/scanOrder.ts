import { take } from "./arena";
import { enterBest, limit, noteClasses, noteMoments, startBest } from "./bestCut";
import { giniOf, impurityOf, momentOf, squaresOf, weightOf } from "./found";
import { addMass, clearSums, massShift, wordClass, wordWeight } from "./mass";
import { isSorted, sorted, sortedKnown, sortRows } from "./nodeOrder";
import { isClasses, knownRows, orderOf, rows, width } from "./params";
import { differ, useTies } from "./ties";

// The best cut on an attribute at a large node with many classes, large weights or a numeric target: all rows of the table
// are visited in the attribute's order, and those of the node count; or only the node's, which are sorted (nodeOrder.ts).

/** By row: 1 if it is in the node. */
let inNode: usize = 0;
/** Whether only rows of the node are visited. */
let allAreIn: bool = false;
let leftSums: usize = 0;
let knownSums: usize = 0;

export function takeOrder(): void {
  inNode = take(<usize>rows);
  leftSums = take(<usize>width << 3);
  knownSums = take(<usize>width << 3);
}

/** Marks the rows of the node that is to be examined, unless they are sorted. */
export function markNode(ids: usize, n: i32): void {
  allAreIn = isSorted(n);
  if (allAreIn) return;
  memory.fill(inNode, 0, <usize>rows);
  for (let i: usize = 0; i < <usize>n; i++) store<u8>(inNode + <usize>load<u32>(ids + (i << 2)), 1);
}

@inline
function isIn(row: usize): bool {
  return allAreIn || load<u8>(inNode + row) != 0;
}

@inline
function rowAt(order: usize, place: i32): usize {
  return <usize>load<u32>(order + (<usize>place << 2));
}

/** 0: the known cells are all equal. 1: a cut was entered. 2: one that leaves no impurity. */
export function examineOrder(a: i32, ids: usize, n: i32, sums: usize, mass: usize): i32 {
  if (allAreIn) sortRows(a, ids, n, inNode);
  const order = allAreIn ? sorted : orderOf(a);
  const known = allAreIn ? sortedKnown : knownRows(a);
  let first = 0;
  while (first < known && !isIn(rowAt(order, first))) first++;
  let last = known - 1;
  while (last > first && !isIn(rowAt(order, last))) last--;
  if (last <= first) return 0;
  useTies(a);
  if (!differ(<u32>rowAt(order, first), <u32>rowAt(order, last))) return 0;
  sumKnown(order, known, allAreIn ? n : rows, sums, mass);
  clearSums(leftSums);
  if (isClasses) scanClasses(order, first, last, mass);
  else scanMoments(order, first, last, mass);
  return enterBest(a, impurityOf(knownSums)) ? 2 : 1;
}

/** The node's sums without the rows with a missing value. */
function sumKnown(order: usize, known: i32, end: i32, sums: usize, mass: usize): void {
  clearSums(leftSums);
  for (let place = known; place < end; place++) {
    const row = rowAt(order, place);
    if (isIn(row)) addMass(leftSums, mass + (row << massShift()));
  }
  for (let k: usize = 0; k < <usize>width << 3; k += 8)
    store<f64>(knownSums + k, load<f64>(sums + k) - load<f64>(leftSums + k));
}

function scanClasses(order: usize, first: i32, last: i32, mass: usize): void {
  const W = weightOf(knownSums);
  let right = squaresOf(knownSums);
  const base = right / W;
  startBest(W, giniOf(W, right));
  let left: f64 = 0;
  let w: f64 = 0;
  let previous: usize = 0;
  for (let place = first; place <= last; place++) {
    const row = rowAt(order, place);
    if (!isIn(row)) continue;
    const rest = W - w;
    if (w > 0 && left * rest + right * w > (limit + base) * (w * rest)) {
      if (differ(<u32>previous, <u32>row)) noteClasses(0, <u32>previous, <u32>row, w, left, right, load<f64>(leftSums, 8));
    }
    const word = load<u64>(mass + (row << 3));
    const weight = <f64>wordWeight(word);
    const k = <usize>wordClass(word) << 3;
    const held = load<f64>(leftSums + k);
    left += weight * (held + held + weight);
    right -= weight * (2 * (load<f64>(knownSums + k) - held) - weight);
    store<f64>(leftSums + k, held + weight);
    w += weight;
    previous = row;
  }
}

function scanMoments(order: usize, first: i32, last: i32, mass: usize): void {
  const W = load<f64>(knownSums);
  const S = load<f64>(knownSums, 8);
  const whole = momentOf(W, S);
  startBest(W, whole);
  let w: f64 = 0;
  let s: f64 = 0;
  let previous: usize = 0;
  for (let place = first; place <= last; place++) {
    const row = rowAt(order, place);
    if (!isIn(row)) continue;
    const rest = W - w;
    const other = S - s;
    if (w > 0 && s * s * rest + other * other * w > (limit - whole) * (w * rest)) {
      if (differ(<u32>previous, <u32>row)) noteMoments(0, <u32>previous, <u32>row, w, s, other);
    }
    const weight = load<f64>(mass + (row << 4));
    w += weight;
    s += weight * load<f64>(mass + (row << 4), 8);
    previous = row;
  }
}

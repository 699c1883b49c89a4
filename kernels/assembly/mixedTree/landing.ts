// Rows that a tree was not grown from, or all, sent down it by their codes. The tree is read as it was written, in preorder.

import { highOf, leftWeightOf, lowOf, rightWeightOf, skipOf, testedBy } from "../common/preorder";
import { attributes, codeCount, codesOf, isNominal, rows } from "./job";
import { landed, marks, ofAllRows, order, outRows, pending, placedByWeight, valuesOf } from "./leftOut";

/** Collects the rows that the bytes at `counts` leave out, or all if so asked; returns how many. */
export function collectOut(counts: usize): i32 {
  let n: usize = 0;
  for (let row: usize = 0; row < <usize>rows; row++) {
    store<u32>(outRows + (n << 2), <u32>row);
    n += usize(ofAllRows || load<u8>(counts + row) == 0);
  }
  return <i32>n;
}

/**
 * Writes the node that each of the collected rows comes to. `sets` are the words of the tree's sets of levels. The rows of a
 * node are a range of `order`; those that go left are moved to its front.
 */
export function land(out: i32, sets: usize): void {
  for (let k: usize = 0; k < <usize>out; k++) store<u32>(order + (k << 2), <u32>k);
  memory.fill(marks, 0, <usize>greatestCount() << 2);
  let top = pending;
  let node = 0;
  let from: usize = 0;
  let end = <usize>out;
  while (true) {
    if (testedBy(node) >= 0 && end > from) {
      const middle = isNominal(testedBy(node)) ? divideLevels(node, sets, from, end) : divideNumbers(node, from, end);
      store<u32>(top, node + skipOf(node));
      store<u32>(top, <u32>middle, 4);
      store<u32>(top, <u32>end, 8);
      if (end > middle) top += 12;
      end = middle;
      node++;
      // An empty branch is passed over.
      if (end > from) continue;
    } else {
      for (let k = from; k < end; k++) store<u32>(landed + (load<u32>(order + (k << 2)) << 2), node);
    }
    if (top == pending) return;
    top -= 12;
    node = load<u32>(top);
    from = <usize>load<u32>(top, 4);
    end = <usize>load<u32>(top, 8);
  }
}

/** The greatest number of codes of an attribute. */
export function greatestCount(): u32 {
  let most: u32 = 0;
  for (let a = 0; a < attributes; a++) most = max(most, codeCount(a));
  return most;
}

/** Where a missing value, or a level that was not there, goes: to the heavier side, the left one if they are equal. */
@inline
function unknownGoesLeft(node: i32): bool {
  return rightWeightOf(node) <= leftWeightOf(node);
}

@inline
function cellOf(codes: usize, at: usize): u32 {
  return load<u32>(codes + (<usize>load<u32>(outRows + (<usize>load<u32>(at) << 2)) << 2));
}

/** Exchanges an entry with the one at `to`, the end of those that go left. */
@inline
function moveLeft(at: usize, to: usize): void {
  const entry = load<u32>(at);
  store<u32>(at, load<u32>(to));
  store<u32>(to, entry);
}

/** Returns where those begin that go right. */
export function divideNumbers(node: i32, from: usize, end: usize): usize {
  const attribute = testedBy(node);
  const codes = codesOf(attribute);
  const missing = codeCount(attribute);
  const low = lastLeft(node, attribute);
  const unknownLeft = unknownGoesLeft(node);
  let to = order + (from << 2);
  const last = order + (end << 2);
  for (let at = to; at < last; at += 4) {
    const code = cellOf(codes, at);
    if (code == missing ? !unknownLeft : code > low) continue;
    moveLeft(at, to);
    to += 4;
  }
  return (to - order) >> 2;
}

/** The last code that goes left. Those between the two sides of the cut were not at the node: the threshold decides. */
function lastLeft(node: i32, attribute: i32): u32 {
  const low = lowOf(node);
  const high = highOf(node);
  const values = valuesOf(attribute);
  if (values == 0 || high - low < 2) return <u32>low;
  const threshold = placed(
    load<f64>(values + (<usize>low << 3)),
    load<f64>(values + (<usize>high << 3)),
    leftWeightOf(node) / (leftWeightOf(node) + rightWeightOf(node)),
  );
  let first = low;
  let beyond = high;
  while (beyond - first > 1) {
    const middle = (first + beyond) >> 1;
    if (load<f64>(values + (<usize>middle << 3)) <= threshold) first = middle;
    else beyond = middle;
  }
  return <u32>first;
}

/** As in src/learn/branch/placement.ts, for two of its three ways. */
function placed(low: f64, high: f64, leftShare: f64): f64 {
  if (placedByWeight) return between(low, high, (1 - leftShare) * low + leftShare * high);
  const sum = low + high;
  return between(low, high, isFinite(sum) ? sum / 2 : low / 2 + high / 2);
}

@inline
function between(low: f64, high: f64, x: f64): f64 {
  return x >= low && x < high ? x : low;
}

/** A mark is the node's number plus 1, times 2, plus 1 if the code goes right: those of other nodes need not be removed. */
export function divideLevels(node: i32, sets: usize, from: usize, end: usize): usize {
  const attribute = testedBy(node);
  const codes = codesOf(attribute);
  const missing = codeCount(attribute);
  const own = <u32>(node + 1) << 1;
  const set = sets + (<usize>lowOf(node) << 2);
  for (let i: usize = 0; i < <usize>highOf(node); i++) {
    const word = load<u32>(set + (i << 2));
    store<u32>(marks + (<usize>(word >> 1) << 2), own | (word & 1));
  }
  const unknownLeft = unknownGoesLeft(node);
  let to = order + (from << 2);
  const last = order + (end << 2);
  for (let at = to; at < last; at += 4) {
    const code = cellOf(codes, at);
    const mark: u32 = code < missing ? load<u32>(marks + (<usize>code << 2)) : 0;
    if (mark >> 1 == own >> 1 ? (mark & 1) != 0 : !unknownLeft) continue;
    moveLeft(at, to);
    to += 4;
  }
  return (to - order) >> 2;
}

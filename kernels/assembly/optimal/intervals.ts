import { alpha, best, consider, costOnLeft, costOnRight, leafOnLeft, leafOnRight, together } from "./best";
import { count } from "./frame";
import { firstTest, isPlain, rows } from "./job";
import { codesInOrder, scanTest } from "./scan";

// First tests by thresholds on one attribute. A side costs no less than any part of it, so two thresholds that were looked
// at bound all between them; and a row costs at most 1, so near a bad threshold there is no good one (van der Linden et al. 2023).

/** By distinct code, ascending: the code, and the rows up to it (i32). Then pending ranges: four numbers each. */
let distinct: usize = 0;
let upTo: usize = 0;
let stack: usize = 0;

export function intervalBytes(): usize {
  return <usize>rows * 8 + 128 + <usize>(rows + 64) * 16;
}

export function layIntervals(at: usize): void {
  distinct = (at + 15) & ~15;
  upTo = distinct + (<usize>rows << 2);
  stack = (upTo + (<usize>rows << 2) + 15) & ~15;
}

@inline
function codeAt(i: i32): i32 {
  return load<i32>(distinct + (<usize>i << 2));
}

@inline
function rowsTo(i: i32): i32 {
  return load<i32>(upTo + (<usize>i << 2));
}

function listCodes(a: i32): i32 {
  const codes = codesInOrder(a);
  let m = 0;
  for (let i = 0; i < count; i++) {
    const code = <i32>load<u16>(codes + (<usize>i << 1));
    if (m == 0 || codeAt(m - 1) != code) {
      store<i32>(distinct + (<usize>m << 2), code);
      m++;
    }
    store<i32>(upTo + (<usize>(m - 1) << 2), i + 1);
  }
  return m;
}

let depth: i32 = 0;

@inline
function push(low: i32, high: i32, from: i32, to: i32): void {
  if (from > to) return;
  const at = stack + (<usize>depth << 4);
  depth++;
  store<i32>(at, low);
  store<i32>(at, high, 4);
  store<i32>(at, from, 8);
  store<i32>(at, to, 12);
}

/** Looks at the thresholds of an attribute that may be better than the best test so far. */
export function searchThresholds(a: i32): void {
  const last = listCodes(a) - 1;
  depth = 0;
  push(-1, last, 0, last - 1);
  while (depth > 0) {
    depth--;
    const at = stack + (<usize>depth << 4);
    const low = load<i32>(at);
    const high = load<i32>(at, 4);
    const from = load<i32>(at, 8);
    const to = load<i32>(at, 12);
    if (boundOf(a, low, high, last) >= best) continue;
    const middle = (from + to) >> 1;
    scanTest(a, codeAt(middle));
    const cost = consider(firstTest(a) + codeAt(middle));
    const skip = isPlain ? cost - best : 0;
    let before = middle - 1;
    let after = middle + 1;
    while (before >= from && <f64>(rowsTo(middle) - rowsTo(before)) <= skip) before--;
    while (after <= to && <f64>(rowsTo(after) - rowsTo(middle)) <= skip) after++;
    push(middle, high, after, to);
    push(low, middle, from, before);
  }
}

/** What any threshold between two others costs at least. */
function boundOf(a: i32, low: i32, high: i32, last: i32): f64 {
  const l = firstTest(a) + (low < 0 ? 0 : codeAt(low));
  const h = firstTest(a) + codeAt(high);
  return together(
    low < 0 ? alpha : leafOnLeft(l),
    low < 0 ? alpha : costOnLeft(l),
    high == last ? alpha : leafOnRight(h),
    high == last ? alpha : costOnRight(h),
  );
}

import {
  addRow,
  count,
  free,
  leftLeaf,
  leftSplit,
  leftTest,
  rightLeaf,
  rightSplit,
  rightTest,
  rowCodesOf,
  rowLabels,
  rowWeights,
  tallyBytes,
  whole,
} from "./frame";
import {
  attributes,
  codeCount,
  firstTest,
  isClasses,
  kindOf,
  LEVELS,
  losses,
  mostCodes,
  setsOf,
  testCount,
  THRESHOLDS,
  width,
} from "./job";
import { leafCost } from "./leafCost";

// The best second split for every first one, from tables of two attributes: rows are read once per pair of attributes,
// however many tests the two have. For attributes of few codes.

/** The sums of every pair of codes; the left side of the first test by code of the second attribute; all rows by the same. */
let table: usize = 0;
let left: usize = 0;
let all: usize = 0;
/** Sums of the four leaves of two tests, and of the left side of the first. */
let inBoth: usize = 0;
let inFirst: usize = 0;
let inSecond: usize = 0;
let inNeither: usize = 0;
let firstSide: usize = 0;
let inSecondAlone: usize = 0;

function lay(): usize {
  const vector = <usize>width << 3;
  table = free;
  left = table + tallyBytes() * <usize>mostCodes;
  all = left + tallyBytes();
  inBoth = all + tallyBytes();
  inFirst = inBoth + vector;
  inSecond = inFirst + vector;
  inNeither = inSecond + vector;
  firstSide = inNeither + vector;
  inSecondAlone = firstSide + vector;
  return inSecondAlone + vector;
}

/** Bytes that pairs need besides the frame. */
export function pairBytes(): usize {
  return tallyBytes() * <usize>(mostCodes + 2) + ((<usize>width * 6) << 3);
}

export function searchPairs(): void {
  lay();
  for (let a = 0; a < attributes; a++) singles(a);
  for (let a = 0; a < attributes; a++) {
    for (let b = a; b < attributes; b++) {
      if (a == b) diagonal(a);
      else cross(a, b);
      combine(a, b);
    }
  }
}

/** The leaves on either side of the tests of an attribute. A test that sends all rows to one side is marked with -2. */
function singles(a: i32): void {
  const m = codeCount(a);
  tally(a, table);
  memory.fill(left, 0, <usize>width << 3);
  for (let i = 0; i < testCount(a); i++) {
    const t = <usize>(firstTest(a) + i);
    takeSide(a, i, m, table, left, 1);
    const isEmpty = subtract(whole, left, all);
    store<f64>(leftLeaf + (t << 3), leafCost(left));
    store<f64>(rightLeaf + (t << 3), leafCost(all));
    store<f64>(leftSplit + (t << 3), Infinity);
    store<f64>(rightSplit + (t << 3), Infinity);
    const mark = isEmpty || isZero(left) ? -2 : -1;
    store<i32>(leftTest + (t << 2), mark);
    store<i32>(rightTest + (t << 2), mark);
  }
}

function tally(a: i32, into: usize): void {
  const bytes = <usize>width << 3;
  memory.fill(into, 0, <usize>codeCount(a) * bytes);
  const codes = rowCodesOf(a);
  for (let i: usize = 0; i < <usize>count; i++) addRow(into + <usize>load<u16>(codes + (i << 1)) * bytes, i);
}

/**
 * Makes `side` the left side of the test, given that it is that of the test before: sums of `per` vectors each, of which
 * `from` has one for every code.
 */
function takeSide(a: i32, test: i32, codes: i32, from: usize, side: usize, per: i32): void {
  const length = per * width;
  const bytes = <usize>length << 3;
  const kind = kindOf(a);
  if (kind == THRESHOLDS) {
    if (test == 0) memory.fill(side, 0, bytes);
    addVector(side, from + <usize>test * bytes, length);
  } else if (kind == LEVELS) {
    memory.copy(side, from + <usize>test * bytes, bytes);
  } else {
    memory.fill(side, 0, bytes);
    const set = load<u32>(setsOf(a) + (<usize>test << 2));
    for (let c = 0; c < codes; c++) if ((set >> c) & 1) addVector(side, from + <usize>c * bytes, length);
  }
}

@inline
function addVector(into: usize, from: usize, length: i32): void {
  for (let i: usize = 0; i < <usize>length; i++)
    store<f64>(into + (i << 3), load<f64>(into + (i << 3)) + load<f64>(from + (i << 3)));
}

/** a - b; whether nothing is left. */
@inline
function subtract(a: usize, b: usize, into: usize): bool {
  for (let k: usize = 0; k < <usize>width; k++)
    store<f64>(into + (k << 3), load<f64>(a + (k << 3)) - load<f64>(b + (k << 3)));
  return isZero(into);
}

/** Of a numeric target the first sum is the weight. */
@inline
function isZero(sums: usize): bool {
  const n = isClasses ? width : 1;
  for (let k: usize = 0; k < <usize>n; k++) if (load<f64>(sums + (k << 3)) != 0) return false;
  return true;
}

/** The table of an attribute with itself. */
function diagonal(a: i32): void {
  const m = codeCount(a);
  const bytes = <usize>width << 3;
  memory.fill(table, 0, <usize>(m * m) * bytes);
  tally(a, all);
  for (let c = 0; c < m; c++) memory.copy(table + <usize>(c * m + c) * bytes, all + <usize>c * bytes, bytes);
}

/** The table of two attributes. */
function cross(a: i32, b: i32): void {
  const m = <usize>codeCount(b);
  memory.fill(table, 0, (<usize>codeCount(a) * m * <usize>width) << 3);
  memory.fill(all, 0, (m * <usize>width) << 3);
  if (isClasses) crossClasses(rowCodesOf(a), rowCodesOf(b), <usize>codeCount(b));
  else crossValues(rowCodesOf(a), rowCodesOf(b), <usize>codeCount(b));
  for (let c = 0; c < codeCount(a); c++)
    addVector(all, table + ((<usize>c * m * <usize>width) << 3), <i32>m * width);
}

export function crossClasses(one: usize, other: usize, m: usize): void {
  const k = <usize>width;
  for (let i: usize = 0; i < <usize>count; i++) {
    const cell = <usize>load<u16>(one + (i << 1)) * m + <usize>load<u16>(other + (i << 1));
    const at = table + ((cell * k + <usize>load<u16>(rowLabels + (i << 1))) << 3);
    store<f64>(at, load<f64>(at) + load<f64>(rowWeights + (i << 3)));
  }
}

function crossValues(one: usize, other: usize, m: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const cell = <usize>load<u16>(one + (i << 1)) * m + <usize>load<u16>(other + (i << 1));
    addRow(table + cell * 24, i);
  }
}

/** Tries every test of one attribute with every one of the other, either first. */
function combine(a: i32, b: i32): void {
  const m = codeCount(b);
  for (let i = 0; i < testCount(a); i++) {
    const t = firstTest(a) + i;
    takeSide(a, i, codeCount(a), table, left, m);
    if (load<i32>(leftTest + (<usize>t << 2)) == -2) continue;
    memory.fill(firstSide, 0, <usize>width << 3);
    for (let c = 0; c < m; c++) addVector(firstSide, left + ((<usize>(c * width)) << 3), width);
    if (isClasses && width == 2 && !losses) meetTwo(t, b);
    else meetAny(t, b);
  }
}

function meetAny(t: i32, b: i32): void {
  for (let j = 0; j < testCount(b); j++) {
    const s = firstTest(b) + j;
    takeSide(b, j, codeCount(b), left, inBoth, 1);
    takeSide(b, j, codeCount(b), all, inSecond, 1);
    if (load<i32>(leftTest + (<usize>s << 2)) == -2) continue;
    subtract(firstSide, inBoth, inFirst);
    subtract(inSecond, inBoth, inSecondAlone);
    subtract(whole, inSecond, inNeither);
    subtract(inNeither, inFirst, inNeither);
    note(t, s, leafCost(inBoth), leafCost(inFirst), leafCost(inSecondAlone), leafCost(inNeither));
  }
}

/** The same for two classes without losses, without going through memory. */
function meetTwo(t: i32, b: i32): void {
  const first0 = load<f64>(firstSide);
  const first1 = load<f64>(firstSide, 8);
  const rest0 = load<f64>(whole) - first0;
  const rest1 = load<f64>(whole, 8) - first1;
  for (let j = 0; j < testCount(b); j++) {
    const s = firstTest(b) + j;
    takeSide(b, j, codeCount(b), left, inBoth, 1);
    takeSide(b, j, codeCount(b), all, inSecond, 1);
    if (load<i32>(leftTest + (<usize>s << 2)) == -2) continue;
    const both0 = load<f64>(inBoth);
    const both1 = load<f64>(inBoth, 8);
    const second0 = load<f64>(inSecond) - both0;
    const second1 = load<f64>(inSecond, 8) - both1;
    note(
      t,
      s,
      min(both0, both1),
      min(first0 - both0, first1 - both1),
      min(second0, second1),
      min(rest0 - second0, rest1 - second1),
    );
  }
}

/** Keeps the second test for each side of the first that costs least, and the other way round; of equal ones the first. */
@inline
function note(t: i32, s: i32, both: f64, first: f64, second: f64, neither: f64): void {
  keep(leftSplit, leftTest, t, s, both + first);
  keep(rightSplit, rightTest, t, s, second + neither);
  keep(leftSplit, leftTest, s, t, both + second);
  keep(rightSplit, rightTest, s, t, first + neither);
}

@inline
function keep(costs: usize, seconds: usize, test: i32, second: i32, cost: f64): void {
  const at = costs + (<usize>test << 3);
  if (cost >= load<f64>(at)) return;
  store<f64>(at, cost);
  store<i32>(seconds + (<usize>test << 2), second);
}

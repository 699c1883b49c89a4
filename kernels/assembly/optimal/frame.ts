import { attributes, codesOf, isClasses, labels, mostCodes, rows, scratch, targets, tests, weights, width } from "./job";

// The rows that are searched now, side by side, and what is known of every test at them.

/** How many rows, and by row: class (u16), weight, target (f64). */
export let count: i32 = 0;
export let rowLabels: usize = 0;
export let rowWeights: usize = 0;
export let rowTargets: usize = 0;
/** By attribute, then by row: its code (u16). */
let rowCodes: usize = 0;
/** By row of the table: its place here, or -1 (i32). */
export let places: usize = 0;

/** By test: the costs of a leaf on either side (f64), and of one more split there with the number of its test (i32, -1: none). */
export let leftLeaf: usize = 0;
export let rightLeaf: usize = 0;
export let leftSplit: usize = 0;
export let rightSplit: usize = 0;
export let leftTest: usize = 0;
export let rightTest: usize = 0;
/** The sums of all rows. */
export let whole: usize = 0;
/** Memory from here on is free. */
export let free: usize = 0;

let top: usize = 0;

function take(bytes: usize): usize {
  const at = top;
  top = (top + bytes + 15) & ~15;
  return at;
}

/** Divides the scratch memory; returns how many bytes the frame takes. */
export function layFrame(): usize {
  const n = <usize>rows;
  const t = <usize>tests;
  top = (scratch + 15) & ~15;
  rowLabels = take(n << 1);
  rowWeights = take(n << 3);
  rowTargets = take(n << 3);
  rowCodes = take((n * <usize>attributes) << 1);
  places = take(n << 2);
  leftLeaf = take(t << 3);
  rightLeaf = take(t << 3);
  leftSplit = take(t << 3);
  rightSplit = take(t << 3);
  leftTest = take(t << 2);
  rightTest = take(t << 2);
  whole = take(<usize>width << 3);
  free = top;
  return top - scratch;
}

@inline
export function rowCodesOf(a: i32): usize {
  return rowCodes + ((<usize>a * <usize>rows) << 1);
}

/** Brings the rows of a list (u32) together. */
export function gather(list: usize, n: i32): void {
  count = n;
  memory.fill(whole, 0, <usize>width << 3);
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = <usize>load<u32>(list + (i << 2));
    store<u16>(rowLabels + (i << 1), load<u16>(labels + (row << 1)));
    store<f64>(rowWeights + (i << 3), load<f64>(weights + (row << 3)));
    if (!isClasses) store<f64>(rowTargets + (i << 3), load<f64>(targets + (row << 3)));
    addRow(whole, i);
  }
  for (let a = 0; a < attributes; a++) {
    const from = codesOf(a);
    const into = rowCodesOf(a);
    for (let i: usize = 0; i < <usize>n; i++)
      store<u16>(into + (i << 1), load<u16>(from + (<usize>load<u32>(list + (i << 2)) << 1)));
  }
}

/** Adds a row to sums. */
@inline
export function addRow(sums: usize, i: usize): void {
  const weight = load<f64>(rowWeights + (i << 3));
  if (isClasses) {
    const at = sums + (<usize>load<u16>(rowLabels + (i << 1)) << 3);
    store<f64>(at, load<f64>(at) + weight);
    return;
  }
  const target = load<f64>(rowTargets + (i << 3));
  store<f64>(sums, load<f64>(sums) + weight);
  store<f64>(sums + 8, load<f64>(sums + 8) + weight * target);
  store<f64>(sums + 16, load<f64>(sums + 16) + weight * target * target);
}

/** Bytes of the sums of every code of an attribute. */
export function tallyBytes(): usize {
  return (<usize>mostCodes * <usize>width) << 3;
}

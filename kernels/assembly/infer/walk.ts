// Rows traverse trees of any size, eight rows at a time, so that their cache misses overlap.
//
// A node has eight bytes: a limit, and a link with a column (its low bits) and the number of nodes to the right branch
// (the others). A code below the limit goes left, to the node after. A leaf stays where it is: its column
// is one whose code is above every limit, its link points to itself, and its limit is the row of its prediction.

import { addAnswer } from "./answer";
import { COLUMN, encode } from "./codes";
import {
  blockRowsOf,
  columnBitsOf,
  columnCountOf,
  columnsOf,
  outputsOf,
  rowsOf,
  scratchOf,
  setsOf,
  strideOf,
  sumsOf,
  takeBlock,
  treeCountOf,
  treesOf,
  valuesOf,
  weightsOf,
  widthOf,
} from "./plan";

/** The bit of a link that marks a test on levels: the limit is then the word at which its bits begin. */
const ON_LEVELS: u32 = 0x80000000;

/** Sums over all trees, if none tests levels. */
export function walkNumbers(thread: i32, threads: i32, plan: usize): void {
  const codes = clearCodes(thread, plan);
  for (;;) {
    const first = takeBlock(plan) * blockRowsOf(plan);
    if (first >= rowsOf(plan)) return;
    const count = min(blockRowsOf(plan), rowsOf(plan) - first);
    encodeRows(plan, codes, first, count);
    for (let tree = 0; tree < treeCountOf(plan); tree++) walkTree(plan, tree, codes, first, count, false);
  }
}

/** Sums over all trees, whatever they test. */
export function walkAny(thread: i32, threads: i32, plan: usize): void {
  const codes = clearCodes(thread, plan);
  for (;;) {
    const first = takeBlock(plan) * blockRowsOf(plan);
    if (first >= rowsOf(plan)) return;
    const count = min(blockRowsOf(plan), rowsOf(plan) - first);
    encodeRows(plan, codes, first, count);
    for (let tree = 0; tree < treeCountOf(plan); tree++) walkTree(plan, tree, codes, first, count, true);
  }
}

/** Rows that pad the last eight have code 0 everywhere, which is valid for every test. */
function clearCodes(thread: i32, plan: usize): usize {
  const codes = scratchOf(plan, thread);
  const stride = strideOf(plan);
  const end = codes + <usize>(blockRowsOf(plan) + 8) * stride;
  memory.fill(codes, 0, end - codes);
  const own = <usize>columnCountOf(plan) << 2;
  for (let row = codes; row < end; row += stride) store<u32>(row + own, 0xffffffff);
  return codes;
}

function encodeRows(plan: usize, codes: usize, first: i32, count: i32): void {
  const columns = columnCountOf(plan);
  for (let c = 0; c < columns; c++) {
    encode<u32>(columnsOf(plan) + <usize>c * COLUMN, first, count, codes + (<usize>c << 2), strideOf(plan));
  }
}

@inline
export function step(node: usize, row: usize, bits: u32, mask: u32, sets: usize, levels: bool): usize {
  const limit = load<u32>(node);
  const link = load<u32>(node, 4);
  const code = load<u32>(row + (<usize>(link & mask) << 2));
  if (!levels) return node + select<usize>(8, <usize>(link >> bits) << 3, code < limit);
  const isSet = link >> 31;
  // If the test is not on levels the word is read but not used.
  const word = load<u32>(sets + (<usize>(limit + (code >> 5)) << 2) * <usize>isSet);
  const left = select<u32>((word >> (code & 31)) & 1, <u32>(code < limit), isSet);
  return node + select<usize>(8, <usize>((link & ~ON_LEVELS) >> bits) << 3, left);
}

/** Two steps: a row that has reached its leaf stays there, so it is enough to check occasionally whether any row moved. */
@inline
function steps(node: usize, row: usize, bits: u32, mask: u32, sets: usize, levels: bool): usize {
  return step(step(node, row, bits, mask, sets, levels), row, bits, mask, sets, levels);
}

/** One tree's part of the sums of a block. */
@inline
function walkTree(plan: usize, tree: i32, codes: usize, first: i32, count: i32, levels: bool): void {
  const root: usize = load<u32>(treesOf(plan) + (<usize>tree << 2));
  const weight = load<f64>(weightsOf(plan) + (<usize>tree << 3));
  const bits = columnBitsOf(plan);
  const mask: u32 = (1 << bits) - 1;
  const sets = setsOf(plan);
  const stride = strideOf(plan);
  const values = valuesOf(plan);
  const width = widthOf(plan);
  const outputs = outputsOf(plan);
  const apart = <usize>(outputs * width) << 3;
  let sum = sumsOf(plan) + <usize>first * apart + (<usize>(tree % outputs) * <usize>width << 3);
  let r0 = codes;
  for (let left = count; left > 0; left -= 8) {
    const r1 = r0 + stride;
    const r2 = r1 + stride;
    const r3 = r2 + stride;
    const r4 = r3 + stride;
    const r5 = r4 + stride;
    const r6 = r5 + stride;
    const r7 = r6 + stride;
    let a = root;
    let b = root;
    let c = root;
    let d = root;
    let e = root;
    let f = root;
    let g = root;
    let h = root;
    let moved: usize = 0;
    do {
      let next = steps(a, r0, bits, mask, sets, levels);
      moved = next ^ a;
      a = next;
      next = steps(b, r1, bits, mask, sets, levels);
      moved |= next ^ b;
      b = next;
      next = steps(c, r2, bits, mask, sets, levels);
      moved |= next ^ c;
      c = next;
      next = steps(d, r3, bits, mask, sets, levels);
      moved |= next ^ d;
      d = next;
      next = steps(e, r4, bits, mask, sets, levels);
      moved |= next ^ e;
      e = next;
      next = steps(f, r5, bits, mask, sets, levels);
      moved |= next ^ f;
      f = next;
      next = steps(g, r6, bits, mask, sets, levels);
      moved |= next ^ g;
      g = next;
      next = steps(h, r7, bits, mask, sets, levels);
      moved |= next ^ h;
      h = next;
    } while (moved);
    add(sum, a, values, width, weight);
    if (left > 1) add(sum + apart, b, values, width, weight);
    if (left > 2) add(sum + 2 * apart, c, values, width, weight);
    if (left > 3) add(sum + 3 * apart, d, values, width, weight);
    if (left > 4) add(sum + 4 * apart, e, values, width, weight);
    if (left > 5) add(sum + 5 * apart, f, values, width, weight);
    if (left > 6) add(sum + 6 * apart, g, values, width, weight);
    if (left > 7) add(sum + 7 * apart, h, values, width, weight);
    sum += 8 * apart;
    r0 = r7 + stride;
  }
}

@inline
function add(sum: usize, leaf: usize, values: usize, width: i32, weight: f64): void {
  addAnswer(sum, values + (<usize>load<u32>(leaf) * <usize>width << 3), width, weight);
}

// One row traverses all trees, eight trees at a time: the nodes are those of rowNode.ts.

import { addAnswer } from "./answer";
import { cellsOf, COLUMN, encode, tableOf } from "./codes";
import {
  columnBitsOf,
  columnCountOf,
  columnsOf,
  outputsOf,
  scratchOf,
  setsOf,
  sumsOf,
  treeCountOf,
  treesOf,
  valuesOf,
  weightsOf,
  widthOf,
} from "./plan";
import { step } from "./rowNode";

/** Sums over all trees; the plan has one row, and the trees that pad the last eight come after the others. */
export function walkRowNumbers(thread: i32, threads: i32, plan: usize): void {
  const row = encodeRow(plan);
  for (let tree = 0; tree < treeCountOf(plan); tree += 8) walkEight(plan, tree, row, false);
}

export function walkRowAny(thread: i32, threads: i32, plan: usize): void {
  const row = encodeRow(plan);
  for (let tree = 0; tree < treeCountOf(plan); tree += 8) walkEight(plan, tree, row, true);
}

function encodeRow(plan: usize): usize {
  const row = scratchOf(plan, 0);
  const count = columnCountOf(plan);
  let before: usize = 0;
  for (let c = 0; c < count; c++) {
    const column = columnsOf(plan) + <usize>c * COLUMN;
    const to = row + (<usize>c << 2);
    const table = tableOf(column);
    const cell = load<f64>(cellsOf(column));
    // Two columns of one attribute differ only in missing values.
    if (table != 0 && table == before && cell == cell) store<u32>(to, load<u32>(to - 4));
    else encode<u32>(column, 0, 1, to, 4);
    before = table;
  }
  store<u32>(row + (<usize>count << 2), 0xffffffff);
  return row;
}

@inline
function rootOf(roots: usize, i: usize): usize {
  return load<u32>(roots + (i << 2));
}

@inline
function walkEight(plan: usize, tree: i32, row: usize, levels: bool): void {
  const bits = columnBitsOf(plan);
  const mask: u32 = (1 << bits) - 1;
  const sets = setsOf(plan);
  const roots = treesOf(plan) + (<usize>tree << 2);
  let a = rootOf(roots, 0);
  let b = rootOf(roots, 1);
  let c = rootOf(roots, 2);
  let d = rootOf(roots, 3);
  let e = rootOf(roots, 4);
  let f = rootOf(roots, 5);
  let g = rootOf(roots, 6);
  let h = rootOf(roots, 7);
  let moved: usize = 0;
  do {
    let next = step(a, row, bits, mask, sets, levels);
    moved = next ^ a;
    a = next;
    next = step(b, row, bits, mask, sets, levels);
    moved |= next ^ b;
    b = next;
    next = step(c, row, bits, mask, sets, levels);
    moved |= next ^ c;
    c = next;
    next = step(d, row, bits, mask, sets, levels);
    moved |= next ^ d;
    d = next;
    next = step(e, row, bits, mask, sets, levels);
    moved |= next ^ e;
    e = next;
    next = step(f, row, bits, mask, sets, levels);
    moved |= next ^ f;
    f = next;
    next = step(g, row, bits, mask, sets, levels);
    moved |= next ^ g;
    g = next;
    next = step(h, row, bits, mask, sets, levels);
    moved |= next ^ h;
    h = next;
  } while (moved);
  add(plan, tree, a);
  add(plan, tree + 1, b);
  add(plan, tree + 2, c);
  add(plan, tree + 3, d);
  add(plan, tree + 4, e);
  add(plan, tree + 5, f);
  add(plan, tree + 6, g);
  add(plan, tree + 7, h);
}

@inline
function add(plan: usize, tree: i32, leaf: usize): void {
  if (tree >= treeCountOf(plan)) return;
  const width = widthOf(plan);
  const sum = sumsOf(plan) + (<usize>(tree % outputsOf(plan)) * <usize>width << 3);
  const weight = load<f64>(weightsOf(plan) + (<usize>tree << 3));
  addAnswer(sum, valuesOf(plan) + (<usize>load<u32>(leaf) * <usize>width << 3), width, weight);
}

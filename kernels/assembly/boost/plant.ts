// The root: the entries of the drawn rows, their sums and their tally.

import { me, meet, ownCount, rootSums, team, worker } from "./crew";
import { DEPTH, EXPANSION, GAIN, HIGH, ID, LOW, ROWS, SLOT, SUM_G, SUM_H, setRange } from "./leaf";
import { hash } from "./random";
import { entriesAt, field, gradientsAt, maskAt, ownList, rowKey, rowLimit, rows, trainRows } from "./plan";
import { BLOCK, blockEnd, firstEntry } from "./share";
import { merge, tallyInto } from "./slots";
import { listDrawn } from "./tally";

let g: i64 = 0;
let h: i64 = 0;

export function plant(output: i32, root: usize): void {
  listDrawn(maskAt, ownList(worker));
  const gradients = gradientsAt + ((<usize>output * <usize>rows) << 2);
  const first = firstEntry(me, team);
  let to = entriesAt + (<usize>first << 3);
  g = 0;
  h = 0;
  const all = rowLimit >= 4294967296.0;
  for (let start = me * BLOCK; start < trainRows; start += team * BLOCK) {
    const end = blockEnd(start, true);
    to = all ? enterAll(gradients, start, end, to) : enterDrawn(gradients, start, end, to);
  }
  const count = <i32>((to - entriesAt) >> 3) - first;
  setRange(root, me, first, count);
  store<i32>(root, -1, EXPANSION);
  store<f64>(root, -1, GAIN);
  store<i32>(root, 0, SLOT);
  store<i32>(root, 0, ID);
  store<i32>(root, 0, DEPTH);
  store<f64>(root, -Infinity, LOW);
  store<f64>(root, Infinity, HIGH);
  publishRoot(count);
  tallyInto(0, root);
  meet();
  readRoot(root);
  merge(0);
}

@inline
function enter(gradient: u32, row: i32, to: usize): void {
  store<u64>(to, (<u64>gradient << 32) | <u64>row);
}

@inline
function addToSums(gradient: u32): void {
  g += <i64>(<i32>gradient >> field);
  h += <i64>(gradient & ((1 << field) - 1));
}

/** Writes the entries of a block of rows to `to`; returns where they end. */
function enterAll(gradients: usize, start: i32, end: i32, to: usize): usize {
  for (let row = start; row < end; row++) {
    const gradient = load<u32>(gradients + (<usize>row << 2));
    enter(gradient, row, to + (<usize>(row - start) << 3));
    addToSums(gradient);
  }
  return to + (<usize>(end - start) << 3);
}

/** The same for the rows that are drawn. */
function enterDrawn(gradients: usize, start: i32, end: i32, to: usize): usize {
  for (let row = start; row < end; row++) {
    const gradient = load<u32>(gradients + (<usize>row << 2));
    enter(gradient, row, to);
    if (<f64>hash(rowKey, row) >= rowLimit) continue;
    to += 8;
    addToSums(gradient);
  }
  return to;
}

function publishRoot(count: i32): void {
  store<i32>(ownCount(me), count);
  store<i64>(rootSums(me), g);
  store<i64>(rootSums(me), h, 8);
}

function readRoot(root: usize): void {
  let allG: i64 = 0;
  let allH: i64 = 0;
  let all = 0;
  for (let t = 0; t < team; t++) {
    allG += load<i64>(rootSums(t));
    allH += load<i64>(rootSums(t), 8);
    const count = load<i32>(ownCount(t));
    setRange(root, t, firstEntry(t, team), count);
    all += count;
  }
  store<i32>(root, all, ROWS);
  store<i64>(root, allG, SUM_G);
  store<i64>(root, allH, SUM_H);
}

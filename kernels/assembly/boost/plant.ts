// The root: the entries of the drawn rows, their sums and their tally.

import { me, meet, ownCount, rootSums, team, worker } from "./crew";
import { DEPTH, EXPANSION, GAIN, HIGH, ID, LOW, ROWS, SLOT, SUM_G, SUM_H, setRange } from "./leaf";
import { hash } from "./random";
import { entriesAt, field, gradientsAt, keyOf, maskAt, ownList, rowKey, rowLimit, rows, shift, trainRows } from "./plan";
import { BLOCK, blockEnd, firstEntry } from "./share";
import { merge, tallyAt, tallyInto } from "./slots";
import { cellOf, listDrawn, listed, sumOf } from "./tally";

export function plant(output: i32, root: usize): void {
  listDrawn(maskAt, ownList(worker));
  const gradients = gradientsAt + ((<usize>output * <usize>rows) << 2);
  const first = firstEntry(me, team);
  let to = entriesAt + (<usize>first << 3);
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
  tallyInto(0, root);
  publishRoot(count, listed > 0 ? sumOf(tallyAt(0)) : sumEntries(first, count));
  meet();
  readRoot(root);
  merge(0);
}

/** Writes the entries of a block of rows to `to`, four at a time; returns where they end. */
function enterAll(gradients: usize, start: i32, end: i32, to: usize): usize {
  const count = <usize>(end - start);
  const stop = to + (count << 3);
  let from = gradients + (<usize>start << 2);
  let numbers = i32x4.add(i32x4.splat(start), i32x4(0, 1, 2, 3));
  for (const fours = to + ((count & ~3) << 3); to < fours; to += 32) {
    const four = v128.load(from);
    v128.store(to, v128.shuffle<i32>(numbers, four, 0, 4, 1, 5));
    v128.store(to, v128.shuffle<i32>(numbers, four, 2, 6, 3, 7), 16);
    numbers = i32x4.add(numbers, i32x4.splat(4));
    from += 16;
  }
  for (let row = end - <i32>(count & 3); row < end; row++) {
    enter(load<u32>(gradients + (<usize>row << 2)), row, to);
    to += 8;
  }
  return stop;
}

@inline
function enter(gradient: u32, row: i32, to: usize): void {
  store<u64>(to, (<u64>gradient << 32) | <u64>row);
}

/** The same for the rows that are drawn. */
function enterDrawn(gradients: usize, start: i32, end: i32, to: usize): usize {
  for (let row = start; row < end; row++) {
    enter(load<u32>(gradients + (<usize>row << 2)), row, to);
    if (<f64>hash(rowKey, keyOf(row)) < rowLimit) to += 8;
  }
  return to;
}

/** The sum of entries as a cell, if no attribute is tallied. */
function sumEntries(first: i32, count: i32): i64 {
  let sum: i64 = 0;
  for (let i = first; i < first + count; i++) sum += cellOf(load<u32>(entriesAt + (<usize>i << 3), 4), field, shift);
  return sum;
}

function publishRoot(count: i32, sum: i64): void {
  store<i32>(ownCount(me), count);
  store<i64>(rootSums(me), sum >> shift);
  store<i64>(rootSums(me), sum & ((<i64>1 << shift) - 1), 8);
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

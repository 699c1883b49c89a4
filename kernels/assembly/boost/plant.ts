// The root: the entries of the drawn rows, their sums and their tally.

import { me, meet, ownCount, rootSums, sumOfCounts, team } from "./crew";
import { COUNT, DEPTH, HIGH, ID, LOW, ROWS, SLOT, START, SUM_G, SUM_H } from "./leaf";
import { hash } from "./random";
import { entriesAt, field, gradientsAt, rowKey, rowLimit, rows, trainRows } from "./plan";
import { BLOCK, blockEnd, firstEntry } from "./share";
import { merge, tallyInto } from "./slots";

export function plant(output: i32, root: usize): void {
  const gradients = gradientsAt + ((<usize>output * <usize>rows) << 2);
  const first = firstEntry(me, team);
  let to = entriesAt + (<usize>first << 3);
  let g: i64 = 0;
  let h: i64 = 0;
  const all = rowLimit >= 4294967296.0;
  for (let start = me * BLOCK; start < trainRows; start += team * BLOCK) {
    const end = blockEnd(start, true);
    for (let row = start; row < end; row++) {
      const gradient = load<u32>(gradients + (<usize>row << 2));
      store<u64>(to, (<u64>gradient << 32) | <u64>row);
      const drawn = all || <f64>hash(rowKey, row) < rowLimit;
      if (drawn) {
        to += 8;
        g += <i64>(<i32>gradient >> field);
        h += <i64>(gradient & ((1 << field) - 1));
      }
    }
  }
  const count = <i32>((to - entriesAt) >> 3) - first;
  store<i32>(root, first, START);
  store<i32>(root, count, COUNT);
  store<i32>(root, 0, SLOT);
  store<i32>(root, 0, ID);
  store<i32>(root, 0, DEPTH);
  store<f64>(root, -Infinity, LOW);
  store<f64>(root, Infinity, HIGH);
  publishRoot(count, g, h);
  tallyInto(0, root);
  meet();
  readRoot(root);
  merge(0);
}

function publishRoot(count: i32, g: i64, h: i64): void {
  store<i32>(ownCount(me), count);
  store<i64>(rootSums(me), g);
  store<i64>(rootSums(me), h, 8);
}

function readRoot(root: usize): void {
  let g: i64 = 0;
  let h: i64 = 0;
  for (let t = 0; t < team; t++) {
    g += load<i64>(rootSums(t));
    h += load<i64>(rootSums(t), 8);
  }
  store<i32>(root, sumOfCounts(), ROWS);
  store<i64>(root, g, SUM_G);
  store<i64>(root, h, SUM_H);
}

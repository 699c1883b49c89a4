// The thresholds of a column of a group: their ranks, and the table by which cells are ranked among them.

import { rankColumn, sortColumn } from "../common/radix";
import {
  bucketOf,
  guideOf,
  listStartOf,
  RECORD,
  setBuckets,
  setDistinct,
  tableOf,
  thresholdCountOf,
} from "./column";
import { listsOf, ranksOf, recordCountOf, recordsOf, scratchOf, take } from "./layPlan";

/** Buckets are at least so many, and at most so many. */
const FEWEST_BUCKETS: i32 = 64;
const MOST_BUCKETS: i32 = 65536;

export function rank(thread: i32, threads: i32, plan: usize): void {
  for (;;) {
    const i = take(plan);
    if (i >= recordCountOf(plan)) return;
    const record = recordsOf(plan) + <usize>i * RECORD;
    if (thresholdCountOf(record) > 0) rankRecord(plan, record, scratchOf(plan, thread));
  }
}

/** Scratch: order and codes, 8 bytes per threshold, and what the sort needs. */
export function rankRecord(plan: usize, record: usize, scratch: usize): void {
  const n = thresholdCountOf(record);
  const list = listsOf(plan) + (listStartOf(record) << 3);
  const order = scratch;
  const codes = order + (<usize>n << 2);
  sortColumn(list, n, order, (codes + (<usize>n << 2) + 7) & ~7);
  const table = tableOf(record);
  const distinct = rankColumn(list, n, order, codes, table);
  const ranks = ranksOf(plan) + (listStartOf(record) << 1);
  for (let i = 0; i < n; i++) {
    store<u16>(ranks + (<usize>i << 1), <u16>(load<u32>(codes + (<usize>i << 2)) + 1));
  }
  setDistinct(record, distinct);
  fillGuide(record, distinct);
}

function fillGuide(record: usize, distinct: i32): void {
  const table = tableOf(record);
  const guide = guideOf(record);
  let buckets = FEWEST_BUCKETS;
  while (buckets < distinct && buckets < MOST_BUCKETS) buckets <<= 1;
  const last = buckets - 1;
  let low = load<f64>(table);
  let scale = <f64>last / (load<f64>(table + (<usize>(distinct - 1) << 3)) - low);
  // Of one threshold, or of thresholds too close or too far apart for a quotient: all in the first bucket.
  if (!(scale < Infinity && scale > 0)) {
    low = 0;
    scale = 0;
  }
  memory.fill(guide, 0, <usize>buckets << 2);
  let most: u32 = 0;
  for (let i = 0; i < distinct; i++) {
    const at = guide + (bucketOf(load<f64>(table + (<usize>i << 3)), low, scale, last) << 2);
    const count = load<u32>(at) + 1;
    store<u32>(at, count);
    most = max(most, count);
  }
  let before: u32 = 0;
  for (let at = guide; at < guide + (<usize>buckets << 2); at += 4) {
    const count = load<u32>(at);
    store<u32>(at, before);
    before += count;
  }
  const bits = 32 - clz(most);
  const end = table + (<usize>distinct << 3);
  for (let i: usize = 0; i < <usize>1 << bits; i++) store<f64>(end + (i << 3), Infinity);
  setBuckets(record, low, scale, last, bits);
}

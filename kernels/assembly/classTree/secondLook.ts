import { labels, weightOf } from "./job";
import { differ, rowAt, SMALL } from "./lists";
import { settles, squares } from "./search";
import { classOffsetOf } from "./smallScan";

/**
 * Goes through a list cut by cut until one gains enough: needed if several nearly equal ones were found, and the lowest
 * that equals the greatest may have been skipped. `left` has a count per class.
 */
@inline
export function lookAgain(
  width: i32,
  list: usize,
  m: i32,
  counts: usize,
  classes: i32,
  column: usize,
  left: usize,
): void {
  memory.fill(left, 0, <usize>classes << 2);
  let weight = 0;
  let l2: f64 = 0;
  let r2 = squares;
  for (let i = 0; i < m - 1; i++) {
    const row = rowAt(width, list, i);
    const c = width == SMALL ? classOffsetOf(<usize>load<u8>(list + <usize>i)) : <usize>load<u8>(labels + row) << 2;
    const w = weightOf(row);
    const l = load<i32>(left + c);
    const r = load<i32>(counts + c) - l;
    l2 += <f64>w * <f64>(2 * l + w);
    r2 -= <f64>w * <f64>(2 * r - w);
    store<i32>(left + c, l + w);
    weight += w;
    if (differ(width, list, column, i + 1) && settles(i + 1, weight, l2, r2)) return;
  }
}

export function lookAgainSmall(
  list: usize,
  m: i32,
  counts: usize,
  classes: i32,
  column: usize,
  left: usize,
): void {
  lookAgain(SMALL, list, m, counts, classes, column, left);
}

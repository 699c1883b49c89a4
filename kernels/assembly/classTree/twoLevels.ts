import { labels, weightOf } from "./job";
import { rowAt, SMALL } from "./lists";
import { count } from "./node";
import { foundPlace, weighMirrored } from "./search";
import { classOffsetOf } from "./smallScan";

/**
 * A nominal attribute with two levels has one cut, like an ordered one. But if two classes are left, the general grower
 * puts the level with the smaller share of the lower class first, and subtracts the sides' impurities in that order: the
 * gain may differ in its last bit.
 */
@inline
export function mirrorLevels(
  width: i32,
  list: usize,
  nodeCounts: usize,
  knownCounts: usize,
  classes: i32,
  left: usize,
): void {
  const place = foundPlace();
  const lower = lowerOfTwo(nodeCounts, classes);
  if (place == 0 || lower < 0) return;
  memory.fill(left, 0, <usize>classes << 2);
  let leftWeight = 0;
  for (let i = 0; i < place; i++) {
    const row = rowAt(width, list, i);
    const c = width == SMALL ? classOffsetOf(<usize>load<u8>(list + <usize>i)) : <usize>load<u8>(labels + row) << 2;
    const w = weightOf(row);
    store<i32>(left + c, load<i32>(left + c) + w);
    leftWeight += w;
  }
  compareShares(lower, leftWeight, left, knownCounts, classes);
}

/** The same if the class weights of the first level are counted already, and no value is missing. */
export function mirrorCounted(left: usize, counts: usize, classes: i32): void {
  const lower = lowerOfTwo(counts, classes);
  if (foundPlace() == 0 || lower < 0) return;
  let leftWeight = 0;
  for (let c = 0; c < classes; c++) leftWeight += count(left, c);
  compareShares(lower, leftWeight, left, counts, classes);
}

function compareShares(lower: i32, leftWeight: i32, left: usize, counts: usize, classes: i32): void {
  let known = 0;
  let l2: f64 = 0;
  let r2: f64 = 0;
  for (let c = 0; c < classes; c++) {
    const l = <f64>count(left, c);
    const r = <f64>(count(counts, c) - count(left, c));
    known += count(counts, c);
    l2 += l * l;
    r2 += r * r;
  }
  const leftShare = <f64>count(left, lower) / <f64>leftWeight;
  const rightShare = <f64>(count(counts, lower) - count(left, lower)) / <f64>(known - leftWeight);
  if (rightShare < leftShare) weighMirrored(l2, r2);
}

/** The lower of the two classes that occur; -1 if there are more. */
function lowerOfTwo(counts: usize, classes: i32): i32 {
  let lower = -1;
  let present = 0;
  for (let c = 0; c < classes; c++) {
    if (count(counts, c) == 0) continue;
    if (++present > 2) return -1;
    if (lower < 0) lower = c;
  }
  return lower;
}

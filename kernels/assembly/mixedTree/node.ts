import { depthAt, weightAt, writeLeaf as writeLeafOf } from "../common/treeNode";
import { classes, classOf, control, maxDepth, minSplit, purity, rows, SET_COUNT, sets, setWords, sums, used, weightOf } from "./job";

export { attributeAt, depthAt, rowsAt, writeSplit } from "../common/treeNode";

// The class weights of nodes are stored separately. A set has a word per level that occurs at the node: code · 2, + 1 for the
// right side.

@inline
export function sumsOf(node: i32): usize {
  return sums + ((<usize>node * <usize>classes) << 3);
}

@inline
export function sumAt(sums: usize, c: i32): f64 {
  return load<f64>(sums + (<usize>c << 3));
}

/** The class weights are summed already. */
function writeLeaf(node: i32, rows: i32, depth: i32): void {
  const own = sumsOf(node);
  let weight: f64 = 0;
  for (let c = 0; c < classes; c++) weight += sumAt(own, c);
  writeLeafOf(node, rows, weight, depth);
}

/** Room for a set of so many levels; -1 if there is none left: the caller then grows the tree again with more. */
export function takeSet(levels: i32): i32 {
  const first = atomic.add<i32>(control + SET_COUNT, levels);
  return first < 0 || first + levels > setWords ? -1 : first;
}

@inline
export function setWordAt(i: i32): usize {
  return sets + (<usize>i << 2);
}

/** The node of all rows that are used. */
export function writeRoot(): void {
  const own = sumsOf(0);
  memory.fill(own, 0, <usize>classes << 3);
  for (let row: usize = 0; row < <usize>rows; row++) {
    const p = own + (classOf(row) << 3);
    store<f64>(p, load<f64>(p) + weightOf(row));
  }
  writeLeaf(0, used, 0);
}

/** Writes the branches of a split whose left class weights are summed already. */
export function writeBranches(node: i32, left: i32, rows: i32, leftRows: i32): void {
  const whole = sumsOf(node);
  const first = sumsOf(left);
  const second = sumsOf(left + 1);
  for (let c = 0; c < classes; c++) store<f64>(second + (<usize>c << 3), sumAt(whole, c) - sumAt(first, c));
  writeLeaf(left, leftRows, depthAt(node) + 1);
  writeLeaf(left + 1, rows - leftRows, depthAt(node) + 1);
}

/** Whether a node may be split at all. */
export function isOpen(node: i32): bool {
  if (weightAt(node) < minSplit || depthAt(node) >= maxDepth) return false;
  const own = sumsOf(node);
  let present = 0;
  for (let c = 0; c < classes && present < 2; c++) present += i32(sumAt(own, c) > 0);
  return present > 1 && (purity >= 1 || majorityOf(own) / weightAt(node) < purity);
}

/** The weight of the class that a leaf would predict: the first of those that are equal but for rounding. */
function majorityOf(own: usize): f64 {
  let most = sumAt(own, 0);
  for (let c = 1; c < classes; c++) if (sumAt(own, c) > most + 1e-9 * abs(most)) most = sumAt(own, c);
  return most;
}

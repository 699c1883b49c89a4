import { depthAt, weightAt as weightOfNode, writeLeaf as writeLeafOf } from "../common/treeNode";
import { classes, counts, labels, maxDepth, minSplit, rows, weightOf } from "./job";

export { attributeAt, depthAt, rowsAt, writeSplit } from "../common/treeNode";

// Weights are integers here; so are the class weights of a node, which are stored separately.

@inline
export function countsOf(node: i32): usize {
  return counts + ((<usize>node * <usize>classes) << 2);
}

@inline
export function count(counts: usize, c: i32): i32 {
  return load<i32>(counts + (<usize>c << 2));
}

@inline
export function weightAt(node: i32): i32 {
  return <i32>weightOfNode(node);
}

@inline
export function writeLeaf(node: i32, rows: i32, weight: i32, depth: i32): void {
  writeLeafOf(node, rows, <f64>weight, depth);
}

/** The node of all rows. */
export function writeRoot(): void {
  const sums = countsOf(0);
  let weight = 0;
  memory.fill(sums, 0, <usize>classes << 2);
  for (let row: usize = 0; row < <usize>rows; row++) {
    const p = sums + (<usize>load<u8>(labels + row) << 2);
    const w = weightOf(row);
    store<i32>(p, load<i32>(p) + w);
    weight += w;
  }
  writeLeaf(0, rows, weight, 0);
}

/** Writes the branches of a split whose left class weights are counted already. */
export function writeBranches(node: i32, left: i32, rows: i32, leftRows: i32): void {
  const whole = countsOf(node);
  const first = countsOf(left);
  const second = countsOf(left + 1);
  let leftWeight = 0;
  for (let c = 0; c < classes; c++) {
    const n = count(first, c);
    leftWeight += n;
    store<i32>(second + (<usize>c << 2), count(whole, c) - n);
  }
  writeLeaf(left, leftRows, leftWeight, depthAt(node) + 1);
  writeLeaf(left + 1, rows - leftRows, weightAt(node) - leftWeight, depthAt(node) + 1);
}

/** Whether a node may be split at all. */
export function isOpen(node: i32): bool {
  const weight = weightAt(node);
  if (weight < minSplit || depthAt(node) >= maxDepth) return false;
  const sums = countsOf(node);
  for (let c = 0; c < classes; c++) if (count(sums, c) == weight) return false;
  return true;
}

import { classes, counts, labels, maxDepth, minSplit, nodes, rows, weightOf } from "./job";

// A node is 48 bytes: tested attribute (-1: a leaf), left branch (the right one is next), rows, weight, the rows whose
// cells are on either side of the cut, gain (f64), weight on either side, depth. Its class weights are stored separately.

const SIZE: usize = 48;

@inline
function at(node: i32): usize {
  return nodes + <usize>node * SIZE;
}

@inline
export function countsOf(node: i32): usize {
  return counts + ((<usize>node * <usize>classes) << 2);
}

@inline
export function count(counts: usize, c: i32): i32 {
  return load<i32>(counts + (<usize>c << 2));
}

@inline
export function attributeAt(node: i32): i32 {
  return load<i32>(at(node));
}

@inline
export function leftBranchAt(node: i32): i32 {
  return load<i32>(at(node), 4);
}

/** The rows whose cells are on either side of the cut. */
@inline
export function lowRowAt(node: i32): usize {
  return <usize>load<u32>(at(node), 16);
}

@inline
export function highRowAt(node: i32): usize {
  return <usize>load<u32>(at(node), 20);
}

@inline
export function gainOf(node: i32): f64 {
  return load<f64>(at(node), 24);
}

@inline
export function leftWeightAt(node: i32): i32 {
  return load<i32>(at(node), 32);
}

@inline
export function rightWeightAt(node: i32): i32 {
  return load<i32>(at(node), 36);
}

@inline
export function rowsAt(node: i32): i32 {
  return load<i32>(at(node), 8);
}

@inline
export function weightAt(node: i32): i32 {
  return load<i32>(at(node), 12);
}

@inline
export function depthAt(node: i32): i32 {
  return load<i32>(at(node), 40);
}

export function writeLeaf(node: i32, rows: i32, weight: i32, depth: i32): void {
  const p = at(node);
  store<i32>(p, -1);
  store<i32>(p, rows, 8);
  store<i32>(p, weight, 12);
  store<i32>(p, depth, 40);
}

export function writeSplit(
  node: i32,
  attribute: i32,
  left: i32,
  low: i32,
  high: i32,
  gain: f64,
  leftWeight: i32,
  rightWeight: i32,
): void {
  const p = at(node);
  store<i32>(p, attribute);
  store<i32>(p, left, 4);
  store<i32>(p, low, 16);
  store<i32>(p, high, 20);
  store<f64>(p, gain, 24);
  store<i32>(p, leftWeight, 32);
  store<i32>(p, rightWeight, 36);
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

import { classes, classOf, control, maxDepth, minSplit, nodes, rows, SET_COUNT, sets, setWords, sums, used, weightOf } from "./job";

// A node is 64 bytes: tested attribute (-1: a leaf), left branch (the right one is next), rows, depth, the codes on either
// side of a threshold or the place and size of a set of levels, gain, weight on either side, weight (f64). Its class
// weights are stored separately. A set has a word per level that occurs at the node: code · 2, + 1 for the right side.

const SIZE: usize = 64;

@inline
function at(node: i32): usize {
  return nodes + <usize>node * SIZE;
}

@inline
export function sumsOf(node: i32): usize {
  return sums + ((<usize>node * <usize>classes) << 3);
}

@inline
export function sumAt(sums: usize, c: i32): f64 {
  return load<f64>(sums + (<usize>c << 3));
}

@inline
export function attributeAt(node: i32): i32 {
  return load<i32>(at(node));
}

@inline
export function leftBranchAt(node: i32): i32 {
  return load<i32>(at(node), 4);
}

@inline
export function rowsAt(node: i32): i32 {
  return load<i32>(at(node), 8);
}

@inline
export function depthAt(node: i32): i32 {
  return load<i32>(at(node), 12);
}

@inline
export function lowAt(node: i32): i32 {
  return load<i32>(at(node), 16);
}

@inline
export function highAt(node: i32): i32 {
  return load<i32>(at(node), 20);
}

@inline
export function gainOf(node: i32): f64 {
  return load<f64>(at(node), 24);
}

@inline
export function leftWeightAt(node: i32): f64 {
  return load<f64>(at(node), 32);
}

@inline
export function rightWeightAt(node: i32): f64 {
  return load<f64>(at(node), 40);
}

@inline
export function weightAt(node: i32): f64 {
  return load<f64>(at(node), 48);
}

function writeLeaf(node: i32, rows: i32, depth: i32): void {
  const p = at(node);
  const own = sumsOf(node);
  let weight: f64 = 0;
  for (let c = 0; c < classes; c++) weight += sumAt(own, c);
  store<i32>(p, -1);
  store<i32>(p, rows, 8);
  store<i32>(p, depth, 12);
  store<f64>(p, weight, 48);
}

export function writeSplit(
  node: i32,
  attribute: i32,
  left: i32,
  low: i32,
  high: i32,
  gain: f64,
  leftWeight: f64,
  rightWeight: f64,
): void {
  const p = at(node);
  store<i32>(p, attribute);
  store<i32>(p, left, 4);
  store<i32>(p, low, 16);
  store<i32>(p, high, 20);
  store<f64>(p, gain, 24);
  store<f64>(p, leftWeight, 32);
  store<f64>(p, rightWeight, 40);
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
  for (let c = 0; c < classes; c++) if (sumAt(own, c) > 0 && ++present > 1) return true;
  return false;
}

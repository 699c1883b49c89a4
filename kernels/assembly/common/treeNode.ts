// A node of a growing tree is 64 bytes: tested attribute (-1: a leaf), left branch (the right one is next), rows, depth, what
// is on either side of the cut (rows, codes, or the place and size of a set of levels), gain, weight on either side, weight
// (f64). Its class weights are stored separately.

export const NODE_BYTES: usize = 64;

let nodes: usize = 0;

export function useNodes(at: usize): void {
  nodes = at;
}

@inline
function at(node: i32): usize {
  return nodes + <usize>node * NODE_BYTES;
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

/** A leaf, until `writeSplit`. */
export function writeLeaf(node: i32, rows: i32, weight: f64, depth: i32): void {
  const p = at(node);
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

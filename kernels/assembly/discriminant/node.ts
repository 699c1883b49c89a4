import { classes, minSplit, maxDepth, nodes, sums } from "./job";

// A node's record. The driver reads them when the tree is grown.

export const NODE: usize = 72;

/** What becomes of a node: a leaf, a test, or a node that is left to the learner. */
export const LEAF: i32 = 0;
export const TEST: i32 = 1;
export const OPEN: i32 = 2;

@inline
export function nodeAt(node: i32): usize {
  return nodes + <usize>node * NODE;
}

@inline
export function startOf(node: i32): i32 {
  return load<i32>(nodeAt(node));
}

@inline
export function sizeOf(node: i32): i32 {
  return load<i32>(nodeAt(node), 4);
}

@inline
export function depthOf(node: i32): i32 {
  return load<i32>(nodeAt(node), 8);
}

@inline
export function sumsOf(node: i32): usize {
  return sums + ((<usize>node * <usize>classes) << 3);
}

export function writeNode(node: i32, start: i32, size: i32, depth: i32): void {
  const at = nodeAt(node);
  memory.fill(at, 0, NODE);
  store<i32>(at, start);
  store<i32>(at, size, 4);
  store<i32>(at, depth, 8);
}

@inline
export function setKind(node: i32, kind: i32): void {
  store<i32>(nodeAt(node), kind, 12);
}

export function writeTest(node: i32, left: i32, direction: i32, low: f64, high: f64, gain: f64, onLeft: f64, onRight: f64): void {
  const at = nodeAt(node);
  store<i32>(at, TEST, 12);
  store<i32>(at, left, 16);
  store<i32>(at, direction, 20);
  store<f64>(at, low, 24);
  store<f64>(at, high, 32);
  store<f64>(at, gain, 40);
  store<f64>(at, onLeft, 48);
  store<f64>(at, onRight, 56);
}

/** The weight of all classes. */
export function weightAt(own: usize): f64 {
  let weight: f64 = 0;
  for (let k: usize = 0; k < <usize>classes << 3; k += 8) weight += load<f64>(own + k);
  return weight;
}

/** Whether a test is looked for: the learner's rules, see learn/stop/atNode.ts. */
export function isToSplit(node: i32): bool {
  const own = sumsOf(node);
  let present = 0;
  for (let k: usize = 0; k < <usize>classes << 3; k += 8) present += i32(load<f64>(own + k) > 0);
  return present > 1 && depthOf(node) < maxDepth && weightAt(own) >= minSplit;
}

import {
  attributeAt,
  gainOf,
  highAt,
  leftBranchAt,
  leftWeightAt,
  lowAt,
  rightWeightAt,
  rowsAt,
} from "./treeNode";

// The grown tree as the caller reads it: columns one after another, nodes in preorder. First doubles (class weights,
// node by node; gain, weights of both sides), then i32 (rows, attribute, how far ahead the right branch is, what is on either
// side of the cut), then bytes (1 if all rows are of one class). At leaves all fields of a test are 0 except the attribute,
// -1.

let sums: usize = 0;
let doubles: usize = 0;
let words: usize = 0;
let pure: usize = 0;
let nodes: usize = 0;
/** The number of classes. */
let width: usize = 0;

@inline
function put(column: usize, i: i32, x: f64): void {
  store<f64>(doubles + ((column * nodes + <usize>i) << 3), x);
}

@inline
function putWord(column: usize, i: i32, x: i32): void {
  store<i32>(words + ((column * nodes + <usize>i) << 2), x);
}

/** `own`: the class weights of the node. */
@inline
function writeNode<W>(i: i32, node: i32, classes: i32, own: usize): void {
  const to = sums + ((<usize>i * <usize>classes) << 3);
  let present = 0;
  for (let c: usize = 0; c < <usize>classes; c++) {
    const w = load<W>(own + c * sizeof<W>());
    store<f64>(to + (c << 3), <f64>w);
    present += i32(w > 0);
  }
  store<u8>(pure + <usize>i, u8(present < 2));
  const attribute = attributeAt(node);
  const tests = attribute >= 0;
  putWord(0, i, rowsAt(node));
  putWord(1, i, attribute);
  putWord(2, i, 0);
  putWord(3, i, tests ? lowAt(node) : 0);
  putWord(4, i, tests ? highAt(node) : 0);
  put(0, i, tests ? gainOf(node) : 0);
  put(1, i, tests ? leftWeightAt(node) : 0);
  put(2, i, tests ? rightWeightAt(node) : 0);
}

/** Bytes that a tree takes, rounded to doubles. */
export function preorderBytes(count: i32, classes: i32): usize {
  const node = ((<usize>classes + 3) << 3) + 5 * 4 + 1;
  return (<usize>count * node + 7) & ~(<usize>7);
}

// What was written, by the node's place in preorder.

@inline
function word(column: usize, i: i32): i32 {
  return load<i32>(words + ((column * nodes + <usize>i) << 2));
}

/** The attribute that a node tests; -1 at a leaf. */
@inline
export function testedBy(i: i32): i32 {
  return word(1, i);
}

/** How far ahead the right branch is; the left one is the next node. */
@inline
export function skipOf(i: i32): i32 {
  return word(2, i);
}

@inline
export function lowOf(i: i32): i32 {
  return word(3, i);
}

@inline
export function highOf(i: i32): i32 {
  return word(4, i);
}

@inline
export function leftWeightOf(i: i32): f64 {
  return load<f64>(doubles + ((nodes + <usize>i) << 3));
}

@inline
export function rightWeightOf(i: i32): f64 {
  return load<f64>(doubles + ((2 * nodes + <usize>i) << 3));
}

/** The weight of a class at a node. */
@inline
export function countOf(i: i32, k: i32): f64 {
  return load<f64>(sums + ((<usize>i * width + <usize>k) << 3));
}

/** The tree at this place, written or to be written. */
export function usePreorder(at: usize, count: i32, classes: i32): void {
  nodes = <usize>count;
  width = <usize>classes;
  sums = at;
  doubles = sums + ((nodes * width) << 3);
  words = doubles + 3 * (nodes << 3);
  pure = words + 5 * (nodes << 2);
}

/**
 * `weights`: the class weights of all nodes, each a W. On the stack a pending node is two i32: its number, and the position of
 * the node whose right branch it is, or -1.
 */
export function writePreorder<W>(at: usize, count: i32, classes: i32, weights: usize, stack: usize): void {
  usePreorder(at, count, classes);
  let top = stack;
  store<u64>(top, 0xffffffff00000000);
  top += 8;
  for (let i = 0; i < count; i++) {
    top -= 8;
    const node = load<i32>(top);
    const parent = load<i32>(top, 4);
    if (parent >= 0) putWord(2, parent, i - parent);
    writeNode<W>(i, node, classes, weights + <usize>node * <usize>classes * sizeof<W>());
    if (attributeAt(node) < 0) continue;
    const left = leftBranchAt(node);
    store<i32>(top, left + 1);
    store<i32>(top, i, 4);
    store<i32>(top, left, 8);
    store<i32>(top, -1, 12);
    top += 16;
  }
}

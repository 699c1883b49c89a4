import { leaveIfStopped } from "../common/control";
import { take } from "../common/bump";
import { BITS, kindOf, levelsOf, SCALED } from "./column";
import { writeDecrease } from "./decrease";
import { cutBetweenKeys } from "./draw";
import { weightOf } from "./impurity";
import { keyUpTo } from "./scaled";
import { isClasses, landed, members, out, outBytes, queue, rows, setWords, treeBytes, trees, width } from "./params";

// The nodes of the tree that a thread is growing, in the order in which they are created: both branches of a split are
// adjacent. `flatten` writes them to `out` in preorder.
//
//   attribute  i32   -1 at a leaf
//   link       i32   split: the left branch; leaf: the class of a pure one, or `width` + the row of the pool
//   threshold  f64   split: where it cuts; leaf: its weight
//   flags      i32   1: missing values go left
//   test       i32 each: mask, second mask, added, bound: a row goes right if (cell & mask | second cell & second mask)
//              + added > bound, without sign
//   set        i32   the word at which its set of levels begins
//   place      i32   in preorder, after `flatten`
//   keys       i32 each: the range in which a threshold between scaled values was drawn; `threshold` is the share drawn
const NODE: usize = 56;
export const LEAF: i32 = -1;

let nodes: usize = 0;
let made: i32 = 0;
/** Sums of leaves that are not pure: the classes' weights, or weight·u. */
let pool: usize = 0;
let pooled: i32 = 0;
/** The words of all sets. */
let sets: usize = 0;
let setCount: i32 = 0;
let stack: usize = 0;

@inline
function poolWidth(): i32 {
  return isClasses ? width : 1;
}

export function takeNodes(): void {
  nodes = take(<usize>rows * 2 * NODE);
  stack = take(<usize>rows * 8 + 64);
  // A leaf that is not pure has two rows or more.
  pool = take((<usize>(isClasses ? (rows >> 1) + 1 : rows) * <usize>poolWidth()) << 3);
  sets = take((<usize>rows * <usize>setWords) << 2);
}

export function startTree(): void {
  made = 1;
  pooled = 0;
  setCount = 0;
}

/** Adds two adjacent nodes; returns the first. */
@inline
export function newPair(): i32 {
  const first = made;
  made += 2;
  return first;
}

@inline
export function nodeAt(node: i32): usize {
  return nodes + <usize>node * NODE;
}

@inline
export function setSplit(node: i32, a: i32, cut: f64, left: i32, missingLeft: bool): void {
  const at = nodeAt(node);
  store<i32>(at, a);
  store<i32>(at, left, 4);
  store<f64>(at, cut, 8);
  store<i32>(at, missingLeft ? 1 : 0, 16);
}

/** The test in terms of cells. */
@inline
export function setCellTest(node: i32, mask: i32, second: i32, added: i32, bound: i32): void {
  const at = nodeAt(node);
  store<i32>(at, mask, 20);
  store<i32>(at, second, 24);
  store<i32>(at, added, 28);
  store<i32>(at, bound, 32);
}

/** Whether the row whose cells of the attribute begin at `cell` goes right. */
@inline
export function goesRight(node: usize, cell: usize): bool {
  const bits = (load<i32>(cell) & load<i32>(node, 20)) | (load<i32>(cell, 4) & load<i32>(node, 24));
  return <u32>(bits + load<i32>(node, 28)) > load<u32>(node, 32);
}

/** Memory for the set of levels of a split on `a`. */
@inline
export function newSet(node: i32, a: i32): usize {
  store<i32>(nodeAt(node), setCount, 36);
  const at = sets + (<usize>setCount << 2);
  setCount += wordsOf(a);
  return at;
}

@inline
function wordsOf(a: i32): i32 {
  return (levelsOf(a) + 31) >> 5;
}

@inline
export function setOf(node: usize): usize {
  return sets + (<usize>load<u32>(node, 36) << 2);
}

/** A leaf with these sums (f64). */
export function setLeaf(node: i32, sums: usize): void {
  const at = nodeAt(node);
  store<i32>(at, LEAF);
  store<i32>(at, isClasses ? classOrPool(sums) : width + poolRow(sums + 8), 4);
  store<f64>(at, weightOf(sums), 8);
  store<i32>(at, 0, 16);
}

/** The class if there is only one, otherwise the row of the pool. */
@inline
function classOrPool(sums: usize): i32 {
  let classes = 0;
  let last = 0;
  for (let k = 0; k < width; k++)
    if (load<f64>(sums + (<usize>k << 3)) > 0) {
      classes++;
      last = k;
    }
  return classes == 1 ? last : width + poolRow(sums);
}

function poolRow(from: usize): i32 {
  const bytes = <usize>poolWidth() << 3;
  memory.copy(pool + <usize>pooled * bytes, from, bytes);
  return pooled++;
}

/** The next member whose tree is to be grown, or -1 if there is none, or its tree may not fit. */
export function nextMember(threads: i32): i32 {
  leaveIfStopped();
  // The trees that other threads are growing must fit too.
  const taken = <u64>atomic.load<u32>(queue, 4);
  if (taken + <u64>treeBytes * <u64>threads > <u64>outBytes) return -1;
  const member = atomic.add<i32>(queue, 1);
  return member < members ? member : -1;
}

@inline
function aligned(bytes: usize): usize {
  return (bytes + 63) & ~63;
}

/** Writes the grown tree to `out`: thresholds, attributes, skips, flags, sets, then the pool. */
export function flatten(member: i32): void {
  const n = <usize>made;
  const poolBytes = (<usize>pooled * <usize>poolWidth()) << 3;
  const bytes = aligned(n << 3) + 2 * aligned(n << 2) + aligned(n) + aligned(<usize>setCount << 2) + aligned(poolBytes);
  const taken = atomic.add<u32>(queue, <u32>bytes, 4);
  const threshold = out + <usize>taken;
  const attribute = threshold + aligned(n << 3);
  const skip = attribute + aligned(n << 2);
  const flags = skip + aligned(n << 2);
  const words = flags + aligned(n);
  settleCuts();
  writePreorder(threshold, attribute, skip, flags, words);
  memory.copy(words + aligned(<usize>setCount << 2), pool, poolBytes);
  writeDecrease(member, made, attribute, threshold, skip, pool);
  const record = trees + (<usize>member << 4);
  store<u32>(record, taken);
  store<i32>(record, made, 4);
  store<i32>(record, setCount, 8);
  store<i32>(record, pooled, 12);
}

/** A parent that needs no distance: the node is not a right branch. */
const NO_PARENT: u32 = 0xffffffff;

/** The test is a set of levels: ON_LEVELS of src/model/packed.ts. */
const ON_LEVELS: i32 = 2;

function writePreorder(threshold: usize, attribute: usize, skip: usize, flags: usize, words: usize): void {
  let top = stack;
  let node: i32 = 0;
  let parent = NO_PARENT;
  let at: u32 = 0;
  let written: i32 = 0;
  for (;;) {
    const from = nodeAt(node);
    const a = load<i32>(from);
    const link = load<i32>(from, 4);
    store<i32>(from, at, 40);
    if (parent != NO_PARENT) store<u32>(skip + (<usize>parent << 2), at - parent);
    const isSet = a != LEAF && kindOf(a) >= BITS;
    store<f64>(threshold + (<usize>at << 3), isSet ? <f64>written : load<f64>(from, 8));
    store<i32>(attribute + (<usize>at << 2), a);
    store<u8>(flags + <usize>at, <u8>(load<i32>(from, 16) | (isSet ? ON_LEVELS : 0)));
    if (isSet) written = copySet(words, written, from, a);
    if (a == LEAF) {
      store<i32>(skip + (<usize>at << 2), link);
      at++;
      if (top == stack) return;
      top -= 8;
      node = load<i32>(top);
      parent = load<u32>(top, 4);
      continue;
    }
    store<i32>(top, link + 1);
    store<u32>(top, at, 4);
    top += 8;
    node = link;
    parent = NO_PARENT;
    at++;
  }
}

/** The keys between which a threshold was drawn. */
@inline
export function setKeys(node: i32, low: i32, high: i32): void {
  store<i32>(nodeAt(node), low, 44);
  store<i32>(nodeAt(node), high, 48);
}

/** Looks up the thresholds between scaled values, in no particular order: so the cache misses overlap. */
function settleCuts(): void {
  const end = nodeAt(made);
  for (let node = nodes; node < end; node += NODE) {
    const a = load<i32>(node);
    if (a == LEAF || kindOf(a) != SCALED) continue;
    const cut = cutBetweenKeys(a, load<i32>(node, 44), load<i32>(node, 48), load<f64>(node, 8));
    store<f64>(node, cut, 8);
    // The bound was right for the node's rows; out-of-bag rows need the exact one.
    if (landed) store<i32>(node, keyUpTo(a, cut) + load<i32>(node, 28), 32);
  }
}

@inline
function copySet(words: usize, written: i32, node: usize, a: i32): i32 {
  const from = setOf(node);
  const count = wordsOf(a);
  for (let i = 0; i < count; i++)
    store<u32>(words + (<usize>(written + i) << 2), load<u32>(from + (<usize>i << 2)));
  return written + count;
}

/** The place in preorder of a node of the tree flattened last. */
@inline
export function preorderOf(node: i32): i32 {
  return load<i32>(nodeAt(node), 40);
}

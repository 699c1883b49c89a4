import { take } from "../forest/arena";
import { notedLink } from "../forest/landing";
import { isClasses, rows, width } from "../forest/params";
import { addToPool, clearPool, takePool } from "../forest/pool";
import { levelsOf } from "./column";
import { weightOf } from "./impurity";
import { setWords } from "./params";

// The nodes of the tree that a thread is growing, in the order in which they are created: both branches of a split are
// adjacent.
//
//   attribute  i32   -1 at a leaf
//   link       i32   split: the left branch; leaf: the class of a pure one, or its place in the pool (forest/pool.ts);
//                    once the tree is written, its answer
//   threshold  f64   split: where it cuts; leaf: its weight
//   flags      i32   1: missing values go left
//   test       i32 each: mask, second mask, added, bound: a row goes right if (cell & mask | second cell & second mask)
//              + added > bound, without sign
//   set        i32   the word at which its set of levels begins
//   keys       i32 each: the range in which a threshold between scaled values was drawn; `threshold` is the share drawn
export const NODE: usize = 48;
export const LEAF: i32 = -1;

export let nodes: usize = 0;
export let made: i32 = 0;
/** The words of all sets. */
let sets: usize = 0;
export let setCount: i32 = 0;

export function takeNodes(): void {
  nodes = take(<usize>rows * 2 * NODE);
  takePool();
  sets = take((<usize>rows * <usize>setWords) << 2);
}

export function startTree(): void {
  made = 1;
  clearPool();
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
export function wordsOf(a: i32): i32 {
  return (levelsOf(a) + 31) >> 5;
}

@inline
export function setOf(node: usize): usize {
  return sets + (<usize>load<u32>(node, 36) << 2);
}

/** A leaf with these sums (f64); returns its link if its rows are to be noted (forest/landing.ts). */
export function setLeaf(node: i32, sums: usize): u32 {
  const at = nodeAt(node);
  const link = isClasses ? classOrPool(sums) : addToPool(sums);
  store<i32>(at, LEAF);
  store<i32>(at, link, 4);
  store<f64>(at, weightOf(sums), 8);
  store<i32>(at, 0, 16);
  return notedLink(link);
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
  return classes == 1 ? last : addToPool(sums);
}

/** The keys between which a threshold was drawn. */
@inline
export function setKeys(node: i32, low: i32, high: i32): void {
  store<i32>(nodeAt(node), low, 40);
  store<i32>(nodeAt(node), high, 44);
}

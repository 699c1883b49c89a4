import { take } from "../forest/arena";
import { notedLink } from "../forest/landing";
import { isClasses, rows, width } from "../forest/params";
import { addToPool, clearPool, takePool } from "../forest/pool";
import { weightOf } from "./impurity";
import { areOneClass } from "./mass";
import { missingCode, mostLevels } from "./params";

// The nodes of the tree that a thread is growing, in the order in which they are created: both branches of a split are
// adjacent. write.ts puts them into preorder.
//
//   attribute i32   -1 at a leaf
//   link      i32   split: the left branch; leaf: the class of a pure one, or its place in the pool (forest/pool.ts)
//   low, high u32   a threshold: the codes it is between; levels: where the set begins in `sets`, in words; at a leaf its
//                   weight (f64)
//   flags     i32   1: missing values go left; 2: a set of levels
export const NODE: usize = 24;
export const LEAF: i32 = -1;
export const MISSING_LEFT: i32 = 1;
export const ON_LEVELS: i32 = 2;

export let nodes: usize = 0;
export let made: i32 = 0;
/** Words of the sets of levels that go left. */
export let sets: usize = 0;
export let setCount: u32 = 0;

/** Words of the largest set. */
@inline
export function levelWords(levels: i32): i32 {
  return (levels + 31) >> 5;
}

export function takeNodes(): void {
  nodes = take(<usize>rows * 2 * NODE);
  takePool();
  sets = take((<usize>rows * <usize>levelWords(mostLevels)) << 2);
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
function setNode(node: i32, attribute: i32, link: i32, flags: i32): usize {
  const at = nodes + <usize>node * NODE;
  store<i32>(at, attribute);
  store<i32>(at, link, 4);
  store<i32>(at, flags, 16);
  return at;
}

export function setThreshold(node: i32, a: i32, low: u32, high: u32, left: i32, missingLeft: bool): void {
  const at = setNode(node, a, left, missingLeft ? MISSING_LEFT : 0);
  store<u32>(at, low, 8);
  store<u32>(at, high, 12);
}

/**
 * A test on levels. Returns its set, to which levels are added, or, if missing values go left, from which they are removed:
 * levels that do not occur at the node go with missing values.
 */
export function setLevels(node: i32, a: i32, left: i32, missingLeft: bool): usize {
  const at = setNode(node, a, left, ON_LEVELS | (missingLeft ? MISSING_LEFT : 0));
  const levels = missingCode(a);
  const words = levelWords(levels);
  const set = sets + (<usize>setCount << 2);
  store<u32>(at, setCount, 8);
  setCount += words;
  for (let word = 0; word < words; word++) store<u32>(set + (<usize>word << 2), missingLeft ? 0xffffffff : 0);
  if (missingLeft && (levels & 31) != 0)
    store<u32>(set + (<usize>(words - 1) << 2), (<u32>1 << (<u32>levels & 31)) - 1);
  return set;
}

/** A leaf with these sums (f64); returns its link if its rows are to be noted (forest/landing.ts). */
export function setLeafOf(node: i32, sums: usize): u32 {
  if (isClasses && areOneClass(sums)) return setPureLeaf(node, sums);
  return setLeaf(node, addToPool(sums), weightOf(sums));
}

function setPureLeaf(node: i32, sums: usize): u32 {
  let k = 0;
  while (k < width - 1 && !(load<f64>(sums + (<usize>k << 3)) > 0)) k++;
  return setLeaf(node, k, load<f64>(sums + (<usize>k << 3)));
}

/** A leaf with this link, which may be a class. */
export function setLeaf(node: i32, link: i32, weight: f64): u32 {
  store<f64>(setNode(node, LEAF, link, 0), weight, 8);
  return notedLink(link);
}

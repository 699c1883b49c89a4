import { shareOf } from "../common/nodeRandom";
import { answerOf, takeAnswers } from "./answers";
import { take } from "./arena";
import { takeDecrease } from "./decrease";
import { notedLink } from "./landing";
import { cellsOf, isClasses, isKeyed, treeBytes, width } from "./params";
import { addToPool, clearPool, takePool } from "./pool";
import { treeOf } from "./queue";
import { drawnBetween, thresholdBetween } from "./threshold";
import { finishWriting, startWriting, takeWritten, writeNode, writtenLeaf, writtenNode, writtenSplit } from "./written";

// The nodes of the tree that a thread is growing, in the order in which they are created: both branches of a split are
// adjacent. They are where the tree will be in the end: in the member's slot. `flatten` writes the tree in preorder, elsewhere first.
//
//   attribute  i32   -1 at a leaf
//   link       i32   split: the left branch; leaf: the class of a pure one, or its place in the pool (pool.ts)
//   threshold  f64   split: where it cuts, or the rows whose cells it is between (u32 each); leaf: its weight
//   flags      i32   1: missing values go left; 2: the cut is drawn between the cells of two rows
//   draw       u32   where between them
// (driver: NODE_BYTES in growForest.ts)
const NODE: usize = 24;
export const LEAF: i32 = -1;
const DRAWN: i32 = 2;

let nodes: usize = 0;
let made: i32 = 0;
/** Where the tree is written. */
let draft: usize = 0;
/** Cuts are stored as the rows they are between. Their cells are not in the cache; looked up together, the misses overlap. */
let betweenRows: bool = false;

/** Beside the slot. */
export function takeNodes(): void {
  takePool();
  takeDecrease();
}

/** What is needed when a tree has been grown. */
export function takeFlat(): void {
  draft = take(<usize>treeBytes);
  takeWritten();
  takeAnswers();
}

export function startTree(member: i32, cutsBetweenRows: bool): void {
  nodes = treeOf(member);
  betweenRows = cutsBetweenRows;
  made = 1;
  clearPool();
}

/** Adds two adjacent nodes; returns the first. */
@inline
export function newPair(): i32 {
  const first = made;
  made += 2;
  return first;
}

@inline
export function setSplit(node: i32, attribute: i32, threshold: f64, left: i32, missingLeft: bool): void {
  const at = nodes + <usize>node * NODE;
  store<i32>(at, attribute);
  store<i32>(at, left, 4);
  store<f64>(at, threshold, 8);
  store<i32>(at, missingLeft ? 1 : 0, 16);
}

/** The same with a cut that is drawn between the cells of two rows: like those of `betweenRows` they are looked up together. */
@inline
export function setDrawnSplit(node: i32, attribute: i32, low: u32, high: u32, draw: u32, left: i32, missingLeft: bool): void {
  const at = nodes + <usize>node * NODE;
  store<i32>(at, attribute);
  store<i32>(at, left, 4);
  store<u32>(at, low, 8);
  store<u32>(at, high, 12);
  store<i32>(at, DRAWN | i32(missingLeft), 16);
  store<u32>(at, draw, 20);
}

@inline
function setLeaf(node: i32, link: i32, value: f64): u32 {
  const at = nodes + <usize>node * NODE;
  store<i32>(at, LEAF);
  store<i32>(at, link, 4);
  store<f64>(at, value, 8);
  store<i32>(at, 0, 16);
  return notedLink(link);
}

/** A leaf with these sums (f64); returns its link if its rows are to be noted (landing.ts). */
export function setLeafOf(node: i32, sums: usize): u32 {
  if (!isClasses) return setLeaf(node, addToPool(sums), load<f64>(sums));
  if (width == 2 && load<f64>(sums) == 0) return setLeaf(node, 1, load<f64>(sums, 8));
  if (width == 2 && load<f64>(sums, 8) == 0) return setLeaf(node, 0, load<f64>(sums));
  let classes = 0;
  let last = 0;
  let weight: f64 = 0;
  for (let k = 0; k < width; k++) {
    const w = load<f64>(sums + (<usize>k << 3));
    weight += w;
    if (w > 0) {
      classes++;
      last = k;
    }
  }
  if (classes == 1) return setLeaf(node, last, weight);
  return setLeaf(node, addToPool(sums), weight);
}

/** Writes the grown tree (written.ts). */
export function flatten(member: i32): void {
  const answers = startWriting(draft, made);
  if (isKeyed) lookUpDrawn();
  while (writeNext()) {}
  const end = finishWriting(member, made, answers);
  memory.copy(nodes, draft, end - draft);
}

/** False if it is the last node. */
@inline
function writeNext(): bool {
  const from = nodes + <usize>writtenNode * NODE;
  const a = load<i32>(from);
  const link = load<u32>(from, 4);
  writeNode(a, betweenRows && a != LEAF ? cutBetween(a, from) : load<f64>(from, 8), load<i32>(from, 16));
  return a == LEAF ? writtenLeaf(answerOf(link)) : writtenSplit(link);
}

@inline
function cutBetween(a: i32, node: usize): f64 {
  return thresholdBetween(a, load<u32>(node, 8), load<u32>(node, 12));
}

/** Computes the cuts that are drawn between the cells of rows. In this order the misses of the cache overlap. */
function lookUpDrawn(): void {
  const end = nodes + <usize>made * NODE;
  for (let node = nodes; node < end; node += NODE) {
    if ((load<i32>(node, 16) & DRAWN) == 0) continue;
    const cells = cellsOf(load<i32>(node));
    const low = load<f64>(cells + (<usize>load<u32>(node, 8) << 3));
    const high = load<f64>(cells + (<usize>load<u32>(node, 12) << 3));
    store<f64>(node, drawnBetween(low, high, shareOf(load<u32>(node, 20))), 8);
    store<i32>(node, load<i32>(node, 16) & ~DRAWN, 16);
  }
}

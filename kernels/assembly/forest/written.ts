import { answerCount, startAnswers, writeAnswers } from "./answers";
import { take } from "./arena";
import { writeDecrease } from "./decrease";
import { rows } from "./params";
import { setRecord } from "./queue";

// A grown tree as it is written, in preorder: thresholds, attributes, skips, flags, and what follows them; then the answers of
// its leaves. A kernel walks over its nodes (`writtenNode`) and says of each what it is. Where it is written is up to the kernel, but in
// the end it is in its slot.

/** The columns of the tree written last. */
export let thresholdColumn: usize = 0;
export let attributeColumn: usize = 0;
export let skipColumn: usize = 0;
export let flagColumn: usize = 0;

/** The node that is written next, as the kernel has numbered it, and its place in preorder. */
export let writtenNode: u32 = 0;
export let writtenPlace: u32 = 0;

/** A stacked node with this for a parent is not a right branch, so no parent needs its distance. */
const NO_PARENT: u32 = 0xffffffff;

/** Right branches to come: node · parent's place (u32 each). */
let stack: usize = 0;
let top: usize = 0;
let parent: u32 = 0;

export function takeWritten(): void {
  stack = take(<usize>rows * 8 + 64);
}

@inline
export function aligned(bytes: usize): usize {
  return (bytes + 63) & ~63;
}

/** Begins a tree of so many nodes with the first one; returns where its columns end. */
export function startWriting(at: usize, count: i32): usize {
  const n = <usize>count;
  thresholdColumn = at;
  attributeColumn = thresholdColumn + aligned(n << 3);
  skipColumn = attributeColumn + aligned(n << 2);
  flagColumn = skipColumn + aligned(n << 2);
  startAnswers();
  top = stack;
  writtenNode = 0;
  writtenPlace = 0;
  parent = NO_PARENT;
  return flagColumn + aligned(n);
}

/** What the next node is: for a leaf, the threshold is its weight. Then `writtenLeaf` or `writtenSplit`. */
@inline
export function writeNode(attribute: i32, threshold: f64, flags: i32): void {
  const at = <usize>writtenPlace;
  if (parent != NO_PARENT) store<u32>(skipColumn + (<usize>parent << 2), writtenPlace - parent);
  store<f64>(thresholdColumn + (at << 3), threshold);
  store<i32>(attributeColumn + (at << 2), attribute);
  store<u8>(flagColumn + at, <u8>flags);
}

/** The node is a leaf; false if it is the last one. */
@inline
export function writtenLeaf(answer: u32): bool {
  store<u32>(skipColumn + (<usize>writtenPlace << 2), answer);
  writtenPlace++;
  if (top == stack) return false;
  top -= 8;
  writtenNode = load<u32>(top);
  parent = load<u32>(top, 4);
  return true;
}

/** The node's branches are `left` and the one numbered after it. */
@inline
export function writtenSplit(left: u32): bool {
  store<u32>(top, left + 1);
  store<u32>(top, writtenPlace, 4);
  top += 8;
  writtenNode = left;
  parent = NO_PARENT;
  writtenPlace++;
  return true;
}

/** After the last node: the answers, from there on, and what is told of the tree. Returns where it ends. */
export function finishWriting(member: i32, count: i32, answers: usize): usize {
  const end = writeAnswers(answers);
  setRecord(member, count, <i32>(answers - thresholdColumn), answerCount);
  writeDecrease(member, count, attributeColumn, thresholdColumn, skipColumn, answers);
  return end;
}

import { answerCount, answerOf, startAnswers, writeAnswers } from "../forest/answers";
import { take } from "../forest/arena";
import { writeDecrease } from "../forest/decrease";
import { rows } from "../forest/params";
import { setRecord, treeOf } from "../forest/queue";
import { LEAF, levelWords, made, NODE, nodes, ON_LEVELS, setCount, sets } from "./nodes";
import { isOrdered, missingCode, valuesOf } from "./params";

// Writes a grown tree in preorder: thresholds, attributes, skips, flags, then the number of words of sets and the words,
// and the answers of its leaves.

/** The columns of the tree written last, and its nodes. */
export let writtenNodes: i32 = 0;
export let attributeColumn: usize = 0;
export let skipColumn: usize = 0;
export let flagColumn: usize = 0;
export let setColumn: usize = 0;
/** By node in preorder: the code up to which cells go left, or where its set begins (u32). */
export let lowColumn: usize = 0;

let stack: usize = 0;
let thresholdColumn: usize = 0;
let words: u32 = 0;

export function takeWriter(): void {
  stack = take(<usize>rows * 8 + 64);
  lowColumn = take(<usize>rows << 3);
}

@inline
function aligned(bytes: usize): usize {
  return (bytes + 63) & ~63;
}

export function writeTree(member: i32): void {
  const n = <usize>made;
  const start = treeOf(member);
  thresholdColumn = start;
  attributeColumn = thresholdColumn + aligned(n << 3);
  skipColumn = attributeColumn + aligned(n << 2);
  flagColumn = skipColumn + aligned(n << 2);
  const setsAt = flagColumn + aligned(n);
  setColumn = setsAt + 4;
  store<u32>(setsAt, setCount);
  writtenNodes = made;
  words = 0;
  startAnswers();
  writePreorder();
  const answers = setsAt + aligned(4 + (<usize>setCount << 2));
  writeAnswers(answers);
  setRecord(member, made, <i32>(answers - start), answerCount);
  writeDecrease(member, made, attributeColumn, thresholdColumn, skipColumn, answers);
}

/** A stacked node with this for a parent is not a right branch, so no parent needs its distance. */
const NO_PARENT: u32 = 0xffffffff;

function writePreorder(): void {
  let top = stack;
  let node: u32 = 0;
  let parent = NO_PARENT;
  let at: u32 = 0;
  for (;;) {
    const from = nodes + <usize>node * NODE;
    const a = load<i32>(from);
    const link = load<u32>(from, 4);
    if (parent != NO_PARENT) store<u32>(skipColumn + (<usize>parent << 2), at - parent);
    store<i32>(attributeColumn + (<usize>at << 2), a);
    store<u8>(flagColumn + <usize>at, <u8>load<i32>(from, 16));
    store<f64>(thresholdColumn + (<usize>at << 3), a == LEAF ? load<f64>(from, 8) : writeTest(from, a, at));
    if (a == LEAF) {
      store<u32>(skipColumn + (<usize>at << 2), answerOf(link));
      at++;
      if (top == stack) return;
      top -= 8;
      node = load<u32>(top);
      parent = load<u32>(top, 4);
      continue;
    }
    store<u32>(top, link + 1);
    store<u32>(top, at, 4);
    top += 8;
    node = link;
    parent = NO_PARENT;
    at++;
  }
}

/** Returns the threshold, or where the set begins. */
function writeTest(from: usize, a: i32, at: u32): f64 {
  const low = load<u32>(from, 8);
  if ((load<i32>(from, 16) & ON_LEVELS) == 0) {
    const high = load<u32>(from, 12);
    const threshold = isOrdered(a) ? <f64>low : between(a, low, high);
    store<u32>(lowColumn + (<usize>at << 2), isOrdered(a) ? low : lastUpTo(a, low, high, threshold));
    return threshold;
  }
  const start = words;
  const count = <u32>levelWords(missingCode(a));
  memory.copy(setColumn + (<usize>start << 2), sets + (<usize>low << 2), <usize>count << 2);
  store<u32>(lowColumn + (<usize>at << 2), start);
  words += count;
  return <f64>start;
}

/** The midpoint of the values of two codes, as in learn/branch/placement.ts. */
@inline
function between(a: i32, lowCode: u32, highCode: u32): f64 {
  const values = valuesOf(a);
  const low = load<f64>(values + (<usize>lowCode << 3));
  const high = load<f64>(values + (<usize>highCode << 3));
  const sum = low + high;
  const middle = sum - sum == 0 ? sum / 2 : low / 2 + high / 2;
  return middle >= low && middle < high ? middle : low;
}

/** The last code whose value is at most the threshold: rows that the tree has not seen may have values between the two. */
function lastUpTo(a: i32, lowCode: u32, highCode: u32, threshold: f64): u32 {
  const values = valuesOf(a);
  let low = lowCode;
  let high = highCode;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (load<f64>(values + (<usize>middle << 3)) <= threshold) low = middle;
    else high = middle;
  }
  return low;
}

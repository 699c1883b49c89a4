import { answerCount, answerOf, startAnswers, writeAnswers } from "../forest/answers";
import { take } from "../forest/arena";
import { writeDecrease } from "../forest/decrease";
import { rows } from "../forest/params";
import { setRecord, treeOf } from "../forest/queue";
import { BITS, kindOf, SCALED } from "./column";
import { cutBetweenKeys } from "./draw";
import { LEAF, made, NODE, nodeAt, nodes, setCount, setOf, wordsOf } from "./nodes";
import { rowCells } from "./params";
import { keyUpTo } from "./scaled";

// Writes a grown tree in preorder: thresholds, attributes, skips, flags, then the number of words of sets and the words,
// and the answers of its leaves.

let stack: usize = 0;
let thresholdColumn: usize = 0;
let attributeColumn: usize = 0;
let skipColumn: usize = 0;
let flagColumn: usize = 0;
let setColumn: usize = 0;
let words: i32 = 0;

export function takeWriter(): void {
  stack = take(<usize>rows * 8 + 64);
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
  words = 0;
  settleCuts();
  startAnswers();
  writePreorder();
  const answers = setsAt + aligned(4 + (<usize>setCount << 2));
  writeAnswers(answers);
  setRecord(member, made, <i32>(answers - start), answerCount);
  writeDecrease(member, made, attributeColumn, thresholdColumn, skipColumn, answers);
}

/** Looks up the thresholds between scaled values, in no particular order: so the cache misses overlap. */
function settleCuts(): void {
  const end = nodeAt(made);
  for (let node = nodes; node < end; node += NODE) {
    const a = load<i32>(node);
    if (a == LEAF || kindOf(a) != SCALED) continue;
    const cut = cutBetweenKeys(a, load<i32>(node, 40), load<i32>(node, 44), load<f64>(node, 8));
    store<f64>(node, cut, 8);
    // The bound was right for the node's rows; those that walk down the tree need the exact one.
    if (rowCells) store<i32>(node, keyUpTo(a, cut) + load<i32>(node, 28), 32);
  }
}

/** A stacked node with this for a parent is not a right branch, so no parent needs its distance. */
const NO_PARENT: u32 = 0xffffffff;

/** The test is a set of levels: ON_LEVELS of src/model/packed.ts. */
const ON_LEVELS: i32 = 2;

function writePreorder(): void {
  let top = stack;
  let node: i32 = 0;
  let parent = NO_PARENT;
  let at: u32 = 0;
  for (;;) {
    const from = nodeAt(node);
    const a = load<i32>(from);
    const link = load<i32>(from, 4);
    if (parent != NO_PARENT) store<u32>(skipColumn + (<usize>parent << 2), at - parent);
    const isSet = a != LEAF && kindOf(a) >= BITS;
    store<f64>(thresholdColumn + (<usize>at << 3), isSet ? writeSet(from, a) : load<f64>(from, 8));
    store<i32>(attributeColumn + (<usize>at << 2), a);
    store<u8>(flagColumn + <usize>at, <u8>(load<i32>(from, 16) | (isSet ? ON_LEVELS : 0)));
    if (a == LEAF) {
      const answer = answerOf(link);
      store<u32>(from, answer, 4);
      store<u32>(skipColumn + (<usize>at << 2), answer);
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

/** Returns where the set begins. */
@inline
function writeSet(node: usize, a: i32): f64 {
  const start = words;
  const from = setOf(node);
  const bytes = <usize>wordsOf(a) << 2;
  for (let i: usize = 0; i < bytes; i += 4) store<u32>(setColumn + (<usize>start << 2) + i, load<u32>(from + i));
  words += wordsOf(a);
  return <f64>start;
}

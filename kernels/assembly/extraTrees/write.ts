import { answerOf } from "../forest/answers";
import { treeOf } from "../forest/queue";
import { aligned, finishWriting, startWriting, takeWritten, writeNode, writtenLeaf, writtenNode, writtenSplit } from "../forest/written";
import { BITS, kindOf, SCALED } from "./column";
import { cutBetweenKeys } from "./draw";
import { LEAF, made, NODE, nodeAt, nodes, setCount, setOf, wordsOf } from "./nodes";
import { rowCells } from "./params";
import { keyUpTo } from "./scaled";

// Writes a grown tree (forest/written.ts): after the flags come the number of words of sets and the words.

let setColumn: usize = 0;
let words: i32 = 0;

export function takeWriter(): void {
  takeWritten();
}

export function writeTree(member: i32): void {
  const setsAt = startWriting(treeOf(member), made);
  setColumn = setsAt + 4;
  store<u32>(setsAt, setCount);
  words = 0;
  settleCuts();
  while (writeNext()) {}
  finishWriting(member, made, setsAt + aligned(4 + (<usize>setCount << 2)));
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

/** The test is a set of levels: ON_LEVELS of src/model/packed.ts. */
const ON_LEVELS: i32 = 2;

/** False if it is the last node. */
@inline
function writeNext(): bool {
  const from = nodeAt(writtenNode);
  const a = load<i32>(from);
  const link = load<i32>(from, 4);
  const flags = load<i32>(from, 16);
  const isSet = a != LEAF && kindOf(a) >= BITS;
  writeNode(a, isSet ? writeSet(from, a) : load<f64>(from, 8), flags | (isSet ? ON_LEVELS : 0));
  if (a != LEAF) return writtenSplit(link);
  const answer = answerOf(link);
  store<u32>(from, answer, 4);
  return writtenLeaf(answer);
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

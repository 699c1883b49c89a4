import { answerOf } from "../forest/answers";
import { take } from "../forest/arena";
import { rows } from "../forest/params";
import { treeOf } from "../forest/queue";
import { aligned, finishWriting, startWriting, takeWritten, writeNode, writtenLeaf, writtenNode, writtenPlace, writtenSplit } from "../forest/written";
import { LEAF, levelWords, made, NODE, nodes, ON_LEVELS, setCount, sets } from "./nodes";
import { isOrdered, missingCode, valuesOf } from "./params";

// Writes a grown tree (forest/written.ts): after the flags come the number of words of sets and the words.

/** Of the tree written last: its nodes, and the words of its sets. */
export let writtenNodes: i32 = 0;
export let setColumn: usize = 0;
/** By node in preorder: the code up to which cells go left, or where its set begins (u32). */
export let lowColumn: usize = 0;

let words: u32 = 0;

export function takeWriter(): void {
  takeWritten();
  lowColumn = take(<usize>rows << 3);
}

export function writeTree(member: i32): void {
  const setsAt = startWriting(treeOf(member), made);
  setColumn = setsAt + 4;
  store<u32>(setsAt, setCount);
  writtenNodes = made;
  words = 0;
  while (writeNext()) {}
  finishWriting(member, made, setsAt + aligned(4 + (<usize>setCount << 2)));
}

/** False if it is the last node. */
@inline
function writeNext(): bool {
  const from = nodes + <usize>writtenNode * NODE;
  const a = load<i32>(from);
  const link = load<u32>(from, 4);
  const flags = load<i32>(from, 16);
  if (a == LEAF) {
    writeNode(a, load<f64>(from, 8), flags);
    return writtenLeaf(answerOf(link));
  }
  writeNode(a, writeTest(from, a, writtenPlace), flags);
  return writtenSplit(link);
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

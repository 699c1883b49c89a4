import { take } from "../forest/arena";
import { isClasses, perNode } from "../forest/params";
import { nextAttribute, startSample } from "../forest/sample";
import {
  blockClasses,
  blockCodes,
  blockMass,
  blockMissing,
  blockUnits,
  examineBlock,
  markAt,
  MOST,
  setCodes,
  startBlock,
  tableCode,
} from "./block";
import { attributeOf, chosen, highCodeOf, leftSetOf, lowCodeOf, missingGoesLeft, rightSetOf, startFound } from "./found";
import { frameBytes, leftSums, MOST_FRAMES, pushBranches, rightSums, subtract, sumsOf } from "./frames";
import { addBit } from "./levelSets";
import { addTo, areOneClass, clearSums } from "./mass";
import { newPair, setLeafOf, setLevels, setThreshold } from "./nodes";
import { isNominal } from "./params";
import { divideAt, divideBy } from "./partition";

// Grows a block: a node of at most 256 rows, to the end.

let ids: usize = 0;
let frames: usize = 0;

export function takeBlockFrames(): void {
  ids = take(MOST);
  frames = take(frameBytes() * MOST_FRAMES);
}

/** The node of this frame, whose entries these are (u64). */
export function growBlock(frame: usize, entries: usize): void {
  const n = load<i32>(frame, 4);
  startBlock(entries, n);
  for (let i: usize = 0; i < <usize>n; i++) store<u8>(ids + i, <u8>i);
  memory.copy(frames, frame, frameBytes());
  store<i32>(frames, 0);
  let top = frames + frameBytes();
  while (top > frames) {
    top -= frameBytes();
    top = split(top);
  }
}

/** Splits the node in the frame, or makes it a leaf; its open branches replace it on the stack. Returns the new top. */
function split(frame: usize): usize {
  const n = load<i32>(frame, 4);
  const node = load<i32>(frame, 8);
  const from = ids + <usize>load<i32>(frame);
  const sums = sumsOf(frame);
  const record = examine(from, n, load<u32>(frame, 16), sums);
  if (record == 0) {
    setLeafOf(node, sums);
    return frame;
  }
  const left = newPair();
  const nLeft = divide(record, node, left, from, n);
  // The sums of the smaller branch are added up; the other's are the difference.
  if (nLeft + nLeft <= n) sumUp(leftSums, rightSums, from, nLeft, sums);
  else sumUp(rightSums, leftSums, from + <usize>nLeft, n - nLeft, sums);
  return pushBranches(frame, nLeft, left, isPure(leftSums, from, nLeft), isPure(rightSums, from + <usize>nLeft, n - nLeft));
}

/** Returns the record of the test to split by, or 0. */
function examine(from: usize, n: i32, key: u32, sums: usize): usize {
  startFound(sums);
  startSample(key);
  for (let varied = 0; varied < perNode; ) {
    const a = nextAttribute();
    if (a < 0) break;
    const seen = examineBlock(a, from, n, sums);
    if (seen == 2) break;
    varied += seen;
  }
  return chosen();
}

function sumUp(part: usize, rest: usize, from: usize, n: i32, sums: usize): void {
  clearSums(part);
  for (let at = from; at < from + <usize>n; at++) addTo(part, markAt(<usize>load<u8>(at)), blockMass, blockClasses);
  subtract(rest, sums, part);
}

/** All entries have the same target. */
function isPure(sums: usize, from: usize, n: i32): bool {
  if (isClasses) return areOneClass(sums);
  const first = load<f64>(blockUnits + (<usize>load<u8>(from) << 3));
  for (let i = 1; i < n; i++)
    if (load<f64>(blockUnits + (<usize>load<u8>(from + <usize>i) << 3)) != first) return false;
  return true;
}

/** Sets the node's test and divides its entries; returns how many go left. */
function divide(record: usize, node: i32, left: i32, from: usize, n: i32): i32 {
  const a = attributeOf(record);
  const missingLeft = missingGoesLeft(record);
  const none = blockMissing(a);
  if (!isNominal(a)) {
    const low = lowCodeOf(record);
    setThreshold(node, a, tableCode(a, low), tableCode(a, highCodeOf(record)), left, missingLeft);
    return divideAt<u8, u8>(from, n, blockCodes(a), low, missingLeft ? none : 0xffffffff);
  }
  writeSet(setLevels(node, a, left, missingLeft), a, missingLeft ? rightSetOf(record) : leftSetOf(record), missingLeft);
  if (missingLeft && none < MOST) addBit(leftSetOf(record), none);
  return divideBy<u8, u8>(from, n, blockCodes(a), leftSetOf(record));
}

/** Adds the levels of a set of the block's codes, or removes them. */
function writeSet(to: usize, a: i32, codes: usize, isRemoved: bool): void {
  for (let word: u32 = 0; word << 5 < <u32>setCodes(a); word++) {
    for (let bits = load<u32>(codes + (<usize>word << 2)); bits != 0; bits &= bits - 1) {
      const code = tableCode(a, (word << 5) + <u32>ctz(bits));
      const at = to + (<usize>(code >> 5) << 2);
      const bit = <u32>1 << (code & 31);
      store<u32>(at, isRemoved ? load<u32>(at) & ~bit : load<u32>(at) | bit);
    }
  }
}

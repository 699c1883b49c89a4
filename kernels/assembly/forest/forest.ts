import { rootKey } from "../common/nodeRandom";
import { arenaTop, startArena, take, takeAfter, takeAgain } from "./arena";
import { takeBest, takeLargeBest, useBest } from "./bestCut";
import { leftLeaf, pushBranches, rightLeaf, sumsByCut } from "./branches";
import { clearBytes } from "./bytes";
import { attributeOf, chosen, cutOf, lowRowOf, missingGoesLeft, startFound, takeFound } from "./found";
import { newLeaf, pushNode } from "./frames";
import { finishLanding, landEntries, startLanding } from "./landing";
import { addLeaf, clearLeaves, growLeaves, leavesFull, takeLeafLists, takeLeaves } from "./leaves";
import { takeLists } from "./lists";
import { takeLocal } from "./local";
import { isPure, isTwo, loadMember, massShift, sumUp } from "./mass";
import { takeNodeOrder } from "./nodeOrder";
import { flatten, newPair, setLeafOf, setSplit, startTree, takeFlat, takeNodes } from "./nodes";
import { arenas, blockRows, knownRows, perNode, placesOf, readParams, rows, seeds } from "./params";
import { clearPartition, takePartition } from "./partition";
import { finishMember, leaveQueue, nextMember } from "./queue";
import { clearSample, nextAttribute, startSample, takeSample } from "./sample";
import { takeScan } from "./scanLists";
import { examineMap, loadBytes, PAD, takeMap, takeRowBytes } from "./scanMap";
import { examineOrder, markNode, takeOrder } from "./scanOrder";
import { startTwo } from "./scanTwo";
import { frameBytes, leftSums, MOST_FRAMES, rightSums, subtract, sumsOf, takeBranches } from "./stack";
import { followUnseen, takeUnseen } from "./unseen";

// Trees by best cuts. Large nodes are searched through the whole table's orders, made once for all trees; nodes of at most
// `blockRows` rows are collected (leaves.ts), get their own sorted lists all at once, and are grown from them.

let ids: usize = 0;
let moved: usize = 0;
let mass: usize = 0;
let frames: usize = 0;
/** Whether there are two classes, and weights fit into the bytes of a map. */
let hasBytes: bool = false;

/** Sums of weights of such nodes fit in 16 bits. */
const MOST_LOCAL_WEIGHT: f64 = 65535;

export function forestArena(at: usize): usize {
  readParams(at);
  startArena(0);
  takeAll();
  return take(64);
}

function takeAll(): void {
  takeNodes();
  takeUnseen();
  takeSample();
  takeFound();
  takeBranches();
  const most = min(blockRows, rows);
  takeBest(most);
  takeScan();
  takeLocal(most);
  takePartition(most);
  takeLists(most);
  frames = take(frameBytes() * MOST_FRAMES);
  const grown = arenaTop();
  takeGrowth();
  takeAgain(grown);
  takeFlat();
  takeAfter();
}

/** Nothing of this is needed when the tree is written, and of large nodes nothing while the nodes at their ends are grown. */
function takeGrowth(): void {
  ids = take(<usize>rows << 2);
  mass = take(<usize>rows << massShift());
  takeRowBytes();
  takeLeaves();
  const large = arenaTop();
  takeLargeBest();
  takeMap();
  takeOrder();
  takeNodeOrder(PAD);
  moved = take(<usize>rows << 2);
  takeAgain(large);
  takeLeafLists();
}

/** Before the first tree of a thread. */
export function startTrees(thread: i32, at: usize): void {
  readParams(at);
  startArena(<usize>load<u32>(arenas + (<usize>thread << 2)));
  takeAll();
  clearSample();
  clearPartition();
  clearBytes();
}

/** Trees by the other threads: the calling one grows its own one by one (`nextTree`). */
export function growTrees(thread: i32, threads: i32, at: usize): void {
  if (thread == 0) return;
  startTrees(thread, at);
  while (growMember()) {}
  leaveQueue();
}

/** One more tree by the calling thread; 0 if there is none. */
export function nextTree(at: usize): i32 {
  readParams(at);
  startArena(<usize>load<u32>(arenas));
  takeAll();
  return i32(growMember());
}

function growMember(): bool {
  const member = nextMember();
  if (member < 0) return false;
  startTree(member, true);
  startLanding(member, false);
  const n = loadMember(member, ids, mass);
  hasBytes = isTwo() && loadBytes(mass);
  sumUp(leftSums, ids, n, mass);
  grow(n, rootKey(load<u32>(seeds + (<usize>member << 2))));
  flatten(member);
  followUnseen(member);
  finishLanding(member);
  finishMember(member);
  return true;
}

function grow(n: i32, key: u32): void {
  clearLeaves();
  let top = pushNode(frames, leftSums, 0, n, 0, 0, key, 0, isPure(leftSums, ids, n, mass));
  landEntries<u32>(ids, n, newLeaf, 0);
  while (top > frames) {
    top -= frameBytes();
    const isSmall = load<i32>(top, 4) <= blockRows && !(isTwo() && weightAt(top) > MOST_LOCAL_WEIGHT);
    if (!isSmall) top = split(top);
    else {
      if (leavesFull(top)) growLeaves(ids, mass);
      addLeaf(top, ids);
    }
  }
  growLeaves(ids, mass);
}

@inline
function weightAt(frame: usize): f64 {
  return load<f64>(sumsOf(frame)) + load<f64>(sumsOf(frame), 8);
}

/** Splits the node in the frame, or makes it a leaf; its open branches replace it on the stack. Returns the new top. */
function split(frame: usize): usize {
  const n = load<i32>(frame, 4);
  const node = load<i32>(frame, 8);
  const from = ids + (<usize>load<i32>(frame) << 2);
  const sums = sumsOf(frame);
  const record = examine(from, n, load<u32>(frame, 16), sums);
  if (record == 0) {
    landEntries<u32>(from, n, setLeafOf(node, sums), 0);
    return frame;
  }
  const a = attributeOf(record);
  const missingLeft = missingGoesLeft(record);
  const left = newPair();
  setSplit(node, a, cutOf(record), left, missingLeft);
  const nLeft = divide(from, n, placesOf(a), lowRowOf(record), missingLeft ? knownRows(a) : rows);
  if (!sumsByCut(record, sums)) {
    sumUp(leftSums, from, nLeft, mass);
    subtract(rightSums, sums, leftSums);
  }
  const right = from + (<usize>nLeft << 2);
  const leftPure = isPure(leftSums, from, nLeft, mass);
  const rightPure = isPure(rightSums, right, n - nLeft, mass);
  const top = pushBranches(frame, nLeft, left, 0, leftPure, rightPure);
  landEntries<u32>(from, nLeft, leftLeaf, 0);
  landEntries<u32>(right, n - nLeft, rightLeaf, 0);
  return top;
}

/** Returns the record of the cut to split by, or 0. */
function examine(from: usize, n: i32, key: u32, sums: usize): usize {
  useBest(true);
  startFound(sums);
  startSample(key);
  startTwo();
  if (!hasBytes) markNode(from, n);
  for (let varied = 0; varied < perNode; ) {
    const a = nextAttribute();
    if (a < 0) break;
    const seen = hasBytes ? examineMap(a, from, n, sums) : examineOrder(a, from, n, sums, mass);
    if (seen == 2) break;
    varied += seen;
  }
  return chosen();
}

/**
 * Stable: within a branch rows keep their order. Those up to `low` in the attribute's order, and from place `also` on, go left; returns
 * how many.
 */
function divide(from: usize, n: i32, places: usize, low: u32, also: u32): i32 {
  const last = load<u32>(places + (<usize>low << 2));
  const end = from + (<usize>n << 2);
  let left = from;
  let right = moved;
  for (let at = from; at < end; at += 4) {
    const row = load<u32>(at);
    const place = load<u32>(places + (<usize>row << 2));
    const goes = <usize>(i32(place <= last) | i32(place >= also)) << 2;
    store<u32>(left, row);
    store<u32>(right, row);
    left += goes;
    right += 4 - goes;
  }
  memory.copy(left, moved, right - moved);
  return <i32>((left - from) >> 2);
}

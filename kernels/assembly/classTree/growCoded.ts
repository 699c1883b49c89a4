import { barrier } from "../common/barrier";
import { leaveIfStopped } from "../common/control";
import { finds, stack } from "./arena";
import {
  codeBytes,
  histogramBytes,
  histograms,
  rowBytes,
  rowsA,
  rowsB,
  sharedHistograms,
  startOf,
  wholeCounts,
} from "./coded";
import { push } from "./growLists";
import { countRows, nextCode, rowWith, scanHistogram, scanHistogramAgain, sumCodes, takeOff } from "./histogram";
import {
  attributes,
  BARRIER,
  classes,
  control,
  isNominal,
  listsA,
  NEXT_TASK,
  NODE_COUNT,
  rows,
  sharedEntries,
  sharedFinds,
  TASK_COUNT,
  tasks,
  thread,
  threads,
} from "./job";
import { countsOf, isOpen, rowsAt, weightAt, writeBranches, writeSplit } from "./node";
import {
  choose,
  closeAttribute,
  gainAt,
  isUnsure,
  leftAt,
  noFind,
  openAttribute,
  openNode,
  placeAt,
  sumOfSquares,
} from "./search";
import { growSmallCoded, isSmall } from "./small";
import { mirrorCounted } from "./twoLevels";

// Growth from histograms. Of two branches the one with fewer rows is counted and grown first; the other's histogram is
// the node's minus it. So the pending histograms are at most log2 of the rows. A pending node is as in growLists, with its
// histogram's number above the set. If threads work on a node together, each has a range of the attributes.

@inline
function meet(together: bool): void {
  if (together) barrier(control + BARRIER, threads);
}

/** With this many tasks per thread, threads wait little for the last one. */
const TASKS_A_THREAD: i32 = 8;

@inline
function isTask(m: i32, weight: i32): bool {
  if (threads == 1 || isSmall(m, weight)) return true;
  return m <= rows / (threads * TASKS_A_THREAD) || <f64>m * <f64>attributes <= sharedEntries;
}

/** Whether a branch is searched by its histogram, and here. */
@inline
function needsHistogram(together: bool, m: i32, node: i32): bool {
  if (!isOpen(node) || isSmall(m, weightAt(node))) return false;
  return !together || !isTask(m, weightAt(node));
}

function search(histogram: usize, from: i32, to: i32, node: i32, into: usize): void {
  const counts = countsOf(node);
  const weight = weightAt(node);
  const squares = sumOfSquares(counts, classes);
  memory.copy(wholeCounts, counts, <usize>classes << 2);
  openNode(weight, squares, into);
  for (let a = from; a < to; a++) {
    openAttribute(weight, squares);
    scanHistogram(histogram, a);
    if (isUnsure()) scanHistogramAgain(histogram, a);
    if (isNominal(a)) mirrorCounted(histogram + startOf(a), counts, classes);
    if (!closeAttribute(a)) continue;
    for (a++; a < to; a++) noFind(a);
  }
}

/** Stable partition; returns how many rows go left. */
function partition(from: usize, m: i32, to: usize, attribute: i32, limit: usize): i32 {
  let left = to;
  // From the far end backwards, since the number that go left is known only at the end: the right part is reversed below.
  let right = to + (<usize>m << 2) - 4;
  const first = listsA + (<usize>attribute << 1);
  const step = rowBytes;
  const end = from + (<usize>m << 2);
  for (let at = from; at < end; at += 4) {
    const row = load<u32>(at);
    const side = <usize>(<usize>load<u16>(first + <usize>row * step) >= limit);
    store<u32>(left ^ ((left ^ right) & (0 - side)), row);
    right -= side << 2;
    left += 4 - (side << 2);
  }
  for (let low = left, high = to + (<usize>m << 2) - 4; low < high; low += 4, high -= 4) {
    const row = load<u32>(low);
    store<u32>(low, load<u32>(high));
    store<u32>(high, row);
  }
  return <i32>((left - to) >> 2);
}

/** Divides the node's rows and writes its branches. */
function divide(histogram: usize, from: usize, m: i32, to: usize, node: i32, left: i32, chosen: i32): void {
  const place = placeAt(chosen);
  const leftRows = partition(from, m, to, chosen, startOf(chosen) + <usize>place * codeBytes);
  sumCodes(histogram, chosen, place, countsOf(left), classes);
  const low = rowWith(to, chosen, place - 1);
  const high = rowWith(to + (<usize>leftRows << 2), chosen, nextCode(histogram, chosen, place));
  const leftWeight = leftAt(chosen);
  writeSplit(node, chosen, left, low, high, gainAt(chosen), leftWeight, weightAt(node) - leftWeight);
  writeBranches(node, left, m, leftRows);
}

/** Grows from a node. Together, down to nodes that become tasks for one thread each. */
function grow(together: bool, start0: i32, m0: i32, node0: i32, set0: i32): void {
  const all = together ? sharedHistograms : histograms;
  const from = together ? <i32>((<i64>attributes * thread) / threads) : 0;
  const to = together ? <i32>((<i64>attributes * (thread + 1)) / threads) : attributes;
  let next = 1;
  let waiting = tasks;
  let top = push(stack, start0, m0, node0, set0);
  if (!isSmall(m0, weightAt(node0)) && !(together && isTask(m0, weightAt(node0)))) {
    countRows((set0 ? rowsB : rowsA) + (<usize>start0 << 2), m0, from, to, all);
  }
  while (top > stack) {
    leaveIfStopped();
    top -= 16;
    const start = load<i32>(top);
    const m = load<i32>(top, 4);
    const node = load<i32>(top, 8);
    const set = load<i32>(top, 12) & 1;
    const slot = load<i32>(top, 12) >> 1;
    const at = <usize>start << 2;
    const own = (set ? rowsB : rowsA) + at;
    const other = (set ? rowsA : rowsB) + at;
    if (together && isTask(m, weightAt(node))) {
      if (thread == 0) push(waiting, start, m, node, set);
      waiting += 16;
      continue;
    }
    if (isSmall(m, weightAt(node))) {
      growSmallCoded(own, m, node);
      continue;
    }
    const histogram = all + <usize>slot * histogramBytes;
    search(histogram, from, to, node, together ? sharedFinds : finds);
    meet(together);
    const chosen = choose();
    if (chosen < 0) {
      meet(together);
      continue;
    }
    const left = together ? next : atomic.add<i32>(control + NODE_COUNT, 2);
    next += 2;
    if (!together || thread == 0) divide(histogram, own, m, other, node, left, chosen);
    meet(together);
    const leftRows = rowsAt(left);
    const leftFewer = leftRows + leftRows <= m;
    const fewer = leftFewer ? left : left + 1;
    const more = leftFewer ? left + 1 : left;
    const fewerRows = leftFewer ? leftRows : m - leftRows;
    const fewerStart = leftFewer ? start : start + leftRows;
    const moreStart = leftFewer ? start + leftRows : start;
    const forMore = needsHistogram(together, m - fewerRows, more);
    if (forMore || needsHistogram(together, fewerRows, fewer)) {
      const counted = forMore ? histogram + histogramBytes : histogram;
      countRows((set ? rowsA : rowsB) + (<usize>fewerStart << 2), fewerRows, from, to, counted);
      if (forMore) takeOff(histogram, counted, from, to);
    }
    if (isOpen(more)) top = push(top, moreStart, m - fewerRows, more, (set ^ 1) | (slot << 1));
    if (isOpen(fewer)) top = push(top, fewerStart, fewerRows, fewer, (set ^ 1) | ((slot + i32(forMore)) << 1));
  }
  if (together && thread == 0) {
    atomic.store<i32>(control + NODE_COUNT, next);
    atomic.store<i32>(control + TASK_COUNT, <i32>((waiting - tasks) >> 4));
  }
}

export function growCodedTogether(): void {
  grow(true, 0, rows, 0, 0);
}

/** Whole subtrees, which the threads take in turn. */
export function growCodedTasks(): void {
  const count = atomic.load<i32>(control + TASK_COUNT);
  for (;;) {
    const task = atomic.add<i32>(control + NEXT_TASK, 1);
    if (task >= count) return;
    const p = tasks + (<usize>task << 4);
    grow(false, load<i32>(p), load<i32>(p, 4), load<i32>(p, 8), load<i32>(p, 12));
  }
}

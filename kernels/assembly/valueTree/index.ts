// A whole regression tree by squared error: exact, from sorted lists that every division keeps sorted. Large nodes are
// searched by all threads together; smaller ones are tasks, each grown by one thread from lists of u16, then of u8.
import { arenaBytes, fillTables, sortingBytes, sums, useArena } from "./arena";
import { leaveIfStopped } from "../common/control";
import { FAILED, job, lookForGaps, NEXT_TASK, SEGMENTS, takeJob } from "./job";
import { Sums } from "./look";
import { middleTask } from "./middle";
import { fillTable, packRows, sortLists } from "./presort";
import { growTop, listsAt, segmentAt } from "./wide";

export { arenaBytes, sortingBytes };

// Loops that must not be inlined into their callers, and are not because they are exported. The host's baseline code for a
// function is slow, and optimised code is used only from the next call on.
export { fillBlock, fillList } from "./presort";
export { divideList, markSides } from "./wide";

/** Once the units and weights are in place, and before `presort`. */
export function pack(at: usize): void {
  takeJob(at, 0, 1);
  packRows();
}

/** Sorts the lists of the attributes before `end` that are not sorted yet. On every thread at once; `at` is a Job. */
export function presort(thread: i32, threads: i32, at: usize, end: i32): void {
  takeJob(at, thread, threads);
  useArena();
  sortLists(end);
}

/** Once all lists are sorted. */
export function grow(thread: i32, threads: i32, at: usize): void {
  takeJob(at, thread, threads);
  useArena();
  lookForGaps();
  fillTables();
  fillTable();
  growTop();
  if (atomic.load<i32>(job.control + FAILED) != 0) return;
  growTasks();
}

/** Large tasks first, in three rounds: the threads are done at about the same time. */
function growTasks(): void {
  const segments = atomic.load<i32>(job.control + SEGMENTS);
  for (;;) {
    const turn = atomic.add<i32>(job.control + NEXT_TASK, 1);
    if (turn >= 3 * segments) return;
    const segment = segmentAt(turn % segments);
    const rows = segment.rows;
    if (rows == 0 || roundOf(rows) != turn / segments) continue;
    leaveIfStopped();
    segment.nodes = middleTask(listsAt(segment.depth), segment.start, rows, segment.depth, changetype<Sums>(sums));
  }
}

function roundOf(rows: i32): i32 {
  return rows > job.middleRows >> 1 ? 0 : rows > job.middleRows >> 3 ? 1 : 2;
}

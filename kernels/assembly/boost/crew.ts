// The threads that grow a tree together, and what each of them has of its own.

import { barrier } from "../common/barrier";
import { attributeAt, attributes, boardAt, cellsOf, slotBytes } from "./plan";

/** This thread's number among all, whether or not it works alone. */
export let worker: i32 = 0;
/** Its number in the team that grows the tree, and the size of that team. */
export let me: i32 = 0;
export let team: i32 = 1;
/** This thread's space for lists of levels. */
export let lists: usize = 0;
/** The attributes whose cells this thread merges, subtracts and scans: neighbours, with about as many cells as others have. */
export let firstAttribute: i32 = 0;
export let endAttribute: i32 = 0;

/** Assembles a team of all threads, or of this one alone. `levels`: space for its lists of levels. */
export function assemble(thread: i32, threads: i32, alone: bool, levels: usize): void {
  worker = thread;
  me = alone ? 0 : thread;
  team = alone ? 1 : threads;
  lists = levels;
  firstAttribute = firstFrom(me);
  endAttribute = firstFrom(me + 1);
}

/** The first attribute of a thread, or of later ones. */
function firstFrom(thread: i32): i32 {
  const from = <u64>slotBytes * <u64>thread;
  let a = 0;
  while (a < attributes && <u64>cellsOf(attributeAt(a)) * <u64>team < from) a++;
  return a;
}

@inline
export function meet(): void {
  barrier(boardAt, team);
}

/** A count that each thread writes to the board, for all to sum after a barrier. */
@inline
export function ownCount(thread: i32): usize {
  return boardAt + 256 + (<usize>thread << 3);
}

/** The sum of all threads' counts. */
export function sumOfCounts(): i32 {
  let n = 0;
  for (let t = 0; t < team; t++) n += load<i32>(ownCount(t));
  return n;
}

@inline
export function rootSums(thread: i32): usize {
  return boardAt + 1024 + (<usize>thread << 4);
}

/** The next tree that no thread has taken yet. `queue`: a word that is 0 at the beginning. */
@inline
export function takeNext(queue: usize): i32 {
  return atomic.add<i32>(queue, 1);
}

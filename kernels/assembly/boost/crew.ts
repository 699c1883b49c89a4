// The threads that grow a tree together, and what each of them has of its own. Rows belong to threads, in parts; while a
// leaf is divided, either every thread works on its own part, or one thread on all parts of that leaf.

import { barrier } from "../common/barrier";
import { attributeAt, cellsOf } from "./attribute";
import { attributes, boardAt, slotBytes } from "./plan";

/** This thread's number among all, whether or not it works alone. */
export let worker: i32 = 0;
/** Its number in the team that grows the tree, and the size of that team. */
export let me: i32 = 0;
export let team: i32 = 1;
/** Whether this thread works on a leaf alone. */
export let alone: bool = true;
/** The parts of the rows that it divides and tallies. */
export let firstPart: i32 = 0;
export let endPart: i32 = 1;
/** This thread's space for lists of levels, and for the steps of a partition. */
export let lists: usize = 0;
/** The attributes whose cells this thread merges, subtracts and scans: neighbours, with about as many cells as others have. */
export let firstAttribute: i32 = 0;
export let endAttribute: i32 = 0;
/** Those of them that are this thread's while all work together. */
let firstOwn: i32 = 0;
let endOwn: i32 = 0;

/** Assembles a team of all threads, or of this one alone. `levels`: space for its lists of levels. */
export function assemble(thread: i32, threads: i32, apart: bool, levels: usize): void {
  worker = thread;
  me = apart ? 0 : thread;
  team = apart ? 1 : threads;
  lists = levels;
  firstOwn = firstFrom(me);
  endOwn = firstFrom(me + 1);
  if (team == 1) workAlone();
  else workTogether();
}

/** From now on this thread works on leaves of its own. */
export function workAlone(): void {
  alone = true;
  firstPart = 0;
  endPart = team;
  firstAttribute = 0;
  endAttribute = attributes;
}

/** From now on all threads work on one leaf. */
export function workTogether(): void {
  alone = false;
  firstPart = me;
  endPart = me + 1;
  firstAttribute = firstOwn;
  endAttribute = endOwn;
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

/** A count that each thread writes to the board, for all to read after a barrier. */
@inline
export function ownCount(thread: i32): usize {
  return boardAt + 256 + (<usize>thread << 3);
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

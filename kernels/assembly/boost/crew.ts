// The threads that grow a tree together, and what each of them has of its own.

import { barrier } from "../common/barrier";
import { boardAt } from "./plan";

/** This thread's number in the team, and the size of the team. */
export let me: i32 = 0;
export let team: i32 = 1;
/** This thread's space for lists of levels. */
export let lists: usize = 0;

export function assemble(thread: i32, threads: i32, levels: usize): void {
  me = thread;
  team = threads;
  lists = levels;
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

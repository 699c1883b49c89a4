// The trees of a round. Where there is memory for it, a thread grows a whole tree; the trees that do not come out even
// are grown by all threads together.

import { addGrown } from "./add";
import { assemble, me, meet, takeNext, team } from "./crew";
import { gradients } from "./gradients";
import { growTree } from "./grow";
import { bind, boardAt, outputs, recordTree, takeOwn, takeTree } from "./plan";

/** Where the board has the next tree to be grown by one thread. */
const QUEUE: usize = 128;

/**
 * Grows the trees of `count` outputs from `first` on. `levels`: each thread's space for lists of levels, `levelBytes`
 * each. `apart`: 1 if threads have memory to grow trees apart. `adds`: 1 if the trees are added to the scores. `spare`:
 * space to compute the round's gradients first, or 0.
 */
export function growTrees(
  thread: i32,
  threads: i32,
  block: usize,
  levels: usize,
  levelBytes: usize,
  first: i32,
  count: i32,
  apart: i32,
  adds: i32,
  spare: usize,
): void {
  const lists = levels + <usize>thread * levelBytes;
  const even = apart != 0 ? count - (count % threads) : 0;
  bind(block);
  if (spare != 0) {
    assemble(thread, threads, false, lists);
    gradients(thread, threads, spare);
    // The only tree of a round: every thread has computed the gradients of its own rows, and enters only these.
    if (count > 1 || outputs > 1) meet();
  }
  const queue = boardAt + QUEUE;
  for (let tree = even > 0 ? takeNext(queue) : 0; tree < even; tree = takeNext(queue)) {
    bind(block);
    takeOwn(thread);
    assemble(thread, threads, true, lists);
    growOne(tree, first, adds != 0);
  }
  for (let tree = even; tree < count; tree++) {
    bind(block);
    assemble(thread, threads, false, lists);
    // The memory of trees grown apart is used again, and that of the tree before.
    if (tree > 0) meet();
    growOne(tree, first, adds != 0);
  }
}

function growOne(tree: i32, first: i32, adds: bool): void {
  takeTree(tree);
  const leaves = growTree(first + tree);
  if (me == 0) recordTree(tree, leaves, team);
  // The first of the team has written the leaves' values.
  meet();
  if (adds) addGrown(me, team, first + tree, leaves, team);
}

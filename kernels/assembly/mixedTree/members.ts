import { preorderBytes, usePreorder, writePreorder } from "../common/preorder";
import { layOut, stack } from "./arena";
import { growTogether } from "./grow";
import {
  attributes,
  chooseCounted,
  classes,
  control,
  CONTROL_BYTES,
  NODE_COUNT,
  readJob,
  readMember,
  rows,
  SET_COUNT,
  sets,
  setWords,
  sums,
  workspaceBytes,
} from "./job";
import { collectOut, greatestCount, land } from "./landing";
import { judgement, landed, readLeftOut } from "./leftOut";
import { isJudgeable, writeLosses } from "./losses";
import { writeRoot } from "./node";
import { sortRows } from "./sortRows";
import { growTasks } from "./tasks";

// Whole trees of one table that differ in the weights of its rows, each by one thread. The queue: i32 for the next member and
// for their number, u32 for the job and for what is asked about left-out rows (0: nothing; see leftOut); from byte 16 on the
// members, RECORD bytes each: u32 for how often each row counts (a byte; absent: 0), u32 for the place of the tree, i32 that
// becomes GROWN when it is there, u32 for the place of what was asked. A tree is its numbers of nodes and of words in sets
// (i32), its columns, and the words; if they did not fit, the tree is not written.

const RECORD: usize = 16;
/** A member's tree is there; and so is all that was asked about the rows that it leaves out. */
const GROWN: i32 = 1;
const ANSWERED: i32 = 2;

export function growMembers(thread: i32, threads: i32, queue: usize): void {
  while (growNext(thread, queue)) {}
}

/** Takes the next member, if there is one, and grows its tree. */
export function growNext(thread: i32, queue: usize): bool {
  const next = atomic.add<i32>(queue, 1);
  if (next >= load<i32>(queue, 4)) return false;
  const member = queue + 16 + <usize>next * RECORD;
  const job = <usize>load<u32>(queue, 8);
  readMember(job, <usize>thread * workspaceBytes(job), <usize>load<u32>(member));
  growAlone();
  writeTree(<usize>load<u32>(member, 4));
  const block = <usize>load<u32>(queue, 12);
  const answered = block == 0 || answer(thread, queue, next);
  atomic.store<i32>(member, answered ? ANSWERED : GROWN, 8);
  return true;
}

/**
 * Answers what was asked about the rows that a grown member leaves out. False if it is not known yet what they are to be
 * judged by.
 */
export function answer(thread: i32, queue: usize, own: i32): bool {
  const member = queue + 16 + <usize>own * RECORD;
  const job = <usize>load<u32>(queue, 8);
  readJob(0, 1, job);
  readLeftOut(<usize>load<u32>(queue, 12), <usize>thread * workspaceBytes(job), <usize>rows, <usize>greatestCount());
  if (judgement != 0 && !isJudgeable()) return false;
  const tree = <usize>load<u32>(member, 4);
  const nodes = load<i32>(tree);
  const counts = <usize>load<u32>(member);
  if (load<i32>(tree, 4) > setWords || counts == 0) return true;
  usePreorder(tree + 8, nodes, classes);
  const out = collectOut(counts);
  land(out, tree + 8 + preorderBytes(nodes, classes));
  const to = <usize>load<u32>(member, 12);
  if (judgement != 0) writeLosses(to, nodes, counts, out);
  else memory.copy(to, landed, <usize>out << 2);
  return true;
}

function growAlone(): void {
  memory.fill(control, 0, CONTROL_BYTES);
  chooseCounted();
  layOut();
  writeRoot();
  sortRows(0, attributes);
  growTogether();
  growTasks();
}

function writeTree(at: usize): void {
  const count = load<i32>(control + NODE_COUNT);
  const words = load<i32>(control + SET_COUNT);
  store<i32>(at, count);
  store<i32>(at, words, 4);
  if (words > setWords) return;
  writePreorder<f64>(at + 8, count, classes, sums, stack);
  memory.copy(at + 8 + preorderBytes(count, classes), sets, <usize>words << 2);
}

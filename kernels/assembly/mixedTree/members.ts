import { preorderBytes, writePreorder } from "../common/preorder";
import { layOut, stack } from "./arena";
import { growTogether } from "./grow";
import {
  attributes,
  chooseCounted,
  classes,
  control,
  CONTROL_BYTES,
  NODE_COUNT,
  readMember,
  SET_COUNT,
  sets,
  setWords,
  sums,
  workspaceBytes,
} from "./job";
import { writeRoot } from "./node";
import { sortRows } from "./sortRows";
import { growTasks } from "./tasks";

// Whole trees of one table that differ in the weights of its rows, each by one thread. The queue: i32 for the next member and
// for their number, u32 for the job; from byte 16 on the members, RECORD bytes each: u32 for how often each row counts (a
// byte; absent: 0), u32 for the place of the tree, i32 that becomes 1 when it is there. A tree is its numbers of nodes and of
// words in sets (i32), its columns, and the words; if they did not fit, the tree is not written.

const RECORD: usize = 16;

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
  atomic.store<i32>(member, 1, 8);
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

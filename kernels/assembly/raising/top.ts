// The top of a tree that threads rebuild together. Its subtrees are tasks; a node above them is rebuilt by the thread that is done
// with the last of its branches.

import { ATTRIBUTE, BRANCHES, branchAt, COUNT, nodeAt, PARENT, pending, taskEntries, tasks, WAITING } from "./job";
import { rebuild } from "./rebuild";
import { settle } from "./send";

@inline
function isTop(node: i32): bool {
  return load<i32>(nodeAt(node) + COUNT) > taskEntries;
}

/** Notes what each node of the top waits for, once the rows are there. Those that wait for none are tasks; returns how many are. */
export function linkTop(count: i32): i32 {
  store<i32>(nodeAt(0) + PARENT, -1);
  let depth: usize = 0;
  if (load<i32>(nodeAt(0) + ATTRIBUTE) >= 0 && isTop(0)) {
    store<i32>(pending, 0);
    depth = 1;
  }
  while (depth > 0) {
    depth--;
    const node = load<i32>(pending + (depth << 2));
    const record = nodeAt(node);
    let waiting = 0;
    for (let b = 0; b < load<i32>(record + BRANCHES); b++) {
      const branch = branchAt(record, b);
      if (load<i32>(nodeAt(branch) + ATTRIBUTE) < 0) continue;
      store<i32>(nodeAt(branch) + PARENT, node);
      waiting++;
      if (!isTop(branch)) continue;
      store<i32>(pending + (depth << 2), branch);
      depth++;
    }
    store<i32>(record + WAITING, waiting);
    if (waiting > 0) continue;
    store<u32>(tasks + (<usize>count << 2), node);
    count++;
  }
  return count;
}

/** Rebuilds a task, and every node above of which it was the last branch. False if out of memory. */
export function rebuildUp(task: i32): bool {
  if (!isTop(task) && !settle(task, 0)) return false;
  let node = task;
  do {
    if (!rebuild(node)) return false;
    node = load<i32>(nodeAt(node) + PARENT);
  } while (node >= 0 && atomic.sub<i32>(nodeAt(node) + WAITING, 1) == 1);
  return true;
}

import { leaveIfStopped } from "../common/control";
import { counts, out, queue, slots, treeBytes, trees } from "./params";

// The queue of members. The tree of a member is written to a slot, which is used again once the tree has been copied out:
// the owner of the job then raises the number of members that may begin.
//
//   queue: the next member i32 · the number of members that may begin i32 · threads that have left the job i32
//
// A slot has a record (params.ts, `trees`), the memory of a tree in `out`, and the address of the member's counts.

/** The next member whose tree is to be grown; -1 if none may begin. */
export function nextMember(): i32 {
  leaveIfStopped();
  let next = atomic.load<i32>(queue);
  while (next < atomic.load<i32>(queue, 4)) {
    const found = atomic.cmpxchg<i32>(queue, next, next + 1);
    if (found == next) return next;
    next = found;
  }
  return -1;
}

/** A thread has found no member that may begin. */
export function leaveQueue(): void {
  atomic.add<i32>(queue, 1, 8);
}

@inline
export function slotOf(member: i32): usize {
  return <usize>(member % slots);
}

/** The address of a member's counts by row (u8); 0: every row counts once. */
@inline
export function countsOf(member: i32): usize {
  return <usize>load<u32>(counts + (slotOf(member) << 2));
}

/** The memory of a member's tree. */
@inline
export function treeOf(member: i32): usize {
  return out + slotOf(member) * <usize>treeBytes;
}

@inline
export function recordOf(member: i32): usize {
  return trees + (slotOf(member) << 4);
}

export function setRecord(member: i32, nodes: i32, pooled: i32, answers: i32): void {
  const record = recordOf(member);
  store<i32>(record, nodes);
  store<i32>(record, pooled, 4);
  store<i32>(record, answers, 8);
}

/** All that is to be known of a member's tree is written. */
export function finishMember(member: i32): void {
  atomic.store<i32>(recordOf(member), member + 1, 12);
}

// One tree, leaf by leaf. All threads of a team keep the same leaves and take the same decisions: a large leaf they split
// together; small ones each thread splits alone.

import { leaveIfStopped } from "../common/control";
import { alone, me } from "./crew";
import { isSmall, nextSet, splitSmall, startSets } from "./expand";
import { EXPANSION } from "./leaf";
import { nextLeaf } from "./order";
import { plant } from "./plant";
import { leafAt, maxLeaves } from "./plan";
import { findTest, findTests, splitAlone, splitTogether } from "./split";
import { writeLeaf, writeSplit } from "./write";

/** Grows the tree of one output; its nodes are written once. Returns its number of leaves. */
export function growTree(output: i32): i32 {
  let leaves = 1;
  const root = leafAt(me, 0);
  startSets();
  plant(output, root);
  if (alone) findTest(root);
  else findTests(root, root);
  while (leaves < maxLeaves) {
    const next = nextLeaf(root, leaves);
    if (next == 0) break;
    leaveIfStopped();
    // The root is no work for one thread while the others wait.
    if (!alone && leaves > 1 && (load<i32>(next, EXPANSION) >= 0 || isSmall(next))) leaves = splitSmall(leaves);
    else split(next, leaves++);
  }
  if (me == 0) for (let i = 0; i < leaves; i++) writeLeaf(leafAt(0, i));
  return leaves;
}

/** Splits a leaf into itself, the left branch, and a new one after all leaves. */
function split(leaf: usize, leaves: i32): void {
  const set = nextSet();
  const other = leafAt(me, leaves);
  // Every split adds a leaf and two nodes.
  const id = 2 * leaves - 1;
  if (me == 0) writeSplit(leaf, id, set);
  if (alone) splitAlone(leaf, other, set, id, leaves + 1 < maxLeaves);
  else splitTogether(leaf, other, set, id, leaves + 1 < maxLeaves);
}

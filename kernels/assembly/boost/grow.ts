// One tree, leaf by leaf. All threads of a team keep the same leaves and take the same decisions: a large leaf they split
// together; of small ones, each thread prepares some.

import { leaveIfStopped } from "../common/control";
import { alone, me } from "./crew";
import { accept, expandSome, isSmall, nextSet, startSets } from "./expand";
import { DEPTH, EXPANSION, GAIN } from "./leaf";
import { plant } from "./plant";
import { byDepth, leafAt, maxLeaves } from "./plan";
import { findTest, findTests, splitAlone, splitTogether } from "./split";
import { writeLeaf, writeSplit } from "./write";

let nodes: i32 = 0;
let leaves: i32 = 0;

/** Grows the tree of one output; the first of the team writes its nodes. Returns its number of leaves. */
export function growTree(output: i32): i32 {
  nodes = 1;
  leaves = 1;
  const root = leafAt(me, 0);
  startSets();
  plant(output, root);
  if (alone) findTest(root);
  else findTests(root, root);
  while (leaves < maxLeaves) {
    const next = nextLeaf();
    if (next < 0) break;
    leaveIfStopped();
    grow(leafAt(me, next), leafAt(me, leaves));
  }
  if (me == 0) for (let i = 0; i < leaves; i++) writeLeaf(leafAt(0, i));
  return leaves;
}

/** The leaf to split: the one with the greatest gain, or the first of those nearest to the root. */
function nextLeaf(): i32 {
  let best = -1;
  let most: f64 = 0;
  let least = i32.MAX_VALUE;
  for (let i = 0; i < leaves; i++) {
    const leaf = leafAt(me, i);
    const gain = load<f64>(leaf, GAIN);
    const depth = load<i32>(leaf, DEPTH);
    if (gain <= 0) continue;
    if (byDepth ? depth < least : gain > most) {
      best = i;
      most = gain;
      least = depth;
    }
  }
  return best;
}

/** Splits a leaf into itself, the left branch, and `other`. */
function grow(leaf: usize, other: usize): void {
  if (load<i32>(leaf, EXPANSION) < 0 && !alone && isSmall(leaf)) expandSome(leaves);
  const prepared = load<i32>(leaf, EXPANSION);
  const set = prepared < 0 ? nextSet() : prepared;
  if (me == 0) writeSplit(leaf, nodes, set);
  if (prepared >= 0) accept(leaf, other, nodes);
  else if (alone) splitAlone(leaf, other, set, nodes, leaves + 1 < maxLeaves);
  else splitTogether(leaf, other, set, nodes, leaves + 1 < maxLeaves);
  nodes += 2;
  leaves++;
}

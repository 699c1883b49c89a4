// Small leaves are expanded before their turn: each thread divides some of them alone, and finds the tests of their
// branches. The tree stays the same, because leaves are still split in order of gain; only then are the branches taken
// over. Threads meet once for several leaves, not twice for each. An expansion whose turn never comes was in vain.

import { me, meet, team, workAlone, workTogether } from "./crew";
import { DEPTH, EXPANSION, GAIN, ID, ROWS } from "./leaf";
import { attributes, byDepth, expansionsAt, leafAt, leafBytes, maxLeaves, nodeAttributes, sets } from "./plan";
import { splitAlone } from "./split";

/** Cells of a leaf up to which its split is no work for several threads. */
const SMALL: i64 = 1 << 17;
/** Leaves expanded at a time, for each thread. */
const EACH: i32 = 2;
/** The most expansions that wait for their turn: `sets` has room for them. */
const MOST_WAITING: i32 = 8;

/** The sets that a tree with so many leaves may need. */
export function setsFor(leaves: i32, threads: i32): i32 {
  return leaves + (threads > 1 ? MOST_WAITING : 0);
}

/** Bytes of the expansions: two leaves for each set, and a word that says which of them is taken. */
export function expansionRoom(count: i32, leafRecord: usize): usize {
  return <usize>count * (2 * leafRecord + 4);
}

@inline
function expansionOf(set: i32): usize {
  return expansionsAt + 2 * leafBytes * <usize>set;
}

@inline
function takenAt(set: i32): usize {
  return expansionOf(sets) + (<usize>set << 2);
}

/** Sets taken so far; the root has the first. All threads count alike. */
let used: i32 = 0;
let waiting: i32 = 0;

/** Call this at the beginning of a tree, before a barrier. */
export function startSets(): void {
  used = 1;
  waiting = 0;
  if (team > 1 && me == 0) memory.fill(takenAt(0), 0, <usize>sets << 2);
}

@inline
export function nextSet(): i32 {
  return used++;
}

/** Whether one thread may expand the leaf. Attributes that are drawn at random depend on a node's number, not known yet. */
export function isSmall(leaf: usize): bool {
  return nodeAttributes == 0 && <i64>load<i32>(leaf, ROWS) * <i64>attributes <= SMALL;
}

/** Expands the small leaves whose turn comes next, if there are at least two. */
export function expandSome(leaves: i32): void {
  const most = min(min(EACH * team, maxLeaves - leaves), MOST_WAITING - waiting);
  if (most < 2) return;
  const first = used;
  while (used < first + most) {
    const next = nextSmall(leaves);
    if (next == 0) break;
    store<i32>(next, used++, EXPANSION);
  }
  if (used == first + 1) {
    store<i32>(expandedAs(first, leaves), -1, EXPANSION);
    used = first;
    return;
  }
  waiting += used - first;
  workAlone();
  for (let set = first; set < used; set++) {
    if (atomic.add<i32>(takenAt(set), 1) == 0) expand(expandedAs(set, leaves), set);
  }
  workTogether();
  meet();
}

/** The small leaf that is split before the others, of those not expanded; 0 if there is none. */
function nextSmall(leaves: i32): usize {
  let best: usize = 0;
  for (let i = 0; i < leaves; i++) {
    const leaf = leafAt(me, i);
    if (load<f64>(leaf, GAIN) <= 0 || load<i32>(leaf, EXPANSION) >= 0 || !isSmall(leaf)) continue;
    if (best == 0 || comesBefore(leaf, best)) best = leaf;
  }
  return best;
}

@inline
function comesBefore(a: usize, b: usize): bool {
  return byDepth ? load<i32>(a, DEPTH) < load<i32>(b, DEPTH) : load<f64>(a, GAIN) > load<f64>(b, GAIN);
}

/** The leaf with this expansion. */
function expandedAs(set: i32, leaves: i32): usize {
  let i = 0;
  while (i < leaves - 1 && load<i32>(leafAt(me, i), EXPANSION) != set) i++;
  return leafAt(me, i);
}

function expand(leaf: usize, set: i32): void {
  const left = expansionOf(set);
  memory.copy(left, leaf, leafBytes);
  // The nodes are numbered when it is the leaf's turn.
  splitAlone(left, left + leafBytes, set, 0, true);
}

/** The leaf becomes the left branch of its expansion, with node `id`; `other` the right one, with the next node. */
export function accept(leaf: usize, other: usize, id: i32): void {
  const left = expansionOf(load<i32>(leaf, EXPANSION));
  memory.copy(leaf, left, leafBytes);
  memory.copy(other, left + leafBytes, leafBytes);
  store<i32>(leaf, id, ID);
  store<i32>(other, id + 1, ID);
  waiting--;
}

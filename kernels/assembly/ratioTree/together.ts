// One thread grows the top of the tree; for each node there, all threads score attributes: each takes the next, those with the
// most codes first, which take longest.
import { barrier } from "../common/barrier";
import { beginScoring, chosen, scoreAttribute } from "./choose";
import { gather } from "./gather";
import { attributes, BARRIER, codeCount, control, EXAMINED, threads, topRowsAt, topWeightsAt } from "./job";
import { byCodes, found, useFound } from "./scratch";

// The node that is examined, as all threads read it.
const NODE_SUMS: usize = EXAMINED;
const FROM: usize = EXAMINED + 4;
/** 0: there are no more. */
const ENTRIES: usize = EXAMINED + 8;
const PARTS: usize = EXAMINED + 12;
const FOUND: usize = EXAMINED + 16;
const ALIVE: usize = EXAMINED + 24;
/** How many attributes are taken. */
const TAKEN: usize = EXAMINED + 32;

@inline
function meet(): void {
  barrier(control + BARRIER, threads);
}

/** The attribute to test at a node of the top, or -1. On the thread that grows it. */
export function examineTogether(sums: usize, from: i32, n: i32, parts: bool, alive: u64): i32 {
  store<u32>(control + NODE_SUMS, <u32>sums);
  store<i32>(control + FROM, from);
  store<i32>(control + ENTRIES, n);
  store<i32>(control + PARTS, i32(parts));
  store<u32>(control + FOUND, <u32>found);
  store<u64>(control + ALIVE, alive);
  atomic.store<i32>(control + TAKEN, 0);
  meet();
  scoreShare();
  meet();
  return chosen(sums, alive);
}

/** Sorts the attributes by their number of codes. */
export function orderAttributes(): void {
  for (let a = 0; a < attributes; a++) {
    let to = byCodes + (<usize>a << 2);
    for (; to > byCodes && codeCount(load<i32>(to - 4)) < codeCount(a); to -= 4) store<i32>(to, load<i32>(to - 4));
    store<i32>(to, a);
  }
}

function scoreShare(): void {
  const from = load<i32>(control + FROM);
  const n = load<i32>(control + ENTRIES);
  const node = <usize>load<u32>(control + NODE_SUMS);
  const entries = topRowsAt(from);
  const alive = load<u64>(control + ALIVE);
  gather(entries, n, load<i32>(control + PARTS) ? topWeightsAt(from) : 0);
  beginScoring(node);
  for (;;) {
    const next = atomic.add<i32>(control + TAKEN, 1);
    if (next >= attributes) return;
    scoreAttribute(load<i32>(byCodes + (<usize>next << 2)), node, entries, n, alive);
  }
}

/** The top is complete. */
export function endTogether(): void {
  store<i32>(control + ENTRIES, 0);
  meet();
}

/** On the other threads, until the top is complete. */
export function helpTogether(): void {
  const own = found;
  for (;;) {
    meet();
    if (load<i32>(control + ENTRIES) == 0) break;
    useFound(<usize>load<u32>(control + FOUND));
    scoreShare();
    meet();
  }
  useFound(own);
}

// One thread grows the top of the tree; for each node there, all threads score some of the attributes.
import { barrier } from "../common/barrier";
import { chosen, score } from "./choose";
import { gather } from "./gather";
import { BARRIER, control, EXAMINED, thread, threads, topRowsAt, topWeightsAt } from "./job";
import { found, useFound } from "./scratch";

// The node that is examined, as all threads read it.
const NODE_SUMS: usize = EXAMINED;
const FROM: usize = EXAMINED + 4;
/** 0: there are no more. */
const ENTRIES: usize = EXAMINED + 8;
const PARTS: usize = EXAMINED + 12;
const FOUND: usize = EXAMINED + 16;
const ALIVE: usize = EXAMINED + 24;

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
  meet();
  scoreShare();
  meet();
  return chosen(sums, alive);
}

function scoreShare(): void {
  const from = load<i32>(control + FROM);
  const n = load<i32>(control + ENTRIES);
  gather(topRowsAt(from), n, load<i32>(control + PARTS) ? topWeightsAt(from) : 0);
  score(<usize>load<u32>(control + NODE_SUMS), topRowsAt(from), n, load<u64>(control + ALIVE), thread, threads);
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

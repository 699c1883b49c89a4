// Adds a grown tree to the scores: to the rows it was grown from by their leaf, to others by traversing it.

import { attributeAt, binAt, binsOf, inRow } from "./attribute";
import { hash } from "./random";
import {
  ID,
  N_ATTRIBUTE,
  N_BIN,
  N_FLAGS,
  N_LEFT,
  N_RIGHT,
  N_SIDES,
  N_VALUE,
  countOf,
  startOf,
} from "./leaf";
import { MISSING_LEFT, ON_LEVELS } from "./node";
import {
  bind,
  entriesAt,
  keyOf,
  leafAt,
  nodeAt,
  rowKey,
  rowLimit,
  rows,
  rowsAt,
  scoresAt,
  sideBytes,
  sidesAt,
  stride,
  trainRows,
} from "./plan";
import { BLOCK, blockEnd } from "./share";

/** Whether a row goes left at a node. */
@inline
function goesLeft(node: usize, row: usize): bool {
  const a = load<i32>(node, N_ATTRIBUTE);
  const record = attributeAt(a);
  const bin = binAt(row + inRow(a), record);
  const flags = load<i32>(node, N_FLAGS);
  if ((flags & ON_LEVELS) != 0) {
    return load<u8>(sidesAt + <usize>load<i32>(node, N_SIDES) * sideBytes + <usize>bin) != 0;
  }
  if (bin == binsOf(record)) return (flags & MISSING_LEFT) != 0;
  return bin <= load<i32>(node, N_BIN);
}

/** The tree's prediction for a row. */
function follow(row: usize): f64 {
  let node = nodeAt(0);
  while (load<i32>(node, N_ATTRIBUTE) >= 0) {
    node = nodeAt(goesLeft(node, row) ? load<i32>(node, N_LEFT) : load<i32>(node, N_RIGHT));
  }
  return load<f64>(node, N_VALUE);
}

@inline
function add(scores: usize, row: i32, value: f64): void {
  const at = scores + (<usize>row << 3);
  store<f64>(at, load<f64>(at) + value);
}

/** Adds the values of the leaves to one growing thread's rows. */
function addPart(part: i32, leaves: i32, scores: usize): void {
  for (let i = 0; i < leaves; i++) {
    const leaf = leafAt(part, i);
    const value = load<f64>(nodeAt(load<i32>(leaf, ID)), N_VALUE);
    const first = entriesAt + (<usize>startOf(leaf, part) << 3);
    const end = first + (<usize>countOf(leaf, part) << 3);
    for (let at = first; at < end; at += 8) add(scores, load<u32>(at), value);
  }
}

/**
 * Adds the tree just grown: to the drawn rows by their leaves, to the others by traversing it. `parts`: the number of
 * threads that grew it, which may differ from the current number.
 */
export function addGrown(thread: i32, threads: i32, output: i32, leaves: i32, parts: i32): void {
  const scores = scoresAt + ((<usize>output * <usize>rows) << 3);
  for (let part = thread; part < parts; part += threads) addPart(part, leaves, scores);
  const all = rowLimit >= 4294967296.0;
  if (all && rows == trainRows) return;
  for (let start = thread * BLOCK; start < rows; start += threads * BLOCK) {
    const end = blockEnd(start, false);
    for (let row = start; row < end; row++) {
      if (row < trainRows && (all || <f64>hash(rowKey, keyOf(row)) < rowLimit)) continue;
      add(scores, row, follow(rowsAt + <usize>row * stride));
    }
  }
}

/** The same as a job of its own, for the only tree of a round. */
export function addTree(thread: i32, threads: i32, block: usize, output: i32, leaves: i32, parts: i32): void {
  bind(block);
  addGrown(thread, threads, output, leaves, parts);
}

/** Adds the tree in the nodes, wherever it came from, to every row. */
export function followTree(thread: i32, threads: i32, block: usize, output: i32): void {
  bind(block);
  const scores = scoresAt + ((<usize>output * <usize>rows) << 3);
  for (let start = thread * BLOCK; start < rows; start += threads * BLOCK) {
    const end = blockEnd(start, false);
    for (let row = start; row < end; row++) add(scores, row, follow(rowsAt + <usize>row * stride));
  }
}

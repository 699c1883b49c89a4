import { take } from "../forest/arena";
import { rows } from "../forest/params";
import { frameBytes } from "../forest/stack";
import { foundBytes, keepFound, useFound } from "./found";
import { maxLeaves } from "./params";

// The nodes that may still be split, where the number of leaves is limited: the one whose test removes most impurity is split
// first, the older one on a tie (learn/frontier.ts). Nodes are numbered as they are made, as there.
//
// A slot has the node's frame (frames.ts, forest/stack.ts), its test, and what the test removes (f64).

let slots: usize = 0;
/** A heap of the slots in use, by their numbers (u32); after them those that are free. */
let heap: usize = 0;
let open: i32 = 0;

/** The most nodes that are open at once: all are leaves so far. */
@inline
function mostOpen(): i32 {
  return maxLeaves > 0 ? min(maxLeaves, rows) : 0;
}

/** Where a slot has what the test removes: last. */
@inline
function worthAt(): usize {
  return (frameBytes() + foundBytes() + 7) & ~7;
}

@inline
function slotBytes(): usize {
  return worthAt() + 8;
}

export function takeFrontier(): void {
  slots = take(<usize>mostOpen() * slotBytes());
  heap = take(<usize>mostOpen() << 2);
}

export function startFrontier(): void {
  open = 0;
  for (let i = 0; i < mostOpen(); i++) store<u32>(heap + (<usize>i << 2), i);
}

@inline
function slotAt(i: i32): usize {
  return slots + <usize>load<u32>(heap + (<usize>i << 2)) * slotBytes();
}

/** Where the frame of the next node goes; `addOpen` makes it one of them. */
export function freeFrame(): usize {
  return slotAt(open);
}

/** The node in that frame has this test, which removes so much. */
export function addOpen(record: usize, worth: f64): void {
  const slot = slotAt(open);
  keepFound(record, slot + frameBytes());
  store<f64>(slot + worthAt(), worth);
  for (let i = open++; i > 0 && isBefore(i, (i - 1) >> 1); i = (i - 1) >> 1) swap(i, (i - 1) >> 1);
}

/** Takes the node to split next; returns its frame, valid until the next is added, or 0. */
export function takeBest(): usize {
  if (open == 0) return 0;
  swap(0, --open);
  sink();
  return slotAt(open);
}

/** The first one goes down to its place. */
function sink(): void {
  let i = 0;
  let first = firstUnder(0);
  while (first != i) {
    swap(i, first);
    i = first;
    first = firstUnder(i);
  }
}

/** Of a place in the heap and the two below it, the one that comes first. */
function firstUnder(i: i32): i32 {
  const left = 2 * i + 1;
  let first = i;
  if (left < open && isBefore(left, first)) first = left;
  if (left + 1 < open && isBefore(left + 1, first)) first = left + 1;
  return first;
}

/** The test of the node that was taken, as a record. */
export function testOf(frame: usize): usize {
  return useFound(frame + frameBytes());
}

function isBefore(i: i32, j: i32): bool {
  const a = slotAt(i);
  const b = slotAt(j);
  const most = load<f64>(a + worthAt());
  const other = load<f64>(b + worthAt());
  return most > other || (most == other && load<i32>(a, 8) < load<i32>(b, 8));
}

@inline
function swap(i: i32, j: i32): void {
  const a = heap + (<usize>i << 2);
  const b = heap + (<usize>j << 2);
  const held = load<u32>(a);
  store<u32>(a, load<u32>(b));
  store<u32>(b, held);
}

import { take } from "./arena";
import { useBest } from "./bestCut";
import { growLists, strideOf } from "./lists";
import { loadLocal } from "./local";
import { attributes, orderOf, rows } from "./params";
import { frameBytes, sumsOf } from "./stack";

// Where large nodes end: nodes small enough for their own lists. They are collected, because one pass over an
// attribute's order then sends the rows of all of them to their lists.

let lists: usize = 0;
/** By row: the node's number, from 1, << 16 | the row's number in it; 0 for rows of no such node. */
let places: usize = 0;
/** The nodes: a frame each, whose spare word is where its lists begin. */
let held: usize = 0;
let count: i32 = 0;
let used: usize = 0;
/** By node: where its next entry goes (u32); the first is for rows of no such node. */
let next: usize = 0;
let trash: usize = 0;

@inline
function mostLeaves(): i32 {
  return max(16, min(1024, rows >> 6));
}

export function takeLeaves(): void {
  places = take(<usize>rows << 2);
  held = take(frameBytes() * <usize>mostLeaves());
  next = take((<usize>mostLeaves() + 1) << 2);
}

/** What is needed while they are grown. */
export function takeLeafLists(): void {
  lists = take((<usize>rows + <usize>mostLeaves() * 48) * 2 * <usize>attributes);
  trash = take(<usize>rows << 1);
}

export function clearLeaves(): void {
  count = 0;
  used = 0;
  memory.fill(places, 0, <usize>rows << 2);
}

export function addLeaf(frame: usize, ids: usize): void {
  const leaf = held + frameBytes() * <usize>count;
  memory.copy(leaf, frame, frameBytes());
  store<u32>(leaf, <u32>(lists + used), 20);
  count++;
  const n = load<i32>(frame, 4);
  used += strideOf(n) * <usize>attributes;
  const from = ids + (<usize>load<i32>(frame) << 2);
  for (let i: usize = 0; i < <usize>n; i++)
    store<u32>(places + (<usize>load<u32>(from + (i << 2)) << 2), (<u32>count << 16) | <u32>i);
}

export function leavesFull(): bool {
  return count == mostLeaves();
}

/** Grows all nodes that were added, and forgets them. */
export function growLeaves(ids: usize, mass: usize): void {
  if (count == 0) return;
  useBest(false);
  for (let a = 0; a < attributes; a++) fillLists(a);
  for (let i = 0; i < count; i++) {
    const leaf = held + frameBytes() * <usize>i;
    const n = load<i32>(leaf, 4);
    loadLocal(ids + (<usize>load<i32>(leaf) << 2), n, mass);
    growLists(<usize>load<u32>(leaf, 20), n, sumsOf(leaf), load<i32>(leaf, 8), load<i32>(leaf, 12), load<u32>(leaf, 16));
  }
  clearLeaves();
}

/** One pass over the order of attribute `a`: every row's number to the list of its node. */
function fillLists(a: i32): void {
  store<u32>(next, <u32>trash);
  for (let i: usize = 0; i < <usize>count; i++) {
    const leaf = held + frameBytes() * i;
    const list = load<u32>(leaf, 20) + <u32>(strideOf(load<i32>(leaf, 4)) * <usize>a);
    store<u32>(next + ((i + 1) << 2), list);
  }
  const order = orderOf(a);
  const end = order + (<usize>rows << 2);
  for (let at = order; at < end; at += PART) fillPart(at, min(at + PART, end));
}

/** Rows, in bytes, that are sent to their lists by one call. */
const PART: usize = 65536 << 2;

/**
 * Exported, and long enough, so that it stays a function: hosts exchange what they have compiled in haste for something faster between
 * two calls. Places are far away: four are read at once.
 */
export function fillPart(from: usize, end: usize): void {
  let at = from;
  for (; at + 16 <= end; at += 16) {
    const first = placeAt(at);
    const second = placeAt(at + 4);
    const third = placeAt(at + 8);
    const fourth = placeAt(at + 12);
    send(first);
    send(second);
    send(third);
    send(fourth);
  }
  for (; at < end; at += 4) send(placeAt(at));
}

@inline
function placeAt(at: usize): u32 {
  return load<u32>(places + (<usize>load<u32>(at) << 2));
}

@inline
function send(place: u32): void {
  const to = next + (<usize>(place >> 16) << 2);
  const entry = load<u32>(to);
  store<u16>(<usize>entry, <u16>place);
  store<u32>(to, entry + 2);
}

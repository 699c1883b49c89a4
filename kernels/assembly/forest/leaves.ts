import { take } from "./arena";
import { useBest } from "./bestCut";
import { growLists, strideOf } from "./lists";
import { loadLocal } from "./local";
import { attributes, listRows, rows } from "./params";
import { clearDestinations, sendRows, setDestination, setList, startSending, takeDestinations, takeWindows } from "./sendRows";
import { frameBytes, sumsOf } from "./stack";

// Where large nodes end: nodes small enough for their own lists. They are collected, because one pass over an
// attribute's order then sends the rows of all of them to their lists.

let lists: usize = 0;
let listBytes: usize = 0;
/** The nodes: a frame each, whose spare word is where its lists begin. */
let held: usize = 0;
let count: i32 = 0;
let used: usize = 0;

@inline
function mostLeaves(): i32 {
  return max(16, min(1024, rows >> 6));
}

export function takeLeaves(): void {
  held = take(frameBytes() * <usize>mostLeaves());
  takeDestinations(mostLeaves());
}

/** What is needed while they are grown. */
export function takeLeafLists(): void {
  listBytes = (<usize>listRows + <usize>mostLeaves() * 48) * 2 * <usize>attributes;
  lists = take(listBytes);
  takeWindows();
}

export function clearLeaves(): void {
  count = 0;
  used = 0;
  clearDestinations();
}

@inline
function bytesOf(frame: usize): usize {
  return strideOf(load<i32>(frame, 4)) * <usize>attributes;
}

/** Whether there is no room for the node in the frame. */
export function leavesFull(frame: usize): bool {
  return count == mostLeaves() || used + bytesOf(frame) > listBytes;
}

export function addLeaf(frame: usize, ids: usize): void {
  const leaf = held + frameBytes() * <usize>count;
  memory.copy(leaf, frame, frameBytes());
  store<u32>(leaf, <u32>(lists + used), 20);
  count++;
  used += bytesOf(frame);
  const n = load<i32>(frame, 4);
  const from = ids + (<usize>load<i32>(frame) << 2);
  for (let i: usize = 0; i < <usize>n; i++) setDestination(load<u32>(from + (i << 2)), count, <u32>i);
}

/** Grows all nodes that were added, and forgets them. */
export function growLeaves(ids: usize, mass: usize): void {
  if (count == 0) return;
  useBest(false);
  startSending();
  for (let a = 0; a < attributes; a++) fillLists(a);
  for (let i = 0; i < count; i++) {
    const leaf = held + frameBytes() * <usize>i;
    const n = load<i32>(leaf, 4);
    loadLocal(ids + (<usize>load<i32>(leaf) << 2), n, mass);
    growLists(<usize>load<u32>(leaf, 20), n, sumsOf(leaf), load<i32>(leaf, 8), load<i32>(leaf, 12), load<u32>(leaf, 16));
  }
  clearLeaves();
}

/** Every row's number to the list of its node for attribute `a`. */
function fillLists(a: i32): void {
  for (let i = 0; i < count; i++) {
    const leaf = held + frameBytes() * <usize>i;
    setList(i + 1, load<u32>(leaf, 20) + <u32>(strideOf(load<i32>(leaf, 4)) * <usize>a));
  }
  sendRows(a);
}

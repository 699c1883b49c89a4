import { take } from "./arena";
import { orderOf, placesOf, rows, windowBits } from "./params";

// Sends rows to the lists of their nodes, in the order of an attribute. In that order the destination of every row is far from the one
// before, which is of no account as long as all of them are in the cache. If they are not, they are brought into that order by windows of
// 2^windowBits places: rows are read as they are in the table, and their destinations kept by window; then each window is small enough.

/** By row: the node's number, from 1, << 16 | the row's number in it; 0 for rows of no node. */
let destinations: usize = 0;
/** By node: where its next entry goes (u32); the first is for rows of no node, which are sent to `trash`. */
let next: usize = 0;
let trash: usize = 0;
/** By window: its destinations << 16 | their place in the window (u64), and where they end (u32). */
let kept: usize = 0;
let ends: usize = 0;
/** The destinations of the current window by place (u32). */
let window: usize = 0;

export function takeDestinations(nodes: i32): void {
  destinations = take(<usize>rows << 2);
  next = take((<usize>nodes + 1) << 2);
}

/** What is needed while rows are sent. */
export function takeWindows(): void {
  trash = take(<usize>rows << 1);
  if (windowBits == 0) return;
  kept = take((<usize>windows() << windowBits) << 3);
  ends = take(<usize>windows() << 2);
  window = take(<usize>4 << windowBits);
}

@inline
function windows(): i32 {
  return (rows + (1 << windowBits) - 1) >> windowBits;
}

export function clearDestinations(): void {
  memory.fill(destinations, 0, <usize>rows << 2);
}

@inline
export function setDestination(row: u32, node: u32, number: u32): void {
  store<u32>(destinations + (<usize>row << 2), (node << 16) | number);
}

/** Where the list of a node begins. */
@inline
export function setList(node: i32, at: u32): void {
  store<u32>(next + (<usize>node << 2), at);
}

/** Before any attribute. */
export function startSending(): void {
  if (windowBits) memory.fill(window, 0, <usize>4 << windowBits);
}

export function sendRows(a: i32): void {
  setList(0, <u32>trash);
  if (windowBits) return sendByWindows(placesOf(a));
  const order = orderOf(a);
  const end = order + (<usize>rows << 2);
  for (let at = order; at < end; at += PART << 2) sendPart(at, min(at + (PART << 2), end));
}

/** Rows that are treated by one call. */
const PART: usize = 65536;

/**
 * Exported, and long enough, so that it stays a function: hosts exchange what they have compiled in haste for something faster between
 * two calls. Destinations are far away: four are read at once.
 */
export function sendPart(from: usize, end: usize): void {
  let at = from;
  for (; at + 16 <= end; at += 16) {
    const first = destinationAt(at);
    const second = destinationAt(at + 4);
    const third = destinationAt(at + 8);
    const fourth = destinationAt(at + 12);
    send(first);
    send(second);
    send(third);
    send(fourth);
  }
  for (; at < end; at += 4) send(destinationAt(at));
}

@inline
function destinationAt(at: usize): u32 {
  return load<u32>(destinations + (<usize>load<u32>(at) << 2));
}

@inline
function send(destination: u32): void {
  const to = next + (<usize>(destination >> 16) << 2);
  const entry = load<u32>(to);
  store<u16>(<usize>entry, <u16>destination);
  store<u32>(to, entry + 2);
}

function sendByWindows(places: usize): void {
  for (let i: usize = 0; i < <usize>windows(); i++) store<u32>(ends + (i << 2), <u32>(kept + ((i << windowBits) << 3)));
  for (let row: usize = 0; row < <usize>rows; row += PART) keepPart(places, row, min(row + PART, <usize>rows));
  for (let i = 0; i < windows(); i++) sendWindow(i);
}

/** Keeps the destinations of rows; exported for the same reason. */
export function keepPart(places: usize, from: usize, to: usize): void {
  const bits = <u32>windowBits;
  const mask = ((<u32>1) << bits) - 1;
  for (let row = from << 2; row < to << 2; row += 4) {
    const destination = load<u32>(destinations + row);
    const place = load<u32>(places + row);
    const end = ends + (<usize>(place >> bits) << 2);
    const at = load<u32>(end);
    // Within the window: it has a row for each of its places.
    store<u64>(<usize>at, (<u64>destination << 16) | (place & mask));
    store<u32>(end, at + (u32(destination != 0) << 3));
  }
}

/** Exported for the same reason. */
export function sendWindow(i: i32): void {
  const mask = ((<u64>1) << windowBits) - 1;
  const from = kept + ((<usize>i << windowBits) << 3);
  const to = <usize>load<u32>(ends + (<usize>i << 2));
  for (let at = from; at < to; at += 8) {
    const entry = load<u64>(at);
    store<u32>(window + (<usize>(entry & mask) << 2), <u32>(entry >> 16));
  }
  const end = window + (<usize>min(1 << windowBits, rows - (i << windowBits)) << 2);
  for (let at = window; at < end; at += 4) {
    send(load<u32>(at));
    store<u32>(at, 0);
  }
}

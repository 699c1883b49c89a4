import { arena, classes, columns, firstArena, localRows, rowBytes, rows } from "./job";
import { fisherBytes } from "./fisher";
import { momentBytes, partsOf } from "./moments";
import { blockBytes, padded, productBytes } from "./products";
import { valueScratch } from "./sortValues";

// A thread's scratch. Nodes that threads divide together use that of the first for all that they share.

export let moments: usize = 0;
export let squares: usize = 0;
export let products: usize = 0;
export let counts: usize = 0;
export let active: usize = 0;
export let means: usize = 0;
export let inverses: usize = 0;
export let scales: usize = 0;
export let classWeights: usize = 0;
/** By class (i32): its number among those that occur at the node. */
export let places: usize = 0;
/** By class that occurs (u8): whether it is in the second group. */
export let sides: usize = 0;
export let forFisher: usize = 0;
export let direction: usize = 0;
export let coefficients: usize = 0;
export let left: usize = 0;
export let values: usize = 0;
export let sorted: usize = 0;
export let gains: usize = 0;
export let forSorting: usize = 0;
/** A pending node per level. */
export let stack: usize = 0;
/** Not shared. */
export let block: usize = 0;
/** What threads that work together tell each other: whether to go on, how many columns are used, how many classes occur. */
export let shared: usize = 0;

let end: usize = 0;

function take(bytes: usize): usize {
  const at = (end + 63) & ~(<usize>63);
  end = at + bytes;
  return at;
}

function layOutFrom(start: usize, most: i32): usize {
  end = start;
  const parts = <usize>partsOf(most);
  const row = <usize>padded(columns) << 3;
  moments = take(parts * momentBytes());
  squares = take(parts * rowBytes);
  products = take(parts * productBytes(columns, classes));
  counts = take(row);
  active = take(row);
  means = take(row);
  inverses = take(row);
  scales = take(row);
  classWeights = take(<usize>classes << 3);
  places = take(<usize>classes << 2);
  sides = take(<usize>classes);
  forFisher = take(fisherBytes(padded(columns)));
  direction = take(row);
  coefficients = take(row);
  left = take(<usize>classes << 3);
  values = take(<usize>most << 3);
  sorted = take(<usize>most << 2);
  gains = take(<usize>most << 4);
  forSorting = take(valueScratch(most));
  stack = take(<usize>(most + 2) << 2);
  shared = take(64);
  return end;
}

/** The rows of a task, copied: see tasks.ts. */
export let copiedCells: usize = 0;
export let copiedLabels: usize = 0;
export let copiedWeights: usize = 0;
export let copiedRows: usize = 0;
export let copiedOrder: usize = 0;

function layOutTask(start: usize): usize {
  const most = <usize>min(rows, localRows);
  layOutFrom(start, <i32>most);
  block = take(blockBytes());
  copiedCells = take(most * rowBytes);
  copiedLabels = take(most << 1);
  copiedWeights = take(most << 3);
  copiedRows = take(most << 2);
  copiedOrder = take(most << 2);
  return end;
}

/** For nodes that this thread grows alone. */
export function layOutOwn(): void {
  layOutTask(arena);
}

/** For nodes that all threads divide together. */
export function layOutShared(): void {
  layOutFrom(firstArena, rows);
  block = arena + sharedBytes;
}

let sharedBytes: usize = 0;

/** Bytes of the threads' scratch, each. */
export function arenaSize(): usize {
  sharedBytes = (layOutFrom(0, rows) + 63) & ~(<usize>63);
  return max(sharedBytes + blockBytes(), layOutTask(0)) + 64;
}

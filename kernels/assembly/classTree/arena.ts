import { sortScratch } from "../common/radix";
import { arena, attributes, classes, codesOf, isWide, listsA, listsB, middleRows, rows, sides } from "./job";
import { allLists, listBytes, MIDDLE, useMiddleRows, useSmallRows } from "./lists";
import { useScratch } from "./manyClasses";
import { PARTITION_TABLES, usePartitionTables } from "./partition";
import { useRunScratch } from "./runs";
import { smallScratch, useSmallScratch } from "./smallScan";

// How a thread's scratch is laid out. The lists of a middle node belong to the thread if they come from wide ones;
// if the whole table is middle they are shared by all threads, and nodes have ranges of them.

/** A count per class: of the known rows, and of one side. */
export let knownCounts: usize = 0;
export let sideCounts: usize = 0;
export let finds: usize = 0;
/** Pending nodes: 16 bytes each, and 24 for those of a small subtree. */
export let stack: usize = 0;
export let smallStack: usize = 0;

export let middleA: usize = 0;
export let middleB: usize = 0;
/** Bytes of one of those lists. */
export let middleStride: usize = 0;
/** By middle entry: 1 for the right side. */
export let middleSides: usize = 0;
/** By middle id: its row (u32), and its class times 8 with its weight above (u32). */
export let middleRow: usize = 0;
export let middleMarks: usize = 0;
/** The class alone (u8): a table that stays in the L1 cache. */
export let middleClass: usize = 0;

/** By attribute with few distinct values and by middle id: the rank of its cell (u8). None if ids are rows. */
let middleCodes: usize = 0;

@inline
export function middleCodesOf(attribute: i32): usize {
  return middleCodes == 0 ? codesOf(attribute) : middleCodes + <usize>attribute * <usize>min(rows, middleRows);
}

/** By middle id: its id in the small node (u8); and by that: its row (u32). */
export let smallId: usize = 0;
export let smallRow: usize = 0;
/** By class: its position among the classes of the small subtree (u8), and the class at each position (i32). */
export let placeOfClass: usize = 0;
export let classAtPlace: usize = 0;
export let smallLists: usize = 0;
/** Class weights of the pending small nodes. */
export let smallCounts: usize = 0;

/**
 * Bytes per attribute for the lists of a small subtree. Those of both branches follow a node's own, and each has at least
 * one row fewer: along a path no more than 128 · 129 / 2 rows, and twice 128 lists to be rounded up.
 */
const SMALL_PATH: usize = 64 * 129 + 128 * 64 + 256;
const SMALL_DEPTH: usize = 130;

let end: usize = 0;

function take(bytes: usize): usize {
  const at = (end + 63) & ~(<usize>63);
  end = at + bytes;
  return at;
}

function layOutFrom(start: usize): usize {
  const middle = min(rows, middleRows);
  const own = isWide();
  end = start;
  knownCounts = take(<usize>classes << 2);
  sideCounts = take(<usize>classes << 2);
  finds = take(<usize>attributes << 4);
  stack = take((<usize>rows + 2) << 4);
  smallStack = take(SMALL_DEPTH * 24);
  middleStride = listBytes(MIDDLE, middle);
  middleA = own ? take(allLists(MIDDLE, middle)) : listsA;
  middleB = own ? take(allLists(MIDDLE, middle)) : listsB;
  middleSides = own ? take(65536) : sides;
  middleRow = take(<usize>middle << 2);
  middleMarks = take(<usize>middle << 2);
  middleClass = take(<usize>middle);
  middleCodes = own ? take(<usize>attributes * <usize>middle) : 0;
  smallId = take(<usize>middle);
  smallRow = take(512);
  placeOfClass = take(256);
  classAtPlace = take(1024);
  smallCounts = take(SMALL_DEPTH * 1024);
  smallLists = take(<usize>attributes * SMALL_PATH);
  useMiddleRows(middleRow);
  useSmallRows(smallRow);
  const states = take(<usize>classes << 4);
  useScratch(states, take(512), middleMarks, middleClass);
  useRunScratch(take(<usize>classes << 3), classes, middleClass);
  useSmallScratch(take(smallScratch(classes)));
  const tables = take(PARTITION_TABLES);
  const spare = take(listBytes(MIDDLE, middle));
  if (start != 0) usePartitionTables(tables, spare);
  return end;
}

/** Of this thread, whose number the job has been read for. */
export function layOut(): void {
  layOutFrom(arena);
}

/** The scratch that a thread needs: for growing, or before that for sorting. */
export function arenaSize(): usize {
  return max(layOutFrom(0) + 64, (<usize>rows << 2) + sortScratch(rows) + 128);
}

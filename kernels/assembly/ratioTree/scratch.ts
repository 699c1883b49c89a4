import { ROUGH_BYTES } from "../common/roughLog2";
import { CANDIDATE_BYTES } from "./scanTwo";
import { attributes, classes, rows, scratch } from "./job";

// Scratch for examining a node; every part is large enough for the largest node.

/** By entry: class (i32), weight (f64), branch (i32), and the rows and weights after division (u32, f64). */
export let entryClass: usize = 0;
export let entryWeight: usize = 0;
/** With two classes, also by entry: its weight in the first and in the second (f64 x 2). */
export let entryPair: usize = 0;
export let entrySide: usize = 0;
export let sortedRows: usize = 0;
export let sortedWeights: usize = 0;
/** Two lists of u64: code and entry. */
export let keysA: usize = 0;
export let keysB: usize = 0;
export let counters: usize = 0;
/** The codes of an attribute that occur: code (i32), where its cells are (u32), weight (f64). */
export let groupCode: usize = 0;
export let groupCells: usize = 0;
export let groupWeight: usize = 0;
/** The gain of each threshold. */
export let gains: usize = 0;
/** By class: the weight left of a threshold, right of it, and all known weight; and x log2 x of either side. */
export let left: usize = 0;
export let right: usize = 0;
export let all: usize = 0;
export let leftTerms: usize = 0;
export let rightTerms: usize = 0;
/** See scanTwo.ts. */
export let candidates: usize = 0;
/** See common/roughLog2. */
export let roughTable: usize = 0;
/** The attributes (i32), those with the most codes first. */
export let byCodes: usize = 0;
/** Six doubles per attribute: see choose.ts. */
export let found: usize = 0;
export let cells: usize = 0;

/** The scores of the attributes are those of a node that all threads examine. */
export function useFound(at: usize): void {
  found = at;
}

let top: usize = 0;

function take(bytes: usize): usize {
  const at = top;
  top = (top + bytes + 63) & ~(<usize>63);
  return at;
}

/** The most cells for which an attribute is counted into a cell per code. */
export function countedCells(entries: i32): f64 {
  return 4 * <f64>entries + 64;
}

export function layOut(): void {
  const n = <usize>rows + 1;
  const k = (<usize>classes) << 3;
  top = scratch;
  entryClass = take(n << 2);
  entryWeight = take(n << 3);
  entryPair = take(classes == 2 ? n << 4 : 0);
  entrySide = take(n << 2);
  sortedRows = take(n << 2);
  sortedWeights = take(n << 3);
  keysA = take(n << 3);
  keysB = take(n << 3);
  counters = take(1024);
  groupCode = take(n << 2);
  groupCells = take(n << 2);
  groupWeight = take(n << 3);
  gains = take(n << 3);
  left = take(k);
  right = take(k);
  all = take(k);
  leftTerms = take(k);
  rightTerms = take(k);
  candidates = take(CANDIDATE_BYTES);
  roughTable = take(ROUGH_BYTES);
  byCodes = take(<usize>attributes << 2);
  found = take(<usize>attributes * 48);
  const counted = <usize>countedCells(rows);
  const sorted = (n + 1) * <usize>classes;
  cells = take((counted > sorted ? counted : sorted) << 3);
}

export function scratchEnd(): usize {
  layOut();
  return top - scratch;
}

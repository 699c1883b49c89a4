import {
  attributes,
  classes,
  codedArena,
  codedArenaBytes,
  codesOf,
  differentCells,
  knownCells,
  labels,
  listsA,
  listsB,
  rows,
  thread,
} from "./job";

// Tables in which every cell has a code. There are no lists then: a node has its rows and a histogram, which counts them by
// attribute, code and class. Stored by row, a cell is the byte offset of its counter in the histogram (u16).

/** A histogram must be addressable by those offsets. */
const MOST_BYTES: usize = 65536;

/** Bytes of a code's counters: a u32 per class, rounded up to whole vectors. */
export let codeBytes: usize = 0;
export let histogramBytes: usize = 0;
/** Bytes of a row. */
export let rowBytes: usize = 0;
/** By attribute: where its counters begin in a histogram (u32); one more entry for the end. */
let starts: usize = 0;
/** Two sets of rows (u32), as in growLists. */
export let rowsA: usize = 0;
export let rowsB: usize = 0;
/** A vector of class weights each. */
export let wholeCounts: usize = 0;
export let leftCounts: usize = 0;
/** By attribute and id in a small node: its mark (u16), see smallCodes. */
export let smallCodes: usize = 0;
/** Histograms, as many as can be pending at once; and those of the nodes that all threads work on, which are thread 0's. */
export let histograms: usize = 0;
export let sharedHistograms: usize = 0;

/** Bytes per attribute. */
export const SMALL_CODES: usize = 256;

/** 2²⁶ / codeBytes, rounded up: a counter below 2¹⁶ is divided by codeBytes of at most 2¹⁰ by multiplying. */
let inverse: u64 = 0;

function slots(): usize {
  return <usize>(34 - i32.clz(rows));
}

export function isCoded(): bool {
  if (attributes < 2) return false;
  const bytes = (<usize>(classes + 3) & ~3) << 2;
  let total: usize = 0;
  for (let a = 0; a < attributes; a++) {
    if (differentCells(a) == 0 || knownCells(a) < rows) return false;
    total += <usize>differentCells(a) * bytes;
    if (total > MOST_BYTES) return false;
  }
  return true;
}

@inline
function aligned(at: usize): usize {
  return (at + 63) & ~(<usize>63);
}

/** Bytes of scratch per thread. */
export function codedScratch(): usize {
  return layOutFrom(0) + 64;
}

function layOutFrom(at: usize): usize {
  codeBytes = (<usize>(classes + 3) & ~3) << 2;
  inverse = ((1 << 26) + <u64>codeBytes - 1) / <u64>codeBytes;
  histogramBytes = 0;
  for (let a = 0; a < attributes; a++) histogramBytes += <usize>differentCells(a) * codeBytes;
  rowBytes = <usize>attributes << 1;
  rowsA = listsB;
  rowsB = listsB + (<usize>rows << 2);
  starts = aligned(at);
  wholeCounts = aligned(starts + ((<usize>attributes + 1) << 2));
  leftCounts = aligned(wholeCounts + codeBytes);
  smallCodes = aligned(leftCounts + codeBytes);
  histograms = aligned(smallCodes + <usize>attributes * SMALL_CODES);
  sharedHistograms = histograms - <usize>thread * codedArenaBytes;
  return histograms + slots() * histogramBytes;
}

export function layOutCoded(): void {
  layOutFrom(codedArena);
  memory.fill(wholeCounts, 0, codeBytes);
  let start: u32 = 0;
  for (let a = 0; a <= attributes; a++) {
    store<u32>(starts + (<usize>a << 2), start);
    if (a < attributes) start += <u32>differentCells(a) * <u32>codeBytes;
  }
}

@inline
export function startOf(attribute: i32): usize {
  return <usize>load<u32>(starts + (<usize>attribute << 2));
}

/** The offset of a row's counter of an attribute in a histogram. */
@inline
export function counterOf(row: usize, attribute: i32): usize {
  return <usize>load<u16>(listsA + row * rowBytes + (<usize>attribute << 1));
}

@inline
export function codeOf(counter: usize, attribute: i32): u32 {
  return <u32>((<u64>(counter - startOf(attribute)) * inverse) >> 26);
}

// Loops over rows keep their variables in locals: V8 first runs a kernel in code that reads globals from memory each
// time.

const BLOCK: i32 = 256;

/** Writes rows [from, to), in blocks that stay in the L1 cache. */
export function writeRows(from: i32, to: i32): void {
  for (let row = from; row < to; row++) store<u32>(rowsA + (<usize>row << 2), row);
  for (let block = from; block < to; block += BLOCK) {
    const end = min(to, block + BLOCK);
    for (let a = 0; a < attributes; a++) writeBlock(a, block, end);
  }
}

@inline
function writeBlock(attribute: i32, from: i32, to: i32): void {
  const codes = codesOf(attribute);
  const start = startOf(attribute);
  const step = rowBytes;
  const factor = codeBytes;
  const classes = labels;
  let at = listsA + <usize>from * step + (<usize>attribute << 1);
  for (let row = <usize>from; row < <usize>to; row++, at += step) {
    const code = <usize>load<u8>(codes + row);
    store<u16>(at, <u16>(start + code * factor + (<usize>load<u8>(classes + row) << 2)));
  }
}

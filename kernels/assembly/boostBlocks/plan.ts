// The parameters of a fit and of a pass: doubles in a block that TypeScript fills (src/kernels/drivers/boostBlocks/blockPlan.ts,
// same order).

import { roundBy, ruleBy } from "../boost/plan";
import { address, readFrom, real, whole } from "../common/fields";

/** Attributes whose codes are bytes, then those with two bytes each; the bytes of a row. */
export let narrow: i32 = 0;
export let wide: i32 = 0;
export let stride: usize = 0;
/** Of each wide attribute: where its cells begin in a tally, in bytes. */
export let wideCells: usize = 0;
export let tallyBytes: usize = 0;
/** The rows for which a block has room. */
export let blockRows: i32 = 0;
export let outputs: i32 = 1;
/** Bytes of a row's slot (2 or 4) and of its target (1 or 8). */
export let slotBytes: i32 = 2;
export let targetBytes: i32 = 1;

// Where the state of a block has the columns of its rows; weights and keys: 0 if there are none.
export let slotsOff: usize = 0;
export let gradientsOff: usize = 0;
export let targetsOff: usize = 0;
export let weightsOff: usize = 0;
export let keysOff: usize = 0;

/** Each thread's room for entries, chunks and classes, and its bytes. */
let ownRoom: usize = 0;
let ownBytes: usize = 0;
/** Bytes of the room for classes. */
let classBytes: usize = 0;

// The pass. The last divisions of a tree and what its slots add to an output's scores; -1: nothing is added.
export let addOutput: i32 = -1;
export let addTests: usize = 0;
export let addValues: usize = 0;
/** Whether a round begins: gradients are computed, and rows drawn. */
export let isNew: bool = false;
export let rowKey: u32 = 0;
export let rowLimit: f64 = 0;
/** Whether a tree begins: all rows are in slot 0. */
export let isFresh: bool = false;
export let output: i32 = 0;
export let tests: usize = 0;
/** Of each slot the number of its tally, or the number of tallies if it has none; 0: no slot is divided or tallied. */
export let tallyOf: usize = 0;
export let tallies: i32 = 0;
export let slots: i32 = 0;
/** Whether all attributes are tallied; otherwise 1 for each that is, narrow ones first. */
export let all: bool = true;
export let mask: usize = 0;
let talliesAt: usize = 0;
let countsAt: usize = 0;
export let shift: i64 = 0;
export let field: i32 = 0;

/** Reads the block. Every entry calls it first: a kernel's globals belong to its thread. */
export function bind(block: usize): void {
  readFrom(block);
  bindTable();
  bindPass();
}

function bindTable(): void {
  narrow = whole();
  wide = whole();
  stride = address();
  wideCells = address();
  tallyBytes = address();
  blockRows = whole();
  outputs = whole();
  slotBytes = whole();
  targetBytes = whole();
  slotsOff = address();
  gradientsOff = address();
  targetsOff = address();
  weightsOff = address();
  keysOff = address();
  ownRoom = address();
  ownBytes = address();
  classBytes = address();
  const loss = whole();
  ruleBy(blockRows, outputs, loss, real());
}

function bindPass(): void {
  addOutput = whole();
  addTests = address();
  addValues = address();
  isNew = whole() != 0;
  rowKey = <u32>real();
  rowLimit = real();
  isFresh = whole() != 0;
  output = whole();
  tests = address();
  tallyOf = address();
  tallies = whole();
  slots = whole();
  all = whole() != 0;
  mask = address();
  talliesAt = address();
  countsAt = address();
  shift = <i64>real();
  field = whole();
  const forG = real();
  const forH = real();
  roundBy(field, forG, forH, <u32>real());
}

/** A thread's tallies, one after the other, and its counts of the rows in each slot. */
@inline
export function ownTallies(thread: i32): usize {
  return talliesAt + <usize>thread * <usize>tallies * tallyBytes;
}
@inline
export function ownCounts(thread: i32): usize {
  return countsAt + ((<usize>thread * <usize>slots) << 3);
}
/** The same of the block that a thread works on. */
@inline
export function blockCounts(thread: i32): usize {
  return ownCounts(thread) + (<usize>slots << 2);
}

/** Rows whose gradients are computed together. */
export const CHUNK: i32 = 1024;

// A thread's room: an entry for every row of a block, targets and keys of a chunk, the space for classes, where the entries of
// each tally begin.
@inline
export function entriesOf(thread: i32): usize {
  return ownRoom + <usize>thread * ownBytes;
}
@inline
export function chunkTargets(thread: i32): usize {
  return entriesOf(thread) + (<usize>blockRows << 3);
}
@inline
export function chunkKeys(thread: i32): usize {
  return chunkTargets(thread) + (<usize>CHUNK << 3) + 64;
}
@inline
export function classRoom(thread: i32): usize {
  return chunkKeys(thread) + (<usize>CHUNK << 2) + 64;
}
@inline
export function startsOf(thread: i32): usize {
  return classRoom(thread) + classBytes;
}

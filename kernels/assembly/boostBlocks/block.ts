// A block of rows: its codes, row by row, and the state of its rows, column by column.

import {
  blockRows,
  gradientsOff,
  keysOff,
  slotBytes,
  slotsOff,
  targetBytes,
  targetsOff,
  weightsOff,
} from "./plan";

/** Bytes of a block's record: codes, state, rows, the key of the first row, whether its rows are learned from. */
const RECORD: usize = 20;

/** The highest bit of a row's slot: the row is not drawn, it goes down the tree and is not counted. */
export const UNDRAWN2: u32 = 1 << 15;
export const UNDRAWN4: u32 = 1 << 31;

export let codes: usize = 0;
export let state: usize = 0;
export let count: i32 = 0;
export let firstKey: u32 = 0;
export let isTraining: bool = false;

export function takeBlock(jobs: usize, block: i32): void {
  const at = jobs + <usize>block * RECORD;
  codes = <usize>load<u32>(at);
  state = <usize>load<u32>(at, 4);
  count = load<i32>(at, 8);
  firstKey = load<u32>(at, 12);
  isTraining = load<u32>(at, 16) != 0;
}

/** The first entry of the jobs' memory is the next block to take, for all threads. */
@inline
export function nextBlock(queue: usize): i32 {
  return atomic.add<i32>(queue, 1);
}

@inline
export function scoresOf(output: i32): usize {
  return state + ((<usize>output * <usize>blockRows) << 3);
}
@inline
export function gradientsFor(output: i32): usize {
  return state + gradientsOff + ((<usize>output * <usize>blockRows) << 2);
}
@inline
export function weightsFrom(row: i32): usize {
  return weightsOff == 0 ? 0 : state + weightsOff + (<usize>row << 3);
}
@inline
export function slotAt(row: i32): u32 {
  const at = state + slotsOff;
  return slotBytes == 2 ? <u32>load<u16>(at + (<usize>row << 1)) : load<u32>(at + (<usize>row << 2));
}
@inline
export function setSlot(row: i32, slot: u32): void {
  const at = state + slotsOff;
  if (slotBytes == 2) store<u16>(at + (<usize>row << 1), <u16>slot);
  else store<u32>(at + (<usize>row << 2), slot);
}
@inline
export function undrawn(): u32 {
  return slotBytes == 2 ? UNDRAWN2 : UNDRAWN4;
}
@inline
export function keyAt(row: i32): u32 {
  return keysOff == 0 ? firstKey + <u32>row : load<u32>(state + keysOff + (<usize>row << 2));
}
@inline
export function targetOf(row: i32): f64 {
  const at = state + targetsOff;
  return targetBytes == 1 ? <f64>load<u8>(at + <usize>row) : load<f64>(at + (<usize>row << 3));
}

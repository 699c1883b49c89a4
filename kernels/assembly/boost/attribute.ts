// The record of an attribute: how its values are binned, and where its cells are. TypeScript writes it
// (src/kernels/drivers/boost/memory.ts).

import { areBytes, tableAt } from "./plan";

const RECORD: usize = 52;

@inline
export function attributeAt(a: i32): usize {
  return tableAt + <usize>a * RECORD;
}
/** The offset of its cells in a slot, in bytes; it increases with the attribute. */
@inline
export function cellsOf(record: usize): usize {
  return <usize>load<u32>(record);
}
/** The bytes of its cells, in pairs. */
@inline
export function cellBytes(record: usize): usize {
  return <usize>((binsOf(record) + 2) & ~1) << 3;
}
/** The number of bins for known values. Their cells are followed by that of missing ones. */
@inline
export function binsOf(record: usize): i32 {
  return load<i32>(record, 4);
}
/** The bin of missing values in the column. */
@inline
export function missingOf(record: usize): i32 {
  return load<i32>(record, 8);
}
/** Its bins by row, one or two bytes each. */
@inline
export function columnOf(record: usize): usize {
  return <usize>load<u32>(record, 12);
}
/**
 * The attribute's first cell, counted from that of a group of neighbouring attributes that is tallied in one pass. It is
 * 0 where a group begins.
 */
@inline
export function firstCell(record: usize): u32 {
  return load<u32>(record, 16);
}
/** Where a row has this attribute's bin. */
@inline
export function inRow(a: i32): usize {
  return areBytes ? <usize>a : <usize>a << 1;
}
/** A bin in a row. Of two bytes it is the number of the cell in its group, of one it is the bin itself. */
@inline
export function binAt(at: usize, record: usize): i32 {
  return areBytes ? <i32>load<u8>(at) : <i32>load<u16>(at) - <i32>firstCell(record);
}
@inline
export function storeBin(at: usize, bin: i32, first: i32): void {
  if (areBytes) store<u8>(at, <u8>bin);
  else store<u16>(at, <u16>(first + bin));
}
@inline
export function isWide(record: usize): bool {
  return (load<u32>(record, 20) & 1) != 0;
}
@inline
export function isNominal(record: usize): bool {
  return (load<u32>(record, 20) & 2) != 0;
}
/** Whether it has so few levels that they are neither smoothed nor grouped. */
@inline
export function isPlain(record: usize): bool {
  return (load<u32>(record, 20) & 4) != 0;
}
/** 1: scores may only rise with the attribute; -1: only fall; 0: either. */
@inline
export function directionOf(record: usize): i32 {
  return load<i32>(record, 24);
}

// An attribute's part in its bundle, see bundle.ts.

/** Where a row of bundles has it. */
@inline
export function bundleOf(record: usize): usize {
  return <usize>load<u32>(record, 32) << 1;
}
/** The bundle's first cell. */
@inline
export function firstOfBundle(record: usize): i32 {
  return load<i32>(record, 36);
}
/** How many cells it has. */
@inline
export function cellsOfBundle(record: usize): i32 {
  return load<i32>(record, 40);
}
/** The attribute's bins that training rows have, that of missing values included. */
@inline
export function binsInBundle(record: usize): i32 {
  return load<i32>(record, 44);
}
/** How many cells lie between those of neighbouring bins; 1 for the first attribute of a bundle. */
@inline
export function stepOf(record: usize): i32 {
  return load<i32>(record, 48);
}

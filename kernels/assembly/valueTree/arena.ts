// Each thread's own memory.
import { levelScratch, useLevelScratch } from "./levels";
import { sortScratch } from "../common/radix";
import { job, thread } from "./job";
import { RESULT_BYTES } from "./seek";

/** Entries of a list are moved sixteen bytes at a time, so lists have padding past their ends. */
export const PAD: usize = 64;
/** The most rows of a small task: their sides are 128 bits. */
export const MOST_SMALL: i32 = 127;

export let sorting: usize = 0;
export let results: usize = 0;
/** Of the node under examination. */
export let sums: usize = 0;
/** Greatest gain by attribute, estimated. */
export let estimates: usize = 0;
/** Of the list under examination: f64 by block. */
export let blockSums: usize = 0;
export let stack: usize = 0;
/** Of a middle task: u16 lists, twice; the right side during a division; tables by number. */
export let narrow: usize = 0;
export let otherNarrow: usize = 0;
export let moved: usize = 0;
export let sides: usize = 0;
export let middleUnits: usize = 0;
export let middleWeights: usize = 0;
export let middleRows: usize = 0;
/** Of a small task: its tables by number, the small number of each middle number, and its lists. */
export let smallUnits: usize = 0;
export let smallSquares: usize = 0;
export let smallWeights: usize = 0;
export let smallRows: usize = 0;
export let smallNumbers: usize = 0;
export let smallCells: usize = 0;
/** By mask: shuffles that move the marked ones of eight bytes, or of eight pairs of bytes, to the front. */
export let packBytes: usize = 0;
export let packPairs: usize = 0;
/** 1 / (k·(m - k)), by m and k. */
export let inverses: usize = 0;
export let byteLists: usize = 0;
/** u16 by nominal attribute and number: see codes.ts. */
export let middleCodes: usize = 0;
export let smallCodes: usize = 0;

/**
 * Small tasks copy the cells of their rows, which they then find in the nearest cache: unless there are so many attributes
 * that the copy would not fit there, and most of it would not be looked at.
 */
export function copiesCells(attributes: i32): bool {
  return attributes <= 32;
}

/** A pending node on the stack of a task. */
export const OPEN_BYTES: usize = 16;

let top: usize = 0;

function room(bytes: usize): usize {
  const at = top;
  top = (top + bytes + 63) & ~63;
  return at;
}

export function arenaBytes(n: i32, attributes: i32, nominal: i32, mostMiddle: i32, mostLevels: i32): usize {
  top = 0;
  lay(n, attributes, nominal, mostMiddle, mostLevels);
  return top;
}

/** What `presort` needs per thread: elsewhere, because it is not needed afterwards. */
export function sortingBytes(n: i32, mostLevels: i32): usize {
  return (sortScratch(n) + (<usize>(n + mostLevels + 2) << 2) + 127) & ~63;
}

export function useArena(): void {
  sorting = job.sorting + <usize>thread * sortingBytes(job.n, job.mostLevels);
  top = job.arenas + <usize>thread * job.arenaBytes;
  lay(job.n, job.attributes, job.nominal, job.middleRows, job.mostLevels);
}

function lay(n: i32, attributes: i32, nominal: i32, mostMiddle: i32, mostLevels: i32): void {
  const d = <usize>attributes;
  const m = <usize>mostMiddle + PAD;
  results = room(d * RESULT_BYTES);
  sums = room(64);
  estimates = room((d + 4) << 3);
  blockSums = room((<usize>n >> 1) + 64);
  stack = room((m + 2) * OPEN_BYTES);
  narrow = room(d * m * 2);
  otherNarrow = room(d * m * 2);
  moved = room(m * 2);
  sides = room(m);
  middleUnits = room(m << 3);
  middleWeights = room(m << 3);
  middleRows = room(m << 2);
  smallUnits = room(128 << 3);
  smallSquares = room(128 << 3);
  smallWeights = room(128 << 3);
  smallRows = room(128 << 2);
  smallNumbers = room(m);
  smallCells = room(copiesCells(attributes) ? (d * 128) << 3 : 0);
  packBytes = room(256 << 3);
  packPairs = room(256 << 4);
  inverses = room(128 * 128 * 8);
  // Down a chain of m, m - 1, m - 2 … rows, a list each.
  byteLists = room(d * 128 * 160 + 1024);
  middleCodes = room(<usize>nominal * m * 2);
  smallCodes = room(<usize>nominal << 8);
  const scratch = room(levelScratch(mostLevels));
  useLevelScratch(scratch, mostLevels);
}

export function fillTables(): void {
  for (let mask = 0; mask < 256; mask++) {
    let k = 0;
    for (let bit = 0; bit < 8; bit++) {
      if (!((mask >> bit) & 1)) continue;
      store<u8>(packBytes + ((<usize>mask << 3) + k), bit);
      store<u8>(packPairs + ((<usize>mask << 4) + 2 * k), 2 * bit);
      store<u8>(packPairs + ((<usize>mask << 4) + 2 * k + 1), 2 * bit + 1);
      k++;
    }
  }
  for (let m = 2; m <= MOST_SMALL; m++) {
    for (let k = 1; k < m; k++) {
      store<f64>(inverses + (<usize>((m << 7) + k) << 3), 1 / (<f64>k * <f64>(m - k)));
    }
  }
}

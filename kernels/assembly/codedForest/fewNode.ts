import { take } from "../forest/arena";
import { width } from "../forest/params";
import { markAt } from "./block";
import { startFoundOf } from "./found";
import { giniOf } from "./impurity";
import { clearSums } from "./mass";

// A node of a block with at most 64 rows, of more than two classes with small integer weights: its classes are numbered anew.

export const FEW: i32 = 64;

/** The node's entries (u8), and how many. */
export let entries: usize = 0;
export let count: i32 = 0;
/** By entry: class | weight << 16, with the node's numbers of classes (u32). */
export let marks: usize = 0;
/** By class of the table: its number at the node plus 1, or 0 (u8); the node's classes (u16), and how many. */
let numbers: usize = 0;
let classes: usize = 0;
export let classCount: i32 = 0;
/** By class of the node: its weight << 32 (u64). */
export let totals: usize = 0;
/** Σ of the squared class weights. */
export let squares: i64 = 0;
/** Whether all its classes have a weight. */
export let areWeighted: bool = true;
/** The node's sums (f64), made when they are needed. */
let sums: usize = 0;
let hasSums: bool = false;

export function takeFewNode(): void {
  marks = take(FEW << 2);
  numbers = take(<usize>width);
  classes = take(FEW << 1);
  totals = take(FEW << 3);
  sums = take(<usize>width << 3);
}

export function clearFewNode(): void {
  memory.fill(numbers, 0, <usize>width);
}

/** Begins a node with these entries (u8). */
export function startFew(ids: usize, n: i32): void {
  entries = ids;
  count = n;
  classCount = 0;
  hasSums = false;
  for (let i: usize = 0; i < <usize>n; i++) {
    const mark = markAt(<usize>load<u8>(ids + i));
    const c = numberOf(mark & 0xffff);
    const at = totals + (c << 3);
    store<u64>(at, load<u64>(at) + (<u64>(mark >> 16) << 32));
    store<u32>(marks + (i << 2), <u32>c | (mark & 0xffff0000));
  }
  let weight: i64 = 0;
  squares = 0;
  areWeighted = true;
  for (let c: usize = 0; c < <usize>classCount; c++) {
    store<u8>(numbers + <usize>load<u16>(classes + (c << 1)), 0);
    const w = <i64>load<u32>(totals + (c << 3), 4);
    weight += w;
    squares += w * w;
    areWeighted &= w > 0;
  }
  startFoundOf(giniOf(<f64>weight, <f64>squares), <f64>weight);
}

/** The number of a class at the node. */
@inline
function numberOf(k: u32): usize {
  const at = numbers + <usize>k;
  const known = load<u8>(at);
  if (known != 0) return <usize>known - 1;
  const c = <usize>classCount;
  classCount++;
  store<u8>(at, <u8>(c + 1));
  store<u16>(classes + (c << 1), <u16>k);
  store<u64>(totals + (c << 3), 0);
  return c;
}

/** Of a node with two classes: the number of the one that comes first in the table. */
@inline
export function firstOfTwo(): usize {
  return load<u16>(classes) < load<u16>(classes, 2) ? 0 : 1;
}

/** The node's sums (f64). */
export function sumsOfFew(): usize {
  if (hasSums) return sums;
  hasSums = true;
  clearSums(sums);
  for (let c: usize = 0; c < <usize>classCount; c++)
    store<f64>(sums + (<usize>load<u16>(classes + (c << 1)) << 3), <f64>load<u32>(totals + (c << 3), 4));
  return sums;
}

import { take } from "../forest/arena";
import { width } from "../forest/params";
import { FEW, fewClasses, firstMark, rowsOfClass, tableClass, weightIn } from "./fewBlock";
import { startFoundOf } from "./found";
import { giniOf } from "./impurity";
import { clearSums } from "./mass";

// A node with few rows (fewBlock.ts).

/** Its rows, and how many. */
export let node: u64 = 0;
export let count: i32 = 0;
/** By class: its weight << 32 (u64); the classes of its rows, as bits; and how many. */
export let totals: usize = 0;
export let present: u64 = 0;
export let classCount: i32 = 0;
/** Σ of the squared class weights. */
export let squares: i64 = 0;
/** Whether all classes of its rows have weight. */
export let areWeighted: bool = true;
/** The node's sums (f64), made when they are needed. */
let sums: usize = 0;
let hasSums: bool = false;

export function takeFewNode(): void {
  totals = take(FEW << 3);
  sums = take(<usize>width << 3);
}

export function clearFewNode(): void {
  present = 0;
  memory.fill(totals, 0, FEW << 3);
}

/** Begins a node with these rows. */
export function startFew(rows: u64): void {
  node = rows;
  count = <i32>popcnt(rows);
  hasSums = false;
  squares = 0;
  areWeighted = true;
  for (let rest = present; rest != 0; rest &= rest - 1) store<u64>(totals + (<usize>ctz(rest) << 3), 0);
  present = 0;
  let weight: i64 = 0;
  for (let rest = rows; rest != 0; ) {
    const c = <usize>(firstMark(rest) & 0xffff);
    const w = <i64>weightIn(rowsOfClass(c) & rows);
    rest &= ~rowsOfClass(c);
    store<u64>(totals + (c << 3), <u64>w << 32);
    weight += w;
    squares += w * w;
    present |= <u64>1 << <u64>c;
    areWeighted &= w != 0;
  }
  classCount = <i32>popcnt(present);
  startFoundOf(giniOf(<f64>weight, <f64>squares), <f64>weight);
}

/** Of a node with two classes: the number of the one that comes first in the table. */
@inline
export function firstOfTwo(): usize {
  const a = <usize>ctz(present);
  const b = <usize>ctz(present & (present - 1));
  return tableClass(a) < tableClass(b) ? a : b;
}

/** The node's sums (f64). */
export function sumsOfFew(): usize {
  if (hasSums) return sums;
  hasSums = true;
  clearSums(sums);
  for (let c: usize = 0; c < <usize>fewClasses; c++)
    store<f64>(sums + (<usize>tableClass(c) << 3), <f64>load<u32>(totals + (c << 3), 4));
  return sums;
}

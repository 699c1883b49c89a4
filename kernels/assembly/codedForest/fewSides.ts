import { take } from "../forest/arena";
import { limit } from "./cuts";
import { FEW, fewClasses, firstMark, rowsOfClass, weightIn } from "./fewBlock";
import { present, squares, totals } from "./fewNode";
import { allowed, nodeTotal, nodeWeight } from "./found";
import { giniOf } from "./impurity";

// The two sides of a test at a node with few rows (fewNode.ts), by Gini's impurity.

/** Classes up to which those that the node does not have take less time than leaving them out. */
const CLASSES: i32 = 8;

/** As `totals`, but weight goes to the lower half as rows go left (u64). */
let cells: usize = 0;

export function takeFewSides(): void {
  cells = take(FEW << 3);
}

/** Of the known rows: weight, weight × impurity, and Σ of squares on each side. */
export let knownWeight: i64 = 0;
export let knownWhole: f64 = 0;
export let leftWeight: i64 = 0;
let leftSquares: i64 = 0;
let rightSquares: i64 = 0;

/** All rows on the right but these. */
@inline
export function startSides(missing: u64): void {
  if (fewClasses <= CLASSES)
    for (let c: usize = 0; c < <usize>fewClasses << 3; c += 16) v128.store(cells + c, v128.load(totals + c));
  else
    for (let rest = present; rest != 0; rest &= rest - 1) startClass(<usize>ctz(rest) << 3);
  knownWeight = <i64>nodeWeight;
  rightSquares = squares;
  knownWhole = nodeTotal;
  leftWeight = 0;
  leftSquares = 0;
  if (missing == 0) return;
  moveFirst(missing);
  knownWeight -= leftWeight;
  knownWhole = giniOf(<f64>knownWeight, <f64>rightSquares);
  // What was moved is gone: nothing is on the left yet.
  for (let c: usize = 0; c < <usize>fewClasses << 3; c += 8) store<u32>(cells + c, 0);
  leftWeight = 0;
  leftSquares = 0;
}

@inline
function startClass(c: usize): void {
  store<u64>(cells + c, load<u64>(totals + c));
}

/** Rows go left one by one: Σl² grows by w (2l + w), Σr² falls by w (2r - w). */
@inline
export function moveLeft(rows: u64): void {
  let left: i64 = 0;
  let right: i64 = 0;
  let weight: i64 = 0;
  for (let rest = rows; rest != 0; rest &= rest - 1) {
    const mark = firstMark(rest);
    const at = cells + (<usize>(mark & 0xffff) << 3);
    const w = <i64>(mark >> 16);
    const cell = load<i64>(at);
    const l = cell & 0xffffffff;
    const r = <i64>(<u64>cell >> 32);
    store<i64>(at, cell + w - (w << 32));
    left += w * (l + l + w);
    right += w * (r + r - w);
    weight += w;
  }
  leftSquares += left;
  rightSquares -= right;
  leftWeight += weight;
}

/** Rows go left before any others do. */
@inline
export function moveFirst(rows: u64): void {
  if (fewClasses > CLASSES) return moveLeft(rows);
  let left: i64 = 0;
  let right: i64 = 0;
  let weight: i64 = 0;
  for (let c: usize = 0; c < <usize>fewClasses; c++) {
    const at = cells + (c << 3);
    const l = <i64>weightIn(rowsOfClass(c) & rows);
    const r = <i64>load<u32>(at, 4) - l;
    store<u64>(at, <u64>l | (<u64>r << 32));
    left += l * l;
    right += r * r;
    weight += l;
  }
  leftSquares = left;
  rightSquares = right;
  leftWeight = weight;
}

/** Before any rows go left: Σ of the squared class weights of the known rows. */
@inline
export function fewSquares(): f64 {
  return <f64>rightSquares;
}

/** The sides change places. */
@inline
export function swapSides(): void {
  const held = leftSquares;
  leftSquares = rightSquares;
  rightSquares = held;
  leftWeight = knownWeight - leftWeight;
}

/** The weights of a class: on the left | on the right << 32. */
@inline
export function sidesOf(c: usize): u64 {
  return load<u64>(cells + (c << 3));
}

/** Whether what was moved may be chosen: as in scanCounts.ts. */
@inline
export function mayWin(): bool {
  const weight = <f64>leftWeight;
  const total = <f64>knownWeight;
  const rest = total - weight;
  const least = limit - knownWhole + total;
  return !(<f64>leftSquares * rest + <f64>rightSquares * weight < least * (weight * rest)) && allowed(weight, total);
}

@inline
export function gainOfMoved(): f64 {
  const weight = <f64>leftWeight;
  return knownWhole - giniOf(weight, <f64>leftSquares) - giniOf(<f64>knownWeight - weight, <f64>rightSquares);
}

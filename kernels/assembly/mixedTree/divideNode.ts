import { levelSides, localSides } from "./arena";
import { classes, codesOf, isNominal, sides, thread, threads } from "./job";
import { cellsOf, levels, startOf } from "./levels";
import { labelOf, listWeight, rowOf } from "./lists";
import { setWordAt, sumsOf, takeSet, writeBranches, writeSplit } from "./node";
import { gainAt, knownWeight, leftAt, placeAt, placeOf } from "./search";
import { codesFor, openKnown } from "./searchNode";
import { markLevels } from "./searchLevels";

// Dividing a node by its test: which entries go where, and what is written of it.

/** Of the current division, computed identically by each thread. */
let chosen: i32 = 0;
let known: i32 = 0;
let missingSide: u8 = 0;
let rightWeight: f64 = 0;
export let leftRows: i32 = 0;

@inline
export function planDivision<T>(attribute: i32, list: usize, m: i32): void {
  const codes = codesFor<T>(attribute);
  chosen = attribute;
  known = openKnown<T>(attribute, list, m, codes);
  if (isNominal(attribute)) markLevels<T>(attribute, list, known, codes, levelSides);
  rightWeight = knownWeight - leftAt(attribute);
  // Missing values go to the branch with the larger weight.
  missingSide = u8(rightWeight > leftAt(attribute));
  leftRows = (isNominal(attribute) ? rowsOfLevels() : placeAt(attribute)) + (missingSide ? 0 : m - known);
}

@inline
function sideOf(level: i32): u8 {
  return load<u8>(levelSides + <usize>level);
}

function rowsOfLevels(): i32 {
  let rows = 0;
  for (let level = 0; level < levels; level++) if (!sideOf(level)) rows += startOf(level + 1) - startOf(level);
  return rows;
}

@inline
function markEntries<T>(list: usize, from: i32, to: i32, side: u8): void {
  const marks = sizeof<T>() == 2 ? localSides : sides;
  for (let i = from; i < to; i++) store<u8>(marks + <usize>load<T>(list + <usize>i * sizeof<T>()), side);
}

/** Marks the side of each entry; if together, of this thread's part of them. */
@inline
export function markSides<T>(together: bool, list: usize, m: i32): void {
  const from = together ? <i32>((<i64>m * thread) / threads) : 0;
  const to = together ? <i32>((<i64>m * (thread + 1)) / threads) : m;
  if (isNominal(chosen)) {
    for (let level = 0; level < levels; level++) {
      markEntries<T>(list, max(from, startOf(level)), min(to, startOf(level + 1)), sideOf(level));
    }
  } else {
    const place = placeAt(chosen);
    markEntries<T>(list, from, min(to, place), 0);
    markEntries<T>(list, max(from, place), min(to, known), 1);
  }
  markEntries<T>(list, max(from, known), to, missingSide);
}

@inline
function addClasses<T>(list: usize, from: i32, to: i32, sums: usize): void {
  for (let i = from; i < to; i++) {
    const e = <usize>load<T>(list + <usize>i * sizeof<T>());
    const p = sums + (labelOf<T>(e) << 3);
    store<f64>(p, load<f64>(p) + listWeight<T>(e));
  }
}

/** Writes the split and its branches. */
@inline
export function writeDivision<T>(list: usize, m: i32, node: i32, left: i32): void {
  const sums = sumsOf(left);
  memory.fill(sums, 0, <usize>classes << 3);
  if (isNominal(chosen)) {
    addLevels(sums, sumsOf(node));
    writeSet<T>(list, node, left);
  } else {
    const place = placeAt(chosen);
    addClasses<T>(list, 0, place, sums);
    const low = globalCode<T>(list, place - 1);
    writeSplit(node, chosen, left, low, globalCode<T>(list, place), gainAt(chosen), leftAt(chosen), rightWeight);
  }
  if (!missingSide) addClasses<T>(list, known, m, sums);
  writeBranches(node, left, m, leftRows);
}

/** Adds the class weights of the levels on the left. */
function addLevels(sums: usize, nodeSums: usize): void {
  for (let level = 0; level < levels; level++) {
    if (sideOf(level)) continue;
    const cells = cellsOf(level);
    for (let c: usize = 0; c < <usize>classes; c++) {
      if (!(load<f64>(nodeSums + (c << 3)) > 0)) continue;
      const p = sums + (c << 3);
      store<f64>(p, load<f64>(p) + load<f64>(cells + (<usize>load<u16>(placeOf + (c << 1)) << 3)));
    }
  }
}

@inline
function globalCode<T>(list: usize, i: i32): i32 {
  const e = <usize>load<T>(list + <usize>i * sizeof<T>());
  return <i32>load<u32>(codesOf(chosen) + (rowOf<T>(e) << 2));
}

@inline
function writeSet<T>(list: usize, node: i32, left: i32): void {
  const at = takeSet(levels);
  writeSplit(node, chosen, left, at, levels, gainAt(chosen), leftAt(chosen), rightWeight);
  if (at < 0) return;
  for (let level = 0; level < levels; level++) {
    store<u32>(setWordAt(at + level), (<u32>globalCode<T>(list, startOf(level)) << 1) | <u32>sideOf(level));
  }
}

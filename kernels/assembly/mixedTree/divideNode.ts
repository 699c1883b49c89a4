import { codeSides, levelSides, localSides } from "./arena";
import { cellAt, countsOf } from "./counts";
import { classes, codeCount, codesOf, isCounted, isNominal, oneHot, sides, sideSums, thread, threads } from "./job";
import { cellsOf, collectCounts, levelCode, levels, startOf } from "./levels";
import { labelIn, labelsFor, Local, rowOf, weightIn, weightsFor, Wide } from "./lists";
import { setWordAt, sumsOf, takeSet, writeBranches, writeSplit } from "./node";
import { gainAt, leftAt, placeAt } from "./finds";
import { knownWeight, placeOf } from "./search";
import { openCounts } from "./searchCounts";
import { markCollected, markLevels } from "./searchLevels";
import { noteSides } from "./sideSums";
import { codesFor, openKnown, slotsOf } from "./searchNode";

// Dividing a node by its test: which entries go where, and what is written of it. The test is on an attribute whose rows
// are counted, or on one with a list.

/** Of the current division, computed identically by each thread. */
let chosen: i32 = 0;
/** The counts of the attribute; 0 if it has a list. */
let counts: usize = 0;
/** The rows of a list whose cells are known. */
let known: i32 = 0;
let missingSide: u8 = 0;
let rightWeight: f64 = 0;
export let leftRows: i32 = 0;

/** `list` is the attribute's; `rows` are those of the node, in any order, if its counts are in a slot. */
@inline
function planDivision<T>(attribute: i32, list: usize, m: i32, rows: usize, slot: i32): void {
  chosen = attribute;
  counts = slot >= 0 && isCounted(attribute) ? countsOf(slotsOf<T>(), slot, attribute) : 0;
  if (counts) planByCounts();
  else planByList<T>(list, m);
  leftRows = counts ? countLeft<T>(rows, m) : listedLeft(m);
}

/** Missing values go to the branch with the larger weight. */
function chooseSides(): void {
  rightWeight = knownWeight - leftAt(chosen);
  missingSide = u8(rightWeight > leftAt(chosen));
}

function planByCounts(): void {
  collectCounts(counts, codeCount(chosen));
  openCounts(chosen, counts);
  chooseSides();
  if (isNominal(chosen)) markCollected(chosen, levelSides);
  else {
    const place = placeAt(chosen);
    for (let level = 0; level < levels; level++) store<u8>(levelSides + <usize>level, u8(level >= place));
  }
  memory.fill(codeSides, missingSide, <usize>codeCount(chosen) + 1);
  for (let level = 0; level < levels; level++) store<u8>(codeSides + <usize>levelCode(level), sideOf(level));
}

@inline
function planByList<T>(list: usize, m: i32): void {
  const codes = codesFor<T>(chosen);
  known = openKnown<T>(chosen, list, m, codes);
  chooseSides();
  if (isNominal(chosen)) markLevels<T>(chosen, list, known, codes, levelSides);
}

@inline
function sideOf(level: i32): u8 {
  return load<u8>(levelSides + <usize>level);
}

@inline
function countedSide<T>(table: usize, codes: usize, e: usize): u8 {
  return load<u8>(table + <usize>load<T>(codes + e * sizeof<T>()));
}

@inline
function countLeft<T>(rows: usize, m: i32): i32 {
  const codes = codesFor<T>(chosen);
  const table = codeSides;
  let right = 0;
  for (let i = 0; i < m; i++) {
    right += <i32>countedSide<T>(table, codes, <usize>load<T>(rows + <usize>i * sizeof<T>()));
  }
  return m - right;
}

function listedLeft(m: i32): i32 {
  let rows = missingSide ? 0 : m - known;
  if (!isNominal(chosen)) return rows + placeAt(chosen);
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
function markSides<T>(together: bool, list: usize, m: i32, rows: usize): void {
  const from = together ? <i32>((<i64>m * thread) / threads) : 0;
  const to = together ? <i32>((<i64>m * (thread + 1)) / threads) : m;
  if (counts) return markCounted<T>(rows, from, to);
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
function markCounted<T>(rows: usize, from: i32, to: i32): void {
  const codes = codesFor<T>(chosen);
  const marks = sizeof<T>() == 2 ? localSides : sides;
  const table = codeSides;
  for (let i = from; i < to; i++) {
    const e = <usize>load<T>(rows + <usize>i * sizeof<T>());
    store<u8>(marks + e, countedSide<T>(table, codes, e));
  }
}

@inline
function addClasses<T>(list: usize, from: i32, to: i32, sums: usize): void {
  const labels = labelsFor<T>();
  const weights = weightsFor<T>();
  for (let i = from; i < to; i++) {
    const e = <usize>load<T>(list + <usize>i * sizeof<T>());
    const p = sums + (labelIn(labels, e) << 3);
    store<f64>(p, load<f64>(p) + weightIn(weights, e));
  }
}

/** Writes the split and its branches. */
@inline
function writeDivision<T>(list: usize, m: i32, node: i32, left: i32): void {
  const sums = sumsOf(left);
  const place = placeAt(chosen);
  memory.fill(sums, 0, <usize>classes << 3);
  if (counts || isNominal(chosen)) addLevels(sums, sumsOf(node));
  else addClasses<T>(list, 0, place, sums);
  if (sideSums) noteSides(node, sums);
  if (!missingSide) {
    if (counts) addMissing(sums);
    else addClasses<T>(list, known, m, sums);
  }
  if (isNominal(chosen)) {
    if (oneHot) writeSingle<T>(list, node, left);
    else writeSet<T>(list, node, left);
  } else {
    const low = counts ? <i32>levelCode(place - 1) : globalCode<T>(list, place - 1);
    const high = counts ? <i32>levelCode(place) : globalCode<T>(list, place);
    writeSplit(node, chosen, left, low, high, gainAt(chosen), leftAt(chosen), rightWeight);
  }
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

function addMissing(sums: usize): void {
  const missing = cellAt(counts, codeCount(chosen));
  for (let c: usize = 0; c < <usize>classes << 3; c += 8) {
    store<f64>(sums + c, load<f64>(sums + c) + load<f64>(missing + c));
  }
}

@inline
function globalCode<T>(list: usize, i: i32): i32 {
  const e = <usize>load<T>(list + <usize>i * sizeof<T>());
  return <i32>load<u32>(codesOf(chosen) + (rowOf<T>(e) << 2));
}

/** The code of a level. */
@inline
function codeOf<T>(list: usize, level: i32): u32 {
  return counts ? levelCode(level) : <u32>globalCode<T>(list, startOf(level));
}

/** A set of one level: all others are on the right, those that do not occur too. */
@inline
function writeSingle<T>(list: usize, node: i32, left: i32): void {
  const size = <i32>codeCount(chosen);
  const at = takeSet(size);
  writeSplit(node, chosen, left, at, size, gainAt(chosen), leftAt(chosen), rightWeight);
  if (at < 0) return;
  for (let code = 0; code < size; code++) store<u32>(setWordAt(at + code), (code << 1) | 1);
  const single = codeOf<T>(list, placeAt(chosen));
  store<u32>(setWordAt(at + <i32>single), single << 1);
}

@inline
function writeSet<T>(list: usize, node: i32, left: i32): void {
  const at = takeSet(levels);
  writeSplit(node, chosen, left, at, levels, gainAt(chosen), leftAt(chosen), rightWeight);
  if (at < 0) return;
  for (let level = 0; level < levels; level++) {
    store<u32>(setWordAt(at + level), (codeOf<T>(list, level) << 1) | <u32>sideOf(level));
  }
}

// Of either type of list, as functions of their own: see index.

export function planWide(attribute: i32, list: usize, m: i32, rows: usize, slot: i32): void {
  planDivision<Wide>(attribute, list, m, rows, slot);
}

export function planLocal(attribute: i32, list: usize, m: i32, rows: usize, slot: i32): void {
  planDivision<Local>(attribute, list, m, rows, slot);
}

export function markWide(list: usize, m: i32, rows: usize): void {
  markSides<Wide>(true, list, m, rows);
}

export function markLocal(list: usize, m: i32, rows: usize): void {
  markSides<Local>(false, list, m, rows);
}

export function writeWide(list: usize, m: i32, node: i32, left: i32): void {
  writeDivision<Wide>(list, m, node, left);
}

export function writeLocal(list: usize, m: i32, node: i32, left: i32): void {
  writeDivision<Local>(list, m, node, left);
}

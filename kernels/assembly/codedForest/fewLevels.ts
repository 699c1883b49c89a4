import { take } from "../forest/arena";
import { width } from "../forest/params";
import { blockClasses, blockMass, markAt, setCodes } from "./block";
import { cutAt, cutCount, gainOf, isTop, leftWeightOf, limit, noteCut, placeOf, startCutsWithin, topCut } from "./cuts";
import { bestOfPacked } from "./divisions";
import { examineTally } from "./examine";
import { lastPresent, present, presentCount, takeEntries } from "./fewCodes";
import { areWeighted, classCount, entries, FEW, firstOfTwo, marks, squares, sumsOfFew, totals } from "./fewNode";
import { allowed, equalGain, noise, nodeWeight, topGain } from "./found";
import { giniOf } from "./impurity";
import { knownImpurity, knownWeight, knownWhole, useKnown } from "./knownSums";
import { enterSet, offerRun, startSets } from "./levelSets";
import { HOPE, MOST_SETS } from "./levelsMany";
import { addTo } from "./mass";
import { orderedAt, setKey, sortLevels } from "./order";
import { clearLanes, MOST_CLASSES, MOST_WEIGHT, packedLevel, setLevelWeight, startPacking, total } from "./packedDivisions";
import { maxExhaustive } from "./params";
import { addCode, clearCell, missingCell, startTally, tallied } from "./tally";

// The best set of levels at a node with few rows (fewNode.ts), by the rules of levelsMany.ts. The class weights of levels are
// lanes of 16 bits, with the node's own numbers of classes; of two classes, they are words.

/** Two classes, by level: the weight of the first one, and of both (u32 each). */
let words: usize = 0;

export function takeFewLevels(): void {
  words = take(FEW << 3);
}

/** As in examine.ts; `missing` are the entries without a level. */
export function examineLevels(a: i32, missing: u64): i32 {
  const levels = presentCount();
  if (levels < 2) {
    for (let word: u32 = 0; word <= lastPresent() >> 6; word++) takeAll(word);
    return 0;
  }
  startTally();
  if (!areWeighted) return examineOne(a, missing);
  if (classCount == 2) return runsOfTwo(a, missing) ? 2 : 1;
  const tried = levels <= maxExhaustive ? (<i64>1 << <i64>(levels - 1)) * <i64>width : <i64>MOST_SETS + 1;
  if (tried > MOST_SETS || classCount > MOST_CLASSES || nodeWeight > MOST_WEIGHT) return examineOne(a, missing);
  return divisionsOf(a, missing) ? 2 : 1;
}

@inline
function takeAll(word: u32): void {
  for (let bits = load<u64>(present + (<usize>word << 3)); bits != 0; bits &= bits - 1)
    takeEntries((word << 6) + <u32>ctz(bits));
}

/** Two classes at the node: the runs of the order by the share of the first. */
function runsOfTwo(a: i32, missing: u64): bool {
  const first = <u32>firstOfTwo();
  let ones = <i64>load<u32>(totals + (<usize>first << 3), 4);
  let weight = <i64>nodeWeight;
  const without = wordOfTwo(missing, first);
  ones -= <i64>(without & 0xffffffff);
  weight -= <i64>(without >> 32);
  const others = weight - ones;
  useKnown(<f64>weight, <f64>(ones * ones + others * others));
  for (let word: u32 = 0; word <= lastPresent() >> 6; word++) {
    for (let bits = load<u64>(present + (<usize>word << 3)); bits != 0; bits &= bits - 1) {
      const code = (word << 6) + <u32>ctz(bits);
      const own = wordOfTwo(takeEntries(code), first);
      store<u64>(words + (<usize>tallied << 3), own);
      setKey(tallied, <f64>(<u32>own) / <f64>(<u32>(own >> 32)));
      addCode(code);
    }
  }
  startSets();
  sortLevels(tallied);
  startCutsWithin(4);
  noteRuns(<f64>ones, <f64>others);
  if (!(topCut < topGain - 3 * equalGain)) {
    for (let i = 0; i < cutCount; i++) {
      const cut = cutAt(i);
      if (isTop(cut)) offerRun(placeOf(cut) + 1, gainOf(cut), leftWeightOf(cut), knownWeight);
    }
  }
  return enterSet(a, knownWeight, knownImpurity(), setCodes(a));
}

/** Of entries: the weight of a class | the weight of both << 32. */
@inline
function wordOfTwo(bits: u64, first: u32): u64 {
  let word: u64 = 0;
  for (let rest = bits; rest != 0; rest &= rest - 1) {
    const mark = load<u32>(marks + (<usize>ctz(rest) << 2));
    const w = <u64>(mark >> 16);
    word += (w << 32) | ((mark & 0xffff) == first ? w : 0);
  }
  return word;
}

/** As in countedRuns.ts. */
function noteRuns(ones: f64, others: f64): void {
  let left: f64 = 0;
  let leftWeight: f64 = 0;
  for (let run = 0; run < tallied - 1; run++) {
    const own = load<u64>(words + (<usize>orderedAt(run) << 3));
    left += <f64>(<u32>own);
    leftWeight += <f64>(<u32>(own >> 32));
    const leftOther = leftWeight - left;
    const right = ones - left;
    const rightOther = others - leftOther;
    const rest = knownWeight - leftWeight;
    const leftSquares = left * left + leftOther * leftOther;
    const rightSquares = right * right + rightOther * rightOther;
    const least = (limit - knownWhole + knownWeight) * (leftWeight * rest);
    if (leftSquares * rest + rightSquares * leftWeight < least || !allowed(leftWeight, knownWeight)) continue;
    noteCut(run, knownWhole - giniOf(leftWeight, leftSquares) - giniOf(rest, rightSquares), leftWeight, 0, 0);
  }
}

/** More classes, few levels: all divisions. */
function divisionsOf(a: i32, missing: u64): bool {
  startPacking(classCount);
  packKnown(missing);
  // What a branch for every level would gain is an upper bound.
  let most = knownWhole;
  for (let word: u32 = 0; word <= lastPresent() >> 6; word++) {
    for (let bits = load<u64>(present + (<usize>word << 3)); bits != 0; bits &= bits - 1) {
      const code = (word << 6) + <u32>ctz(bits);
      const lanes = packedLevel(tallied);
      clearLanes(lanes);
      packEntries(lanes, takeEntries(code));
      setLevelWeight(tallied, packedWeight);
      most -= giniOf(packedWeight, packedSquares);
      addCode(code);
    }
  }
  startSets();
  if (most < topGain - HOPE * equalGain - 2 * noise) return false;
  bestOfPacked();
  return enterSet(a, knownWeight, knownImpurity(), setCodes(a));
}

/** The node's class weights less those of missing values. */
@inline
function packKnown(missing: u64): void {
  clearLanes(total);
  let sum = squares;
  packEntries(total, missing);
  const weight = nodeWeight - packedWeight;
  if (missing != 0) sum = 0;
  for (let c: usize = 0; c < <usize>classCount; c++) {
    const at = total + (c << 1);
    const w = <i64>load<u32>(totals + (c << 3), 4) - <i64>load<u16>(at);
    store<u16>(at, <u16>w);
    if (missing != 0) sum += w * w;
  }
  useKnown(weight, <f64>sum);
}

/** Of the entries packed last: their weight, and the sum of their squared class weights. */
let packedWeight: f64 = 0;
let packedSquares: f64 = 0;

/** Adds entries to lanes that are 0. */
@inline
function packEntries(lanes: usize, bits: u64): void {
  let weight: u32 = 0;
  let sum: u32 = 0;
  for (let rest = bits; rest != 0; rest &= rest - 1) {
    const mark = load<u32>(marks + (<usize>ctz(rest) << 2));
    const at = lanes + (<usize>(mark & 0xffff) << 1);
    const w = mark >> 16;
    const held = <u32>load<u16>(at);
    store<u16>(at, <u16>(held + w));
    weight += w;
    sum += w * (held + held + w);
  }
  packedWeight = <f64>weight;
  packedSquares = <f64>sum;
}

/** One class after the other. */
function examineOne(a: i32, missing: u64): i32 {
  addEntries(missingCell, missing);
  for (let word: u32 = 0; word <= lastPresent() >> 6; word++) {
    for (let bits = load<u64>(present + (<usize>word << 3)); bits != 0; bits &= bits - 1) {
      const code = (word << 6) + <u32>ctz(bits);
      const cell = addCode(code);
      clearCell(cell);
      addEntries(cell, takeEntries(code));
    }
  }
  return examineTally(a, sumsOfFew(), setCodes(a));
}

function addEntries(to: usize, bits: u64): void {
  for (let rest = bits; rest != 0; rest &= rest - 1)
    addTo(to, markAt(<usize>load<u8>(entries + <usize>ctz(rest))), blockMass, blockClasses);
}

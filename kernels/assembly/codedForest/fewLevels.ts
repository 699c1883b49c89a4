import { take } from "../forest/arena";
import { width } from "../forest/params";
import { blockClasses, blockMass, markAt, setCodes } from "./block";
import { cutAt, cutCount, gainOf, isTop, leftWeightOf, limit, noteCut, placeOf, startCuts, startCutsWithin, topCut } from "./cuts";
import { bestOfPacked } from "./divisions";
import { examineTally } from "./examine";
import { FEW, fewClasses, firstMark, inBlock, rowsOfClass, weightIn } from "./fewBlock";
import { firstCode, missingIn, rowsOfFirst } from "./fewCodes";
import { areWeighted, classCount, firstOfTwo, sumsOfFew, totals } from "./fewNode";
import { fewSquares, gainOfMoved, knownWeight as fewWeight, knownWhole as fewWhole, leftWeight, mayWin, moveFirst, sidesOf, startSides, swapSides } from "./fewSides";
import { allowed, equalGain, noise, nodeWeight, topGain } from "./found";
import { giniOf } from "./impurity";
import { knownImpurity, knownWeight, knownWhole, useKnown } from "./knownSums";
import { enterPair, enterSet, offerRun, startSets } from "./levelSets";
import { HOPE, MOST_SETS } from "./levelsMany";
import { addTo } from "./mass";
import { orderedAt, setKey, sortLevels } from "./order";
import { clearLevel, measureLevel, MOST_CLASSES, MOST_WEIGHT, startPacking } from "./packedDivisions";
import { maxExhaustive } from "./params";
import { addCode, clearCell, missingCell, startTally, tallied } from "./tally";

// The best set of levels at a node with few rows (fewNode.ts), by the rules of levelsMany.ts. The class weights of levels are
// lanes of 16 bits; of two classes, they are words.

/** Two classes, by level: the weight of the first one, and of both (u32 each). */
let words: usize = 0;

export function takeFewLevels(): void {
  words = take(FEW << 3);
}

/** Of the attribute with this record, which has these codes at the node, two at least. True if the test leaves no impurity. */
export function examineLevels(a: i32, record: usize, codes: u64): bool {
  const levels = <i32>popcnt(codes);
  if (areWeighted && levels == 2) return onlyDivision(a, record, codes);
  startTally();
  if (!areWeighted) return examineOne(a, record, codes);
  if (classCount == 2) return runsOfTwo(a, record, codes);
  const tried = levels <= maxExhaustive ? (<i64>1 << <i64>(levels - 1)) * <i64>width : <i64>MOST_SETS + 1;
  if (tried > MOST_SETS || fewClasses > MOST_CLASSES || nodeWeight > MOST_WEIGHT) return examineOne(a, record, codes);
  return divisionsOf(a, record, codes);
}

/** Two levels: the rows of the fewer ones are moved, whichever they are. */
function onlyDivision(a: i32, record: usize, codes: u64): bool {
  const others = codes & (codes - 1);
  const first = rowsOfFirst(record, codes);
  const second = rowsOfFirst(record, others);
  const isSecond = popcnt(second) < popcnt(first);
  startSides(missingIn(record));
  startCuts();
  moveFirst(isSecond ? second : first);
  if (!mayWin()) return false;
  const isFalling = classCount == 2 && (isSecond ? isMovedLower() : isMovedHigher());
  // The order of subtractions is that of the sides in levelsMany.ts.
  if (isSecond != isFalling) swapSides();
  const gain = gainOfMoved();
  if (isFalling) swapSides();
  return enterPair(a, gain, <f64>leftWeight, <f64>fewWeight, fewWhole, setCodes(a), firstCode(record, codes), firstCode(record, others));
}

/** Two classes: whether the share of the first one is lower among the rows that were moved. */
@inline
function isMovedLower(): bool {
  return shareOfMoved() < shareOfRest();
}

@inline
function isMovedHigher(): bool {
  return shareOfRest() < shareOfMoved();
}

@inline
function shareOfMoved(): f64 {
  return <f64>(<u32>sidesOf(firstOfTwo())) / <f64>leftWeight;
}

@inline
function shareOfRest(): f64 {
  return <f64>(<u32>(sidesOf(firstOfTwo()) >> 32)) / <f64>(fewWeight - leftWeight);
}

/** Two classes at the node: the runs of the order by the share of the first. */
function runsOfTwo(a: i32, record: usize, codes: u64): bool {
  const first = rowsOfClass(firstOfTwo());
  let ones = <i64>load<u32>(totals + (firstOfTwo() << 3), 4);
  let weight = <i64>nodeWeight;
  const without = wordOfTwo(missingIn(record), first);
  ones -= <i64>(without & 0xffffffff);
  weight -= <i64>(without >> 32);
  const others = weight - ones;
  useKnown(<f64>weight, <f64>(ones * ones + others * others));
  for (let rest = codes; rest != 0; rest &= rest - 1) {
    const own = wordOfTwo(rowsOfFirst(record, rest), first);
    store<u64>(words + (<usize>tallied << 3), own);
    setKey(tallied, <f64>(<u32>own) / <f64>(<u32>(own >> 32)));
    addCode(firstCode(record, rest));
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

/** Of rows: the weight of those of a class | the weight of all << 32. */
@inline
function wordOfTwo(rows: u64, first: u64): u64 {
  return <u64>weightIn(rows & first) | (<u64>weightIn(rows) << 32);
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
function divisionsOf(a: i32, record: usize, codes: u64): bool {
  startSides(missingIn(record));
  useKnown(<f64>fewWeight, fewSquares());
  startPacking(fewClasses);
  // What a branch for every level would gain is an upper bound.
  let most = knownWhole;
  for (let rest = codes; rest != 0; rest &= rest - 1) {
    most -= packRows(tallied, clearLevel(tallied), rowsOfFirst(record, rest));
    addCode(firstCode(record, rest));
  }
  startSets();
  if (most < topGain - HOPE * equalGain - 2 * noise) return false;
  bestOfPacked();
  return enterSet(a, knownWeight, knownImpurity(), setCodes(a));
}

/** What a level with these rows would have for impurity, as a branch. Its lanes are 0. */
@inline
function packRows(level: i32, lanes: usize, rows: u64): f64 {
  let weight = 0;
  let sum = 0;
  let whole = 0;
  for (let rest = rows; rest != 0; rest &= rest - 1) {
    const mark = firstMark(rest);
    const c = <usize>(mark & 0xffff);
    const w = <i32>(mark >> 16);
    const held = <i32>load<i16>(lanes + (c << 1));
    store<i16>(lanes + (c << 1), <i16>(held + w));
    weight += w;
    sum += w * (held + held + w);
    whole += w * <i32>(sidesOf(c) >> 32);
  }
  measureLevel(level, weight, sum, whole);
  return giniOf(<f64>weight, <f64>sum);
}

/** One class after the other. */
function examineOne(a: i32, record: usize, codes: u64): bool {
  addRows(missingCell, missingIn(record));
  for (let rest = codes; rest != 0; rest &= rest - 1) {
    const cell = addCode(firstCode(record, rest));
    clearCell(cell);
    addRows(cell, rowsOfFirst(record, rest));
  }
  return examineTally(a, sumsOfFew(), setCodes(a)) == 2;
}

function addRows(to: usize, rows: u64): void {
  for (let rest = rows; rest != 0; rest &= rest - 1)
    addTo(to, markAt(<usize>load<u8>(inBlock + <usize>ctz(rest))), blockMass, blockClasses);
}

import { take } from "../forest/arena";
import { isClasses, width } from "../forest/params";
import { levelWeight, noteRuns, startRuns } from "./countedRuns";
import { cutAt, cutCount, gainOf, isTop, leftWeightOf, placeOf, startCutsWithin, topCut } from "./cuts";
import { bestDivision } from "./divisions";
import { allowed, equalGain, noise, topGain } from "./found";
import { impurityOfClasses, weightOf } from "./impurity";
import { known, knownImpurity, knownWeight, knownWhole, startKnown } from "./knownSums";
import { enterSet, offerRun, startSets } from "./levelSets";
import { orderedAt, setKey, sortLevels } from "./order";
import { criterion, GINI, isConcave, isWhole, maxExhaustive, mostLevels } from "./params";
import { gainOfSides, leftWeight, moveCellLeft, restartScan } from "./scanSums";
import { cellAt, tallied } from "./tally";

// The best set of levels for any sums, by the rules of learn/branch/subset.ts.

const MOST_WORK: i64 = 1 << 19;
const MOST_RUNS: i64 = 1 << 14;
export const MOST_SETS: i64 = 1 << 15;
/** Tolerances within which a test may still be chosen: more than any search below asks for. */
export const HOPE: f64 = 5;

/** By run of the order: the gain and the weight on the left (f64). */
let gains: usize = 0;
let lefts: usize = 0;
/** The node's classes (i32), and how many. */
let classes: usize = 0;
let classCount: i32 = 0;
/** Classes in descending order of their known weight (i32). */
let mostFrequent: usize = 0;

export function takeLevels(): void {
  gains = take(<usize>mostLevels << 3);
  lefts = take(<usize>mostLevels << 3);
  classes = take(<usize>width << 2);
  mostFrequent = take(<usize>width << 2);
}

/** True if the test leaves no impurity. */
export function levelsOfMany(a: i32, sums: usize, codes: i32): bool {
  findClasses(sums);
  startKnown(sums);
  startSets();
  if (isHopeless()) return false;
  if (classCount <= 2 && isConcave()) bestRuns(1);
  else if (tallied <= maxExhaustive && !isTooMuch(<i64>1 << (<i64>tallied - 1), MOST_SETS)) bestDivision();
  else if (isTooMuch(<i64>tallied * <i64>classCount, MOST_RUNS)) bestOfOneOrder();
  else bestRuns(classCount);
  return enterSet(a, knownWeight, knownImpurity(), codes);
}

/**
 * Whether no set of levels can come near the best test so far: a division in two gains at most what a branch for every level
 * would.
 */
function isHopeless(): bool {
  if (!isClasses || !isConcave()) return false;
  const least = topGain - HOPE * equalGain - 2 * noise;
  if (!(least > 0)) return false;
  let gain = knownWhole;
  for (let c = 0; c < tallied; c++) gain -= impurityOfClasses(cellAt(c));
  return gain < least;
}

/** The classes that occur at the node; one for a numeric target, whose levels have one order only. */
function findClasses(sums: usize): void {
  classCount = 0;
  if (!isClasses) {
    store<i32>(classes, 0);
    classCount = 1;
    return;
  }
  for (let k = 0; k < width; k++) {
    store<i32>(classes + (<usize>classCount << 2), k);
    classCount += load<f64>(sums + (<usize>k << 3)) > 0 ? 1 : 0;
  }
}

function isTooMuch(tried: i64, most: i64): bool {
  const work = tried * <i64>width;
  if (work <= most) return false;
  if (work > MOST_WORK && most == MOST_RUNS) return true;
  return knownWeight < 2 * <f64>classCount;
}

/** The same, from sums of squares that are carried from run to run. */
function bestCountedRuns(orders: i32): void {
  startRuns();
  for (let i = 0; i < orders; i++) {
    const numerator = <usize>load<i32>(classes + (<usize>i << 2)) << 3;
    for (let c = 0; c < tallied; c++) setKey(c, load<f64>(cellAt(c) + numerator) / levelWeight(c));
    sortLevels(tallied);
    startCutsWithin(4);
    noteRuns();
    if (topCut < topGain - 3 * equalGain) continue;
    for (let at = 0; at < cutCount; at++) {
      const cut = cutAt(at);
      if (isTop(cut)) offerRun(placeOf(cut) + 1, gainOf(cut), leftWeightOf(cut), knownWeight);
    }
  }
}

/** The runs of the orders by the share of each of the first classes, or by the mean. */
function bestRuns(orders: i32): void {
  if (isClasses && isWhole && criterion == GINI) return bestCountedRuns(orders);
  for (let i = 0; i < orders; i++) {
    orderBy(load<i32>(classes + (<usize>i << 2)));
    const top = scoreRuns();
    if (top < topGain - 3 * equalGain) continue;
    for (let run = 0; run < tallied - 1; run++) {
      const gain = gainAt(run);
      if (gain < top - equalGain || !allowed(leftAt(run), knownWeight)) continue;
      offerRun(run + 1, gain, leftAt(run), knownWeight);
    }
  }
}

function orderBy(k: i32): void {
  const numerator = <usize>(isClasses ? k : <i32>1) << 3;
  for (let c = 0; c < tallied; c++) {
    const cell = cellAt(c);
    setKey(c, load<f64>(cell + numerator) / weightOf(cell));
  }
  sortLevels(tallied);
}

@inline
function gainAt(run: i32): f64 {
  return load<f64>(gains + (<usize>run << 3));
}

@inline
function leftAt(run: i32): f64 {
  return load<f64>(lefts + (<usize>run << 3));
}

/** Scores every run of the order; returns the greatest gain of those that are allowed. */
function scoreRuns(): f64 {
  restartScan();
  let top: f64 = -Infinity;
  for (let run = 0; run < tallied - 1; run++) {
    moveCellLeft(cellAt(orderedAt(run)));
    const gain = gainOfSides();
    store<f64>(gains + (<usize>run << 3), gain);
    store<f64>(lefts + (<usize>run << 3), leftWeight);
    if (gain > top && allowed(leftWeight, knownWeight)) top = gain;
  }
  return top;
}

/** One order, by the share of the most frequent classes that make up half of the known weight; the most even of equal runs. */
function bestOfOneOrder(): void {
  const count = mostFrequentHalf();
  for (let c = 0; c < tallied; c++) {
    const cell = cellAt(c);
    let sum: f64 = 0;
    for (let i = 0; i < count; i++) sum += load<f64>(cell + (<usize>load<i32>(mostFrequent + (<usize>i << 2)) << 3));
    setKey(c, sum / weightOf(cell));
  }
  sortLevels(tallied);
  const top = scoreRuns();
  if (top == -Infinity || top < topGain - 3 * equalGain) return;
  let best = -1;
  for (let run = 0; run < tallied - 1; run++) {
    if (gainAt(run) < top - equalGain || !allowed(leftAt(run), knownWeight)) continue;
    if (best < 0 || unevenness(run) < unevenness(best)) best = run;
  }
  offerRun(best + 1, gainAt(best), leftAt(best), knownWeight);
}

@inline
function unevenness(run: i32): f64 {
  return abs(knownWeight - 2 * leftAt(run));
}

/** How many of the most frequent classes, the earlier of equals first, make up half of the known weight. */
function mostFrequentHalf(): i32 {
  for (let i = 0; i < width; i++) {
    const w = load<f64>(known + (<usize>i << 3));
    let at = mostFrequent + (<usize>i << 2);
    while (at > mostFrequent && load<f64>(known + (<usize>load<i32>(at - 4) << 3)) < w) {
      store<i32>(at, load<i32>(at - 4));
      at -= 4;
    }
    store<i32>(at, i);
  }
  const half = knownWeight / 2;
  let weight: f64 = 0;
  let count = 0;
  while (count < width && weight < half) {
    weight += load<f64>(known + (<usize>load<i32>(mostFrequent + (<usize>count << 2)) << 3));
    count++;
  }
  return count;
}

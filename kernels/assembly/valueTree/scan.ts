// Thresholds on one attribute. Blocks of entries whose ends show that no threshold within can matter are skipped.
//
// With t = Σ w·(u - mean) over the entries that go left, a threshold gains t²·W / (w·(W - w)). Within a block t deviates
// from its ends by no more than `stray`, and w·(W - w) is least at an end.
import { blockSums } from "./arena";
import { knownCount } from "./codes";
import { at, BLOCK, blockSum, cellOf, columnOf, massOf, sumOf, unitFrom, unitOf, unitTable, weightOf } from "./entries";
import { isNominal, job } from "./job";
import { scanLevels } from "./levels";
import { node, square } from "./look";
import {
  finishAttribute,
  gainOf,
  gainsNothing,
  hopeFor,
  isAllowed,
  isDashed,
  known,
  knownSum,
  limit,
  mustSeekAgain,
  offer,
  raiseLimit,
  Result,
  resultOf,
  startAgain,
  startAttribute,
  useSquares,
} from "./seek";

/** Finds the best test on an attribute at the node under examination, whose entries are the first `count` of the list. */
export function scan<T>(list: usize, count: i32, attribute: i32, results: usize): void {
  const end = knownEnd<T>(list, count, attribute);
  if (isNominal(attribute)) {
    scanLevels<T>(list, end, attribute);
  } else {
    const column = columnOf(attribute);
    seek<T>(list, end, column);
    if (mustSeekAgain()) seek<T>(list, end, column);
  }
  finish<T>(list, end, count, resultOf(results, attribute));
}

/**
 * For a small node and an attribute with an estimate of its greatest gain, ignoring ties: unless ties prevent it, only
 * tests that gain as much need to be evaluated.
 */
export function scanNear<T>(list: usize, count: i32, attribute: i32, results: usize, hoped: f64): void {
  const column = columnOf(attribute);
  startAttribute(count, node.weight, node.first);
  hopeFor(hoped);
  seekWithin<T>(list, 0, count - 1, 0, node.first / node.weight, column);
  if (isDashed(hoped)) {
    startAgain();
    seekWithin<T>(list, 0, count - 1, 0, node.first / node.weight, column);
  }
  if (mustSeekAgain()) seekWithin<T>(list, 0, count - 1, 0, node.first / node.weight, column);
  finish<T>(list, count, count, resultOf(results, attribute));
}

/** Begins an attribute; returns how many entries have a known value. */
function knownEnd<T>(list: usize, count: i32, attribute: i32): i32 {
  const end = knownCount<T>(list, count, attribute);
  if (end == count) {
    startAttribute(count, node.weight, node.first);
    return count;
  }
  let weight = node.weight;
  if (job.weighted) for (let i = end; i < count; i++) weight -= weightOf<T>(list, i);
  else weight -= <f64>(count - end);
  startAttribute(end, weight, node.first - sumOf<T>(list, end, count));
  return end;
}

/** Only a test that gains nothing is asked for the impurity of the known rows, so it is seldom computed. */
function finish<T>(list: usize, end: i32, count: i32, into: Result): void {
  if (gainsNothing()) {
    let second = node.second;
    for (let i = end; i < count; i++) second -= square(weightOf<T>(list, i), unitOf<T>(list, i));
    useSquares(second);
  }
  finishAttribute(into);
}

function seek<T>(list: usize, end: i32, column: usize): void {
  if (job.weighted) seekWeighted<T>(list, end, column);
  else seekPlain<T>(list, end, column);
}

/** Every row has weight 1. The sums of blocks come first: the best threshold between two of them shows what can matter. */
function seekPlain<T>(list: usize, end: i32, column: usize): void {
  const weight = known();
  const mean = knownSum() / weight;
  const blocks = sumBlocks<T>(list, end);
  tryBetweenBlocks<T>(list, blocks, weight, mean, column);
  const stray = strayOf(mean, 1);
  let first: f64 = 0;
  let t: f64 = 0;
  for (let b = 0; b < blocks; b++) {
    const k = <f64>(b * BLOCK);
    const next = load<f64>(blockSums + (<usize>b << 3));
    const nextT = next - (k + <f64>BLOCK) * mean;
    if (mayMatter(t, nextT, stray, k, k + <f64>BLOCK, weight)) {
      seekWithin<T>(list, b * BLOCK, (b + 1) * BLOCK, first, mean, column);
    }
    first = next;
    t = nextT;
  }
  seekWithin<T>(list, blocks * BLOCK, end - 1, first, mean, column);
}

/** Fills `blockSums` with the sums up to the end of each block; returns how many there are. An entry follows the last. */
function sumBlocks<T>(list: usize, end: i32): i32 {
  let first: f64 = 0;
  let out = blockSums;
  let i = 0;
  for (; i + BLOCK < end; i += BLOCK) {
    first += blockSum<T>(at<T>(list, i));
    store<f64>(out, first);
    out += 8;
  }
  return i / BLOCK;
}

function tryBetweenBlocks<T>(list: usize, blocks: i32, weight: f64, mean: f64, column: usize): void {
  let best = 0;
  // The greatest t² / (w·(W - w)) so far, as its two parts.
  let bestSquare: f64 = 0;
  let bestSpread: f64 = 1;
  for (let b = 1; b <= blocks; b++) {
    const w = <f64>(b * BLOCK);
    const t = load<f64>(blockSums + (<usize>(b - 1) << 3)) - w * mean;
    const spread = w * (weight - w);
    if (t * t * bestSpread <= bestSquare * spread) continue;
    best = b;
    bestSquare = t * t;
    bestSpread = spread;
  }
  const i = best * BLOCK;
  if (best == 0 || !isAllowed(<f64>i)) return;
  if (!(cellOf<T>(list, column, i - 1) < cellOf<T>(list, column, i))) return;
  raiseLimit(gainOf(<f64>i, load<f64>(blockSums + (<usize>(best - 1) << 3))));
}

@inline
function mayMatter(t0: f64, t1: f64, stray: f64, w0: f64, w1: f64, weight: f64): bool {
  const most = max(abs(t0), abs(t1)) + stray;
  const scaled = most * most * weight;
  return (scaled >= limit * w0 * (weight - w0)) | (scaled >= limit * w1 * (weight - w1));
}

/** Each weight·u is rounded to its grid. */
@inline
function grain(): f64 {
  return job.weighted ? job.quantum1 : 0;
}

/** How far t can leave the range of its ends within a block: n steps of at most a up and b down, n·a·b / (a + b). */
function strayOf(mean: f64, heaviest: f64): f64 {
  const up = node.highest - mean;
  const down = mean - node.lowest;
  return up + down > 0 ? <f64>BLOCK * (heaviest * ((up * down) / (up + down)) * 1.000001 + grain()) : 0;
}

/** Offers the thresholds after entries [from, to) that may matter; the units to the left of them sum to `sum`. */
function seekWithin<T>(list: usize, from: i32, to: i32, sum: f64, mean: f64, column: usize): void {
  const weight = known();
  const inverse = 1 / weight;
  const table = unitTable();
  const shift = <u64>job.shift;
  const base = job.base;
  let least = limit * inverse;
  let w = <f64>from;
  let first = sum;
  for (let i = from; i < to; i++) {
    w += 1;
    first += unitFrom<T>(table, shift, base, list, i);
    const t = first - w * mean;
    if (t * t < least * (w * (weight - w))) continue;
    if (!(cellOf<T>(list, column, i) < cellOf<T>(list, column, i + 1)) || !isAllowed(w)) continue;
    offer(i + 1, w, first);
    least = limit * inverse;
  }
}

/** The same with weights; the weight to the left of them is `before`. */
function seekWeightedWithin<T>(
  list: usize,
  from: i32,
  to: i32,
  before: f64,
  sum: f64,
  mean: f64,
  column: usize,
): void {
  const weight = known();
  const inverse = 1 / weight;
  let w = before;
  let first = sum;
  for (let i = from; i < to; i++) {
    const each = weightOf<T>(list, i);
    w += each;
    first += massOf<T>(list, i);
    const t = first - w * mean;
    if (t * t < limit * inverse * (w * (weight - w))) continue;
    if (!(cellOf<T>(list, column, i) < cellOf<T>(list, column, i + 1))) continue;
    if (isAllowed(w)) offer(i + 1, w, first);
  }
}

function seekWeighted<T>(list: usize, end: i32, column: usize): void {
  const weight = known();
  const mean = knownSum() / weight;
  const stray = strayOf(mean, job.heaviest);
  let first: f64 = 0;
  let w: f64 = 0;
  let t: f64 = 0;
  let i = 0;
  for (; i + BLOCK < end; i += BLOCK) {
    let next = first;
    let nextW = w;
    for (let j = i; j < i + BLOCK; j++) {
      const each = weightOf<T>(list, j);
      nextW += each;
      next += massOf<T>(list, j);
    }
    const nextT = next - nextW * mean;
    if (mayMatter(t, nextT, stray, w, nextW, weight)) {
      seekWeightedWithin<T>(list, i, i + BLOCK, w, first, mean, column);
    }
    first = next;
    w = nextW;
    t = nextT;
  }
  seekWeightedWithin<T>(list, i, end - 1, w, first, mean, column);
}

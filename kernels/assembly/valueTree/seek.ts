// The best test on one attribute: the lowest threshold whose gain equals the greatest, within the tolerance.
import { job } from "./job";
import { impurity, margin, node, perfect, slack, tolerance, totalImpurity } from "./look";

@unmanaged
export class Result {
  /** The greatest gain on the attribute; -Infinity if no test is allowed, or none could matter. */
  greatest: f64;
  /** Of the chosen test: the gain, how many entries of the list go left, and their weight. */
  gain: f64;
  leftWeight: f64;
  rightWeight: f64;
  cut: i32;
  /** Entries with a known value. */
  known: i32;
  /** Of the rows with a known value; Infinity if the test gains anything. */
  impurity: f64;
}

export const RESULT_BYTES: usize = 64;

@inline
export function resultOf(results: usize, attribute: i32): Result {
  return changetype<Result>(results + <usize>attribute * RESULT_BYTES);
}

/** The greatest gain of an attribute that counts, so far. */
let top: f64 = -Infinity;

let knownWeight: f64 = 0;
let knownFirst: f64 = 0;
let knownImpurity: f64 = 0;
let knownCount: i32 = 0;
let whole: f64 = 0;
let greatest: f64 = -Infinity;
let gain: f64 = 0;
let leftWeight: f64 = 0;
let cut: i32 = -1;
/** The first test within tolerance of the greatest is not known: some earlier one was skipped. */
let lost: bool = false;
let wanted: f64 = -Infinity;
/** Tests that gain less than this cannot matter. */
export let limit: f64 = -Infinity;

export function startNode(): void {
  top = -Infinity;
}

/** Attributes below this are not chosen, and do not end the search. Five tolerances: two belong to the rule itself. */
@inline
export function attributeLimit(): f64 {
  return min(top - 5 * tolerance, perfect) - margin;
}

export function startAttribute(count: i32, weight: f64, first: f64): void {
  knownCount = count;
  knownWeight = weight;
  knownFirst = first;
  knownImpurity = Infinity;
  whole = weight > 0 ? -(first * first) / weight : 0;
  greatest = -Infinity;
  gain = -Infinity;
  cut = -1;
  lost = false;
  wanted = -Infinity;
  limit = attributeLimit();
}

@inline
export function gainOf(weight: f64, first: f64): f64 {
  const rightWeight = knownWeight - weight;
  const right = knownFirst - first;
  return whole - -(first * first) / weight - -(right * right) / rightWeight;
}

@inline
export function isAllowed(weight: f64): bool {
  return weight >= job.minLeaf && knownWeight - weight >= job.minLeaf;
}

/** A test that is allowed: `count` entries go left. Tests come in the order of their thresholds. */
export function offer(count: i32, weight: f64, first: f64): void {
  const gained = gainOf(weight, first);
  if (wanted != -Infinity) {
    if (cut < 0 && gained >= wanted) take(count, weight, gained);
    return;
  }
  if (!(gained > greatest)) return;
  const least = gained - tolerance;
  if (greatest < least) {
    take(count, weight, gained);
    lost = false;
  } else if (gain < least) lost = true;
  greatest = gained;
  raiseLimit(gained);
}

@inline
function take(count: i32, weight: f64, gained: f64): void {
  cut = count;
  leftWeight = weight;
  gain = gained;
}

/** A test that gains this exists: those that gain less, the tolerance aside, cannot matter. */
@inline
export function raiseLimit(gained: f64): void {
  limit = max(limit, gained - tolerance - margin);
}

/** The result of an attribute without gaps of which only one test can matter: the first `count` entries, of weight 1, go left. */
export function takeOnly(count: i32, rows: i32, first: f64, into: Result): void {
  startAttribute(rows, node.weight, node.first);
  greatest = gainOf(<f64>count, first);
  take(count, <f64>count, greatest);
  if (gainsNothing()) useSquares(node.second);
  finishAttribute(into);
}

/** The set of levels to choose, by its position among the runs; `weight` is that of the left side. */
export function offerSet(run: i32, most: f64, gained: f64, weight: f64): void {
  greatest = most;
  take(run, weight, gained);
}

/** Whether the entries must be scanned again, for the first test that equals the greatest. */
export function mustSeekAgain(): bool {
  if (!lost || wanted != -Infinity) return false;
  wanted = greatest - tolerance;
  limit = wanted - margin;
  cut = -1;
  return true;
}

/** Skips tests that gain less than `hoped`; `isDashed` is true if there was none that gains as much. */
export function hopeFor(hoped: f64): void {
  limit = max(limit, hoped - tolerance - margin);
}

export function isDashed(hoped: f64): bool {
  return !(greatest >= hoped);
}

/** Starts the attribute again, without a required gain. */
export function startAgain(): void {
  greatest = -Infinity;
  gain = -Infinity;
  cut = -1;
  lost = false;
  limit = attributeLimit();
}

/**
 * Whether a test is chosen whatever later attributes gain, if none gains more than `most` and those before it cannot
 * matter. A tenth less than the tolerance, for the rounding of scores.
 */
export function isSettled(result: Result, most: f64): bool {
  if (result.cut < 0 || result.gain / node.weight <= slack) return false;
  return result.gain >= most - 0.9 * tolerance;
}

/** Whether the search ends with this attribute: it leaves no impurity, and none before it gains more. */
export function endsSearch(result: Result): bool {
  if (result.cut < 0 || result.gain < top) return false;
  const score = result.gain / node.weight;
  return score > slack && score >= impurity - slack / 2;
}

/** Whether the chosen test gains no more than the slack: `choose` then asks whether the known rows are pure. */
@inline
export function gainsNothing(): bool {
  return cut >= 0 && gain / node.weight <= slack;
}

/** Σ weight·u² of the known rows. */
export function useSquares(second: f64): void {
  knownImpurity = totalImpurity(knownWeight, knownFirst, second);
}

export function finishAttribute(into: Result): void {
  into.greatest = greatest;
  into.gain = gain;
  into.cut = cut;
  into.known = knownCount;
  into.leftWeight = leftWeight;
  into.rightWeight = knownWeight - leftWeight;
  into.impurity = knownImpurity;
  if (cut >= 0 && gain / node.weight > slack && gain > top) top = gain;
}

@inline
export function known(): f64 {
  return knownWeight;
}

@inline
export function knownSum(): f64 {
  return knownFirst;
}

/**
 * As learn/choose.ts: attribute after attribute until a test leaves no impurity; then the first whose score equals the
 * greatest. -1 if the node stays a leaf.
 */
export function choose(results: usize): i32 {
  const weight = node.weight;
  let beat = -Infinity;
  let best = -Infinity;
  let end = 0;
  for (; end < job.attributes; end++) {
    const result = resultOf(results, end);
    if (result.cut < 0) continue;
    const score = result.gain / weight;
    const useless = score <= slack && result.impurity <= 1e-12 * totalImpurity(weight, node.first, node.second);
    if (useless || result.greatest < beat - 3 * tolerance) {
      result.cut = -1;
      continue;
    }
    beat = max(beat, result.gain);
    best = max(best, score);
    if (score >= impurity - slack / 2) {
      end++;
      break;
    }
  }
  for (let a = 0; a < end; a++) {
    const result = resultOf(results, a);
    if (result.cut < 0 || !(result.gain / weight >= best - slack)) continue;
    return !job.zeroGain && result.gain / weight <= slack ? -1 : a;
  }
  return -1;
}

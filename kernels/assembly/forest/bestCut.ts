import { take } from "./arena";
import { allowed, enter, equalGain, giniOf, momentOf, noise, topGain } from "./found";
import { rows } from "./params";

// The best cut on one attribute, found in a pass over its cells in ascending order: the first of all whose gain equals the
// greatest, within the tolerance. Only cuts that may be chosen are entered, with the exact formula of learn/criterion; the
// filter that skips the others may be approximate, as long as it stays within `noise`.

/** Finite, so that its product with 0 is not NaN. */
const NO_LIMIT: f64 = -1e300;

/** position i32 · - · low row u32 · high row u32 · gain f64 · left weight f64 · left weight of class 1 f64 */
const ENTRY: usize = 40;

let entries: usize = 0;
/** Room for the entries of small nodes, and of any. */
let few: usize = 0;
let many: usize = 0;
let count: i32 = 0;
let top: f64 = 0;
/** Of the known rows: weight × impurity (for squared error without Σu²), and the weight. */
let whole: f64 = 0;
export let knownWeight: f64 = 0;
/** A cut that gains no more than this need not be entered. */
export let limit: f64 = 0;

export function takeBest(most: i32): void {
  few = take(<usize>most * ENTRY);
}

export function takeLargeBest(): void {
  many = take(<usize>rows * ENTRY);
}

/** Whether the node has more rows than `takeBest` was told. */
@inline
export function useBest(isLarge: bool): void {
  entries = isLarge ? many : few;
}

@inline
export function startBest(known: f64, knownWhole: f64): void {
  count = 0;
  top = -Infinity;
  whole = knownWhole;
  knownWeight = known;
  limit = max(topGain - equalGain - noise, NO_LIMIT);
}

@inline
function note(place: i32, low: u32, high: u32, gain: f64, left: f64, one: f64): void {
  if (gain < top - equalGain) return;
  if (gain > top) {
    if (top < gain - equalGain) count = 0;
    top = gain;
    limit = max(limit, gain - equalGain - noise);
  }
  const at = entries + <usize>count * ENTRY;
  store<i32>(at, place);
  store<u32>(at, low, 8);
  store<u32>(at, high, 12);
  store<f64>(at, gain, 16);
  store<f64>(at, left, 24);
  store<f64>(at, one, 32);
  count++;
}

/** A cut between the cells of two rows, by class weights: the weight on each side and its sum of squares. */
export function noteClasses(place: i32, low: u32, high: u32, left: f64, squares: f64, restSquares: f64, one: f64): void {
  if (!allowed(left, knownWeight)) return;
  const gain = whole - giniOf(left, squares) - giniOf(knownWeight - left, restSquares);
  note(place, low, high, gain, left, one);
}

/** The same by sums of the target's units. */
export function noteMoments(place: i32, low: u32, high: u32, left: f64, u1: f64, rest: f64): void {
  if (!allowed(left, knownWeight)) return;
  const gain = whole - momentOf(left, u1) - momentOf(knownWeight - left, rest);
  note(place, low, high, gain, left, 0);
}

/** Enters the attribute's best cut among those of the node; true if it leaves no impurity. */
export function enterBest(a: i32, knownImpurity: f64): bool {
  if (count == 0) return false;
  let at = entries;
  while (load<f64>(at, 16) < top - equalGain) at += ENTRY;
  const between = reinterpret<f64>(load<u64>(at, 8));
  return enter(
    a,
    load<i32>(at),
    load<f64>(at, 16),
    between,
    load<f64>(at, 24),
    knownWeight,
    load<f64>(at, 32),
    knownImpurity,
  );
}

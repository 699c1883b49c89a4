import { take } from "../forest/arena";
import { rows } from "../forest/params";
import { maxExhaustive, mostLevels } from "./params";
import { enter, equalGain, isNoGain, isPerfect, isPureImpurity, noise, topGain } from "./found";

// The cuts of one attribute that may be chosen: all whose gain equals the greatest so far, within the tolerance, in their
// order. A filter may skip a cut whose gain is surely at most `limit`.

/** place i32 · - · gain f64 · left weight f64 · low code u32 · high code u32 */
const ENTRY: usize = 32;
/** Finite, so that its product with 0 is not NaN. */
const NO_LIMIT: f64 = -1e300;

let entries: usize = 0;
export let cutCount: i32 = 0;
export let topCut: f64 = 0;
/** A cut that gains less than this need not be noted. */
export let limit: f64 = 0;

export function takeCuts(): void {
  const divisions: usize = mostLevels > 0 ? 1 << <usize>min(maxExhaustive, mostLevels) : 0;
  entries = take(max(<usize>rows + 1, divisions) * ENTRY);
}

@inline
export function startCuts(): void {
  startCutsWithin(1);
}

/** Cuts that gain less than the greatest gain so far by so many tolerances need not be noted. */
@inline
export function startCutsWithin(tolerances: f64): void {
  cutCount = 0;
  topCut = -Infinity;
  limit = max(topGain - tolerances * equalGain - noise, NO_LIMIT);
}

/** Exact gains only. */
@inline
export function noteCut(place: i32, gain: f64, left: f64, low: u32, high: u32): void {
  if (gain < topCut - equalGain) return;
  if (gain > topCut) {
    if (topCut < gain - equalGain) cutCount = 0;
    topCut = gain;
    limit = max(limit, gain - equalGain - noise);
  }
  const at = entries + <usize>cutCount * ENTRY;
  store<i32>(at, place);
  store<f64>(at, gain, 8);
  store<f64>(at, left, 16);
  store<u32>(at, low, 24);
  store<u32>(at, high, 28);
  cutCount++;
}

@inline
export function cutAt(i: i32): usize {
  return entries + <usize>i * ENTRY;
}

@inline
export function placeOf(cut: usize): i32 {
  return load<i32>(cut);
}

@inline
export function gainOf(cut: usize): f64 {
  return load<f64>(cut, 8);
}

@inline
export function leftWeightOf(cut: usize): f64 {
  return load<f64>(cut, 16);
}

/** Whether its gain equals the greatest. */
@inline
export function isTop(cut: usize): bool {
  return !(gainOf(cut) < topCut - equalGain);
}

/**
 * Enters the lowest threshold whose gain equals the greatest. `knownImpurity`, weight × impurity of the known rows, matters
 * only if nothing is gained. True if it leaves no impurity.
 */
export function enterThreshold(a: i32, known: f64, knownImpurity: f64): bool {
  if (cutCount == 0) return false;
  let at = entries;
  while (!isTop(at)) at += ENTRY;
  const gain = gainOf(at);
  if (isNoGain(gain) && isPureImpurity(knownImpurity)) return false;
  enter(a, gain, leftWeightOf(at), known, load<u32>(at, 24), load<u32>(at, 28));
  return isPerfect(gain);
}

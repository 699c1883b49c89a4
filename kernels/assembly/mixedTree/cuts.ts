import { GINI } from "../common/classImpurity";
import { term } from "./impurity";
import { altered, byEntropy, criterion, isOther, weighted } from "./job";
import { labelIn, labelsFor, Local, weightIn, weightsFor, Wide } from "./lists";
import {
  classAt,
  factorAt,
  isConvex,
  isUnsure,
  known,
  left,
  mayGain,
  mayGainTwo,
  offerCut,
  placeOf,
  present,
  settlesCut,
} from "./search";

// The best cut of an ordered attribute: one pass along its list. Sums that may be rounded tell which cuts are worth an exact
// evaluation.

/** `m` rows with known cells; `codes` by entry. */
@inline
export function scanCuts<T>(list: usize, m: i32, codes: usize): void {
  if (isConvex() && present == 2) {
    if (sizeof<T>() == 2) scanTwoLocal(list, m, codes);
    else scanTwoWide(list, m, codes);
  } else if (isOther) {
    if (sizeof<T>() == 2) scanEveryLocal(list, m, codes, false);
    else scanEveryWide(list, m, codes, false);
  } else {
    if (sizeof<T>() == 2) scanMoreLocal(list, m, codes);
    else scanMoreWide(list, m, codes);
  }
  if (isUnsure()) {
    if (sizeof<T>() == 2) scanEveryLocal(list, m, codes, true);
    else scanEveryWide(list, m, codes, true);
  }
}

/** Gini of rows that all count the same. */
@inline
function isPlain(): bool {
  return !weighted && !altered && criterion == GINI;
}

// Of either type of list, as functions of their own: see index.

export function scanTwoWide(list: usize, m: i32, codes: usize): void {
  if (isPlain()) scanPair<Wide>(list, m, codes);
  else scanTwo<Wide>(list, m, codes);
}

export function scanTwoLocal(list: usize, m: i32, codes: usize): void {
  if (isPlain()) scanPair<Local>(list, m, codes);
  else scanTwo<Local>(list, m, codes);
}

export function scanMoreWide(list: usize, m: i32, codes: usize): void {
  if (byEntropy || altered) scanAny<Wide>(list, m, codes);
  else scanMany<Wide>(list, m, codes);
}

export function scanMoreLocal(list: usize, m: i32, codes: usize): void {
  if (byEntropy || altered) scanAny<Local>(list, m, codes);
  else scanMany<Local>(list, m, codes);
}

export function scanEveryWide(list: usize, m: i32, codes: usize, again: bool): void {
  scanEvery<Wide>(list, m, codes, again);
}

export function scanEveryLocal(list: usize, m: i32, codes: usize, again: bool): void {
  scanEvery<Local>(list, m, codes, again);
}

@inline
function entryAt<T>(list: usize, i: i32): usize {
  return <usize>load<T>(list + <usize>i * sizeof<T>());
}

@inline
function codeAt<T>(codes: usize, e: usize): T {
  return load<T>(codes + e * sizeof<T>());
}

@inline
function placeAt(places: usize, labels: usize, e: usize): usize {
  return <usize>load<u16>(places + (labelIn(labels, e) << 1));
}

/** Rows of a block, which is passed over if no cut in it can gain enough. */
const BLOCK: i32 = 16;

/**
 * Two classes of rows without weights by Gini. The gain is a convex function of what is on the left, so within a block it is
 * greatest at a corner of what the block can send there.
 */
@inline
function scanPair<T>(list: usize, m: i32, codes: usize): void {
  const a = load<f64>(known);
  const b = load<f64>(known, 8);
  const labels = labelsFor<T>();
  const second = classAt(1);
  let leftB = 0;
  let code = codeAt<T>(codes, entryAt<T>(list, 0));
  for (let from = 0; from < m; from += BLOCK) {
    const end = min(from + BLOCK, m);
    let more = 0;
    for (let i = from; i < end; i++) more += i32(labelIn(labels, entryAt<T>(list, i)) == second);
    const a0 = <f64>(from - leftB);
    const b0 = <f64>leftB;
    const a1 = <f64>(end - leftB - more);
    const b1 = <f64>(leftB + more);
    if (
      !mayGainPair(a1, b0, a, b) &&
      !mayGainPair(a0, b1, a, b) &&
      !mayGainPair(a0, b0, a, b) &&
      !mayGainPair(a1, b1, a, b)
    ) {
      leftB += more;
      code = codeAt<T>(codes, entryAt<T>(list, end - 1));
      continue;
    }
    for (let i = from; i < end; i++) {
      const e = entryAt<T>(list, i);
      const next = codeAt<T>(codes, e);
      if (next != code) {
        code = next;
        if (mayGainPair(<f64>(i - leftB), <f64>leftB, a, b)) {
          store<f64>(left, <f64>(i - leftB));
          store<f64>(left, <f64>leftB, 8);
          offerCut(i);
        }
      }
      leftB += i32(labelIn(labels, e) == second);
    }
  }
}

/** Of `a` and `b` rows of the classes, so many are on the left. */
@inline
function mayGainPair(leftA: f64, leftB: f64, a: f64, b: f64): bool {
  const rightA = a - leftA;
  const rightB = b - leftB;
  return mayGain(leftA + leftB, rightA + rightB, leftA * leftA + leftB * leftB, rightA * rightA + rightB * rightB);
}

/** The same for two classes with weights or factors, and for other criteria whose gain is convex. */
@inline
function scanTwo<T>(list: usize, m: i32, codes: usize): void {
  const a = load<f64>(known);
  const b = load<f64>(known, 8);
  let leftA: f64 = 0;
  let leftB: f64 = 0;
  const places = placeOf;
  const labels = labelsFor<T>();
  const weights = weightsFor<T>();
  let code = codeAt<T>(codes, entryAt<T>(list, 0));
  for (let from = 0; from < m; from += BLOCK) {
    const end = min(from + BLOCK, m);
    let endA = leftA;
    let endB = leftB;
    for (let i = from; i < end; i++) {
      const e = entryAt<T>(list, i);
      const w = weightIn(weights, e);
      const ofB = <f64>placeAt(places, labels, e) * w;
      endB += ofB;
      endA += w - ofB;
    }
    if (
      mayGainTwo(endA, leftB, a, b) ||
      mayGainTwo(leftA, endB, a, b) ||
      mayGainTwo(leftA, leftB, a, b) ||
      mayGainTwo(endA, endB, a, b)
    ) {
      for (let i = from; i < end; i++) {
        const e = entryAt<T>(list, i);
        const next = codeAt<T>(codes, e);
        if (next != code) {
          if (mayGainTwo(leftA, leftB, a, b)) {
            store<f64>(left, leftA);
            store<f64>(left, leftB, 8);
            offerCut(i);
          }
          code = next;
        }
        const w = weightIn(weights, e);
        const ofB = <f64>placeAt(places, labels, e) * w;
        leftB += ofB;
        leftA += w - ofB;
      }
    }
    leftA = endA;
    leftB = endB;
    code = codeAt<T>(codes, entryAt<T>(list, end - 1));
  }
}

/**
 * Moving rows of any weight rounds the sum of squares on the right by at most 2^-53 of the whole's square for each row. Divided
 * by what is left on the right that may exceed the margin of `mayGain`, if there is less than this share, per row, of the weight.
 */
const THIN: f64 = 2.5e-7;

/** The weight on the right below which cuts are evaluated exactly. */
@inline
function thinSide(whole: f64, m: i32): f64 {
  return weighted || altered ? THIN * whole * <f64>m : 0;
}

/** More classes by Gini: moving a row changes the sums of squares in one step each. */
@inline
function scanMany<T>(list: usize, m: i32, codes: usize): void {
  memory.fill(left, 0, <usize>present << 3);
  let leftWeight: f64 = 0;
  let rightWeight: f64 = 0;
  let leftSum: f64 = 0;
  let rightSum: f64 = 0;
  for (let k: usize = 0; k < <usize>present << 3; k += 8) {
    const w = load<f64>(known + k);
    rightWeight += w;
    rightSum += w * w;
  }
  const thin = thinSide(rightWeight, m);
  const lefts = left;
  const knowns = known;
  const places = placeOf;
  const labels = labelsFor<T>();
  const weights = weightsFor<T>();
  let code = codeAt<T>(codes, entryAt<T>(list, 0));
  for (let i = 0; i < m; i++) {
    const e = entryAt<T>(list, i);
    const next = codeAt<T>(codes, e);
    if (next != code) {
      if (rightWeight < thin || mayGain(leftWeight, rightWeight, leftSum, rightSum)) offerCut(i);
      code = next;
    }
    const k = placeAt(places, labels, e) << 3;
    const w = weightIn(weights, e);
    const l = load<f64>(lefts + k);
    const r = load<f64>(knowns + k) - l;
    store<f64>(lefts + k, l + w);
    leftSum += w * (l + l + w);
    rightSum -= w * (r + r - w);
    leftWeight += w;
    rightWeight -= w;
  }
}

/** Any criterion, and factors. */
@inline
function scanAny<T>(list: usize, m: i32, codes: usize): void {
  memory.fill(left, 0, <usize>present << 3);
  let leftWeight: f64 = 0;
  let rightWeight: f64 = 0;
  let leftSum: f64 = 0;
  let rightSum: f64 = 0;
  for (let k: usize = 0; k < <usize>present << 3; k += 8) {
    const w = load<f64>(known + k) * load<f64>(factorAt + k);
    rightWeight += w;
    rightSum += term(w);
  }
  const thin = thinSide(rightWeight, m);
  const places = placeOf;
  const labels = labelsFor<T>();
  const weights = weightsFor<T>();
  let code = codeAt<T>(codes, entryAt<T>(list, 0));
  for (let i = 0; i < m; i++) {
    const e = entryAt<T>(list, i);
    const next = codeAt<T>(codes, e);
    if (next != code) {
      if (rightWeight < thin || mayGain(leftWeight, rightWeight, leftSum, rightSum)) offerCut(i);
      code = next;
    }
    const k = placeAt(places, labels, e) << 3;
    const factor = load<f64>(factorAt + k);
    const w = weightIn(weights, e);
    const l = load<f64>(left + k);
    const r = load<f64>(known + k) - l;
    store<f64>(left + k, l + w);
    leftSum += term((l + w) * factor) - term(l * factor);
    rightSum += term((r - w) * factor) - term(r * factor);
    leftWeight += w * factor;
    rightWeight -= w * factor;
  }
}

/** Every cut; `again`: until one gains enough, which is needed if several nearly equal ones were found. */
@inline
function scanEvery<T>(list: usize, m: i32, codes: usize, again: bool): void {
  memory.fill(left, 0, <usize>present << 3);
  const places = placeOf;
  const labels = labelsFor<T>();
  const weights = weightsFor<T>();
  let code = codeAt<T>(codes, entryAt<T>(list, 0));
  for (let i = 0; i < m; i++) {
    const e = entryAt<T>(list, i);
    const next = codeAt<T>(codes, e);
    if (next != code) {
      if (again) {
        if (settlesCut(i)) return;
      } else offerCut(i);
      code = next;
    }
    const p = left + (placeAt(places, labels, e) << 3);
    store<f64>(p, load<f64>(p) + weightIn(weights, e));
  }
}

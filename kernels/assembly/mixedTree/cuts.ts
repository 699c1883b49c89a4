import { term } from "./impurity";
import { altered, byEntropy } from "./job";
import { labelIn, labelsFor, Local, weightIn, weightsFor, Wide } from "./lists";
import { factorAt, isUnsure, known, left, mayGain, offerCut, placeOf, present, settlesCut } from "./search";

// The best cut of an ordered attribute: one pass along its list. Sums that may be rounded tell which cuts are worth an exact
// evaluation.

/** `m` rows with known cells; `codes` by entry. */
@inline
export function scanCuts<T>(list: usize, m: i32, codes: usize): void {
  if (byEntropy || altered || present > 2) {
    if (sizeof<T>() == 2) scanMoreLocal(list, m, codes);
    else scanMoreWide(list, m, codes);
  } else {
    if (sizeof<T>() == 2) scanTwoLocal(list, m, codes);
    else scanTwoWide(list, m, codes);
  }
  if (isUnsure()) {
    if (sizeof<T>() == 2) scanAgainLocal(list, m, codes);
    else scanAgainWide(list, m, codes);
  }
}

// Of either type of list, as functions of their own: see index.

export function scanTwoWide(list: usize, m: i32, codes: usize): void {
  scanTwo<Wide>(list, m, codes);
}

export function scanTwoLocal(list: usize, m: i32, codes: usize): void {
  scanTwo<Local>(list, m, codes);
}

export function scanMoreWide(list: usize, m: i32, codes: usize): void {
  if (byEntropy || altered) scanAny<Wide>(list, m, codes);
  else scanMany<Wide>(list, m, codes);
}

export function scanMoreLocal(list: usize, m: i32, codes: usize): void {
  if (byEntropy || altered) scanAny<Local>(list, m, codes);
  else scanMany<Local>(list, m, codes);
}

export function scanAgainWide(list: usize, m: i32, codes: usize): void {
  scanAgain<Wide>(list, m, codes);
}

export function scanAgainLocal(list: usize, m: i32, codes: usize): void {
  scanAgain<Local>(list, m, codes);
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

/** Two classes by Gini: all sums in local variables. */
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
  for (let i = 0; i < m; i++) {
    const e = entryAt<T>(list, i);
    const next = codeAt<T>(codes, e);
    if (next != code) {
      const rightA = a - leftA;
      const rightB = b - leftB;
      if (mayGain(leftA + leftB, rightA + rightB, leftA * leftA + leftB * leftB, rightA * rightA + rightB * rightB)) {
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
      if (mayGain(leftWeight, rightWeight, leftSum, rightSum)) offerCut(i);
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
  const places = placeOf;
  const labels = labelsFor<T>();
  const weights = weightsFor<T>();
  let code = codeAt<T>(codes, entryAt<T>(list, 0));
  for (let i = 0; i < m; i++) {
    const e = entryAt<T>(list, i);
    const next = codeAt<T>(codes, e);
    if (next != code) {
      if (mayGain(leftWeight, rightWeight, leftSum, rightSum)) offerCut(i);
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

/** Cut by cut until one gains enough: needed if several nearly equal ones were found. */
@inline
function scanAgain<T>(list: usize, m: i32, codes: usize): void {
  memory.fill(left, 0, <usize>present << 3);
  const places = placeOf;
  const labels = labelsFor<T>();
  const weights = weightsFor<T>();
  let code = codeAt<T>(codes, entryAt<T>(list, 0));
  for (let i = 0; i < m; i++) {
    const e = entryAt<T>(list, i);
    const next = codeAt<T>(codes, e);
    if (next != code) {
      if (settlesCut(i)) return;
      code = next;
    }
    const p = left + (placeAt(places, labels, e) << 3);
    store<f64>(p, load<f64>(p) + weightIn(weights, e));
  }
}

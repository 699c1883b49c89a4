import { toGrid } from "../common/grid";
import { classes, codeCount, codesOf, entryRows, entryWeights, isPerLevel, mostEntries, quantum, sums } from "./job";
import { entryClass, entrySide, entryWeight, keysA, keysB, sortedRows, sortedWeights } from "./scratch";

/** The branch with the most weight, the first of equals. */
export function largestOf(branchWeights: usize, branches: i32): i32 {
  let largest = 0;
  let most = load<f64>(branchWeights);
  for (let b = 1; b < branches; b++) {
    const weight = load<f64>(branchWeights + (<usize>b << 3));
    if (!(weight > most)) continue;
    largest = b;
    most = weight;
  }
  return largest;
}

/** Fills the branch of each entry, `elsewhere` if its value is missing; returns how many have none, which is -1. */
export function fillSides(attribute: i32, low: i32, elsewhere: i32, entries: usize, n: i32): i32 {
  const column = codesOf(attribute);
  const codes = codeCount(attribute);
  const perLevel = isPerLevel(attribute);
  let unknown = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const code = load<i32>(column + (<usize>load<u32>(entries + (i << 2)) << 2));
    let side = perLevel ? code : i32(code > low);
    if (code == codes) {
      side = elsewhere;
      unknown += i32(elsewhere < 0);
    }
    store<i32>(entrySide + (i << 2), side);
  }
  return unknown;
}

@inline
function addToNode(node: i32, i: usize, weight: f64): void {
  const class_ = <usize>load<i32>(entryClass + (i << 2));
  const at = sums + ((<usize>node * <usize>classes + class_) << 3);
  store<f64>(at, load<f64>(at) + weight);
}

/** By branch, i32: where its entries begin, and where the next one goes. */
let begins: usize = 0;
let starts: usize = 0;

export function beginOf(branch: i32): i32 {
  return load<i32>(begins + (<usize>branch << 2));
}

export function endOf(branch: i32): i32 {
  return load<i32>(starts + (<usize>branch << 2));
}

/** How many entries the branches need; `shared` entries count in every branch that has any weight. */
function countSides(n: i32, branches: i32, shared: i32, branchWeights: usize): i32 {
  starts = keysA;
  begins = keysB;
  memory.fill(starts, 0, <usize>branches << 2);
  for (let i: usize = 0; i < <usize>n; i++) {
    const side = load<i32>(entrySide + (i << 2));
    if (side < 0) continue;
    const at = starts + (<usize>side << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
  let total = 0;
  for (let b: usize = 0; b < <usize>branches; b++) {
    const own = load<i32>(starts + (b << 2));
    store<i32>(starts + (b << 2), total);
    total += own + (load<f64>(branchWeights + (b << 3)) > 0 ? shared : 0);
  }
  memory.copy(begins, starts, <usize>branches << 2);
  return total;
}

/** All values are known: the entries are permuted in place. */
export function partition(from: i32, n: i32, parts: bool, branches: i32, branchWeights: usize, first: i32): void {
  const rows = entryRows + (<usize>from << 2);
  countSides(n, branches, 0, branchWeights);
  for (let i: usize = 0; i < <usize>n; i++) {
    const side = load<i32>(entrySide + (i << 2));
    const at = starts + (<usize>side << 2);
    const place = <usize>load<i32>(at);
    store<i32>(at, <i32>place + 1);
    store<u32>(sortedRows + (place << 2), load<u32>(rows + (i << 2)));
    const weight = load<f64>(entryWeight + (i << 3));
    if (parts) store<f64>(sortedWeights + (place << 3), weight);
    addToNode(first + side, i, weight);
  }
  memory.copy(rows, sortedRows, <usize>n << 2);
  if (parts) memory.copy(entryWeights + (<usize>from << 3), sortedWeights, <usize>n << 3);
}

@inline
function put(to: i32, b: i32, row: u32, weight: f64): void {
  const at = starts + (<usize>b << 2);
  const place = <usize>(to + load<i32>(at));
  store<i32>(at, load<i32>(at) + 1);
  store<u32>(entryRows + (place << 2), row);
  store<f64>(entryWeights + (place << 3), weight);
}

/**
 * Entries with a missing value go to every branch with a fraction of their weight, on the weight grid; the last branch
 * that has any takes the remainder. Written from `to` on; returns how many entries that took, or -1 if out of memory.
 */
export function share(
  from: i32,
  to: i32,
  n: i32,
  unknown: i32,
  branches: i32,
  branchWeights: usize,
  first: i32,
): i32 {
  const total = countSides(n, branches, unknown, branchWeights);
  if (<f64>to + <f64>total > <f64>mostEntries) return -1;
  const inverse = 1.0 / quantum;
  let known: f64 = 0;
  let last = 0;
  for (let b = 0; b < branches; b++) {
    const weight = load<f64>(branchWeights + (<usize>b << 3));
    known += weight;
    if (weight > 0) last = b;
  }
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = load<u32>(entryRows + ((<usize>from + i) << 2));
    const whole = load<f64>(entryWeight + (i << 3));
    const side = load<i32>(entrySide + (i << 2));
    let rest = whole;
    if (side < 0) {
      for (let b = 0; b < last; b++) {
        const weight = load<f64>(branchWeights + (<usize>b << 3));
        const part = min(toGrid(whole * (weight / known), inverse, quantum), rest);
        if (!(part > 0)) continue;
        put(to, b, row, part);
        addToNode(first + b, i, part);
        rest -= part;
      }
    }
    if (!(rest > 0)) continue;
    const b = side < 0 ? last : side;
    put(to, b, row, rest);
    addToNode(first + b, i, rest);
  }
  return total;
}

import { codeCount, hasMissing, isCounted, labels, weighted, weights } from "./job";
import { beginKnown, forget } from "./search";

// A list has the entries of a node in the order of an attribute's codes, missing values last. The entries of wide lists are
// rows (u32), those of local lists are ids within the subtree that one thread grows (u16). T is the type of an entry,
// and of a code.

export type Wide = u32;
export type Local = u16;

/** The code of a missing cell in local lists. */
export const LOCAL_MISSING: u16 = 0xffff;

/** By local id: its class (u16), weight (f64) and row (u32). */
export let localLabels: usize = 0;
export let localWeights: usize = 0;
export let localRow: usize = 0;

export function useLocal(labels: usize, weights: usize, rows: usize): void {
  localLabels = labels;
  localWeights = weights;
  localRow = rows;
}

// Loops over rows read these addresses into locals first: V8 runs a kernel in code that reads globals from memory each time
// until it has optimised it.

/** By entry: its class (u16). */
@inline
export function labelsFor<T>(): usize {
  return sizeof<T>() == 2 ? localLabels : labels;
}

/** By entry: its weight (f64); 0 if all are 1. */
@inline
export function weightsFor<T>(): usize {
  return sizeof<T>() == 2 && weighted ? localWeights : weights;
}

@inline
export function labelIn(labels: usize, e: usize): usize {
  return <usize>load<u16>(labels + (e << 1));
}

@inline
export function weightIn(weights: usize, e: usize): f64 {
  return weights ? load<f64>(weights + (e << 3)) : 1;
}

@inline
export function rowOf<T>(e: usize): usize {
  return sizeof<T>() == 2 ? <usize>load<u32>(localRow + (e << 2)) : e;
}

@inline
export function missingCode<T>(attribute: i32): T {
  // Counted attributes keep their codes in local lists.
  return sizeof<T>() == 2 && !isCounted(attribute) ? <T>LOCAL_MISSING : <T>codeCount(attribute);
}

@inline
export function codeIn<T>(list: usize, i: i32, codes: usize): T {
  return load<T>(codes + <usize>load<T>(list + <usize>i * sizeof<T>()) * sizeof<T>());
}

/** How many of a list's cells are known. */
@inline
export function knownIn<T>(attribute: i32, list: usize, m: i32, codes: usize): i32 {
  if (!hasMissing(attribute)) return m;
  const missing = missingCode<T>(attribute);
  if (codeIn<T>(list, m - 1, codes) != missing) return m;
  let low = 0;
  let high = m - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (codeIn<T>(list, middle, codes) == missing) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Sums up the classes of the known rows. */
@inline
export function sumKnown<T>(list: usize, rows: i32, m: i32): void {
  const classes = labelsFor<T>();
  const weights = weightsFor<T>();
  beginKnown();
  for (let i = rows; i < m; i++) {
    const e = <usize>load<T>(list + <usize>i * sizeof<T>());
    forget(labelIn(classes, e), weightIn(weights, e));
  }
}

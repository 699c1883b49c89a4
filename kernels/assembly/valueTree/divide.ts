// How the chosen test divides a node's entries, in any list.
import { codeOf, codesOf } from "./codes";
import { isNominal } from "./job";
import { collectLevels, goesLeft, settleSet } from "./levels";
import { Result } from "./seek";

let nominal: bool = false;
let codes: usize = 0;
let cut: i32 = 0;
let known: i32 = 0;
let missingSide: u32 = 0;

/**
 * Makes a test the one that `sideOf` evaluates; `list` is that of its attribute. Returns how many entries go left.
 * Rows with a missing value go to the branch with the larger weight.
 */
export function settle<T>(list: usize, count: i32, attribute: i32, result: Result): i32 {
  nominal = isNominal(attribute);
  cut = result.cut;
  known = result.known;
  missingSide = result.rightWeight > result.leftWeight ? 1 : 0;
  const missing = missingSide ? 0 : count - known;
  if (!nominal) return cut + missing;
  codes = codesOf<T>(attribute);
  collectLevels<T>(list, known, attribute);
  return settleSet(cut) + missing;
}

/** 0 left, 1 right: of entry i in the list of the test's attribute. */
@inline
export function sideOf<T>(list: usize, i: i32): u32 {
  if (i >= known) return missingSide;
  if (nominal) return goesLeft(codeOf<T>(list, codes, i)) ? 0 : 1;
  return i < cut ? 0 : 1;
}

/** Whether the left side's entries come first in the list of the test's attribute. */
@inline
export function isInOrder(rows: i32): bool {
  return !nominal && known == rows;
}

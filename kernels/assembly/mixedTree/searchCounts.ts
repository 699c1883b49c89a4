import { cellAt } from "./counts";
import { codeCount, hasMissing, isNominal } from "./job";
import { cellsOf, collectCounts, levels } from "./levels";
import { closeCut, noteDead } from "./finds";
import {
  beginKnown,
  classAt,
  forget,
  isUnsure,
  left,
  mayGainLeft,
  offerCut,
  openAttribute,
  openWhole,
  present,
  settlesCut,
} from "./search";
import { searchCollected } from "./searchLevels";

// The search of an attribute whose rows are counted by code. A cut is named by the first code on its right.

/** Sums up the known rows of an attribute and opens it. */
export function openCounts(attribute: i32, counts: usize): void {
  if (!hasMissing(attribute)) return openWhole();
  const missing = cellAt(counts, codeCount(attribute));
  beginKnown();
  for (let k = 0; k < present; k++) {
    const c = classAt(k);
    const w = load<f64>(missing + (c << 3));
    if (w > 0) forget(c, w);
  }
  openAttribute();
}

/** Finds the best test; returns whether no attribute after this one could be better. */
export function searchCounts(attribute: i32, counts: usize): bool {
  collectCounts(counts, codeCount(attribute));
  if (levels < 2) {
    noteDead(attribute);
    return false;
  }
  openCounts(attribute, counts);
  if (isNominal(attribute)) return searchCollected(attribute);
  scanCounts(false);
  if (isUnsure()) scanCounts(true);
  return closeCut(attribute);
}

/** The codes that occur, in their order, are the collected levels. */
function scanCounts(again: bool): void {
  memory.fill(left, 0, <usize>present << 3);
  for (let level = 1; level < levels; level++) {
    const cell = cellsOf(level - 1);
    for (let k: usize = 0; k < <usize>present << 3; k += 8)
      store<f64>(left + k, load<f64>(left + k) + load<f64>(cell + k));
    if (again) {
      if (settlesCut(level)) return;
    } else if (mayGainLeft()) offerCut(level);
  }
}

import { width } from "../forest/params";
import { cutAt, cutCount, gainOf, isTop, leftWeightOf, noteCut, placeOf, startCuts } from "./cuts";
import { allowed } from "./found";
import { knownWeight } from "./knownSums";
import { takeMask } from "./levelSets";
import { criterion, GINI, isWhole } from "./params";
import { canPack, notePacked, packTally } from "./packedDivisions";
import { cutHere, gainOfSides, leftWeight, moveCellLeft, moveClass, restartScan } from "./scanSums";
import { cellAt, tallied } from "./tally";

/**
 * Tries all divisions of the tally's levels in two: the first level is always on the left, and from one division to the next
 * a single other level changes sides (a Gray code). Of those that gain the same the smallest set, then the lowest levels.
 */
export function bestDivision(): void {
  const isPacked = criterion == GINI && isWhole && canPack();
  if (isPacked) packTally();
  startCuts();
  if (isPacked) notePacked();
  else noteEach();
  takeBest();
}

/** The same of levels that are packed already. */
export function bestOfPacked(): void {
  startCuts();
  notePacked();
  takeBest();
}

function noteEach(): void {
  restartScan();
  moveCellLeft(cellAt(0));
  const last: u32 = 1 << (<u32>tallied - 1);
  let mask: u32 = 1;
  note(mask);
  for (let i: u32 = 1; i < last; i++) {
    const level = ctz(i) + 1;
    mask ^= 1 << level;
    if ((mask >> level) & 1) moveCellLeft(cellAt(level));
    else moveCellRight(cellAt(level));
    if (mask + 1 != last << 1) note(mask);
  }
}

@inline
function note(mask: u32): void {
  // The bound of other sums grows with the moves, of which there are many here.
  if (criterion == GINI && isWhole) cutHere(mask, 0, 0);
  else if (allowed(leftWeight, knownWeight)) noteCut(mask, gainOfSides(), leftWeight, 0, 0);
}

/** Classes only: with a numeric target there is an exact order. */
function moveCellRight(cell: usize): void {
  for (let k: usize = 0; k < <usize>width; k++) {
    const w = load<f64>(cell + (k << 3));
    if (w > 0) moveClass(k, -w);
  }
}

function takeBest(): void {
  let best: usize = 0;
  for (let i = 0; i < cutCount; i++) {
    const cut = cutAt(i);
    if (isTop(cut) && (best == 0 || isBefore(placeOf(cut), placeOf(best)))) best = cut;
  }
  if (best != 0) takeMask(placeOf(best), gainOf(best), leftWeightOf(best));
}

/** Smaller sets first, then the lower levels. */
function isBefore(a: u32, b: u32): bool {
  const sizes = popcnt(a) - popcnt(b);
  if (sizes != 0) return <i32>sizes < 0;
  const differ = a ^ b;
  return (a & (differ & (0 - differ))) != 0;
}

import { take } from "../forest/arena";
import { blockMissing, loadedCodes, topCode } from "./block";
import { enterThreshold, limit, noteCut, startCuts } from "./cuts";
import { clearFewCodes, forgetCodes, lastPresent, noteCodes, present, takeEntries, takeFewCodes, takeMissing } from "./fewCodes";
import { examineLevels, takeFewLevels } from "./fewLevels";
import { classCount, clearFewNode, FEW, marks, squares, takeFewNode, totals } from "./fewNode";
import { allowed, nodeTotal, nodeWeight } from "./found";
import { giniOf } from "./impurity";
import { isNominal } from "./params";

// The best test at a node with few rows (fewNode.ts), by Gini's impurity. Nothing here takes time for classes or codes that the
// node does not have.

/** As `totals`, but weight goes to the lower half as rows go left (u64). */
let cells: usize = 0;

export function takeFew(): void {
  takeFewNode();
  takeFewCodes();
  takeFewLevels();
  cells = take(FEW << 3);
}

export function clearFew(): void {
  clearFewNode();
  clearFewCodes();
}

/** The best test on an attribute: as in examine.ts. */
export function examineFew(a: i32): i32 {
  noteCodes(loadedCodes(a), topCode(a));
  const missing = takeMissing(<u32>blockMissing(a));
  const seen = isNominal(a) ? examineLevels(a, missing) : examineNumbers(a, missing);
  forgetCodes();
  return seen;
}

/** Of the known rows: weight, Σ of squares on each side, weight × impurity. */
let knownWeight: i64 = 0;
let knownWhole: f64 = 0;
let leftWeight: i64 = 0;
let leftSquares: i64 = 0;
let rightSquares: i64 = 0;

/** All rows on the right but these. */
@inline
function startSides(missing: u64): void {
  for (let c: usize = 0; c < <usize>classCount << 3; c += 16) v128.store(cells + c, v128.load(totals + c));
  knownWeight = <i64>nodeWeight;
  rightSquares = squares;
  knownWhole = nodeTotal;
  leftWeight = 0;
  leftSquares = 0;
  if (missing == 0) return;
  moveLeft(missing);
  knownWeight -= leftWeight;
  knownWhole = giniOf(<f64>knownWeight, <f64>rightSquares);
  // What was moved is gone: nothing is on the left yet.
  for (let c: usize = 0; c < <usize>classCount << 3; c += 8) store<u32>(cells + c, 0);
  leftWeight = 0;
  leftSquares = 0;
}

/** Entries go left one by one: Σl² grows by w (2l + w), Σr² falls by w (2r - w). */
@inline
function moveLeft(bits: u64): void {
  let left: i64 = 0;
  let right: i64 = 0;
  let weight: i64 = 0;
  for (let rest = bits; rest != 0; rest &= rest - 1) {
    const mark = load<u32>(marks + (<usize>ctz(rest) << 2));
    const at = cells + (<usize>(mark & 0xffff) << 3);
    const w = <i64>(mark >> 16);
    const cell = load<i64>(at);
    const l = cell & 0xffffffff;
    const r = <i64>(<u64>cell >> 32);
    store<i64>(at, cell + w - (w << 32));
    left += w * (l + l + w);
    right += w * (r + r - w);
    weight += w;
  }
  leftSquares += left;
  rightSquares -= right;
  leftWeight += weight;
}

function examineNumbers(a: i32, missing: u64): i32 {
  startSides(missing);
  startCuts();
  const last = lastPresent();
  let low: u32 = 0xffffffff;
  let codes = 0;
  for (let word: u32 = 0; word <= last >> 6; word++) {
    for (let bits = load<u64>(present + (<usize>word << 3)); bits != 0; bits &= bits - 1) {
      const code = (word << 6) + <u32>ctz(bits);
      if (codes++ != 0) cutBetween(low, code);
      const moved = takeEntries(code);
      if (code != last) moveLeft(moved);
      low = code;
    }
  }
  if (codes < 2) return 0;
  return enterThreshold(a, <f64>knownWeight, knownWhole) ? 2 : 1;
}

/** As in scanCounts.ts. */
@inline
function cutBetween(low: u32, high: u32): void {
  const weight = <f64>leftWeight;
  const total = <f64>knownWeight;
  const rest = total - weight;
  const least = limit - knownWhole + total;
  if (<f64>leftSquares * rest + <f64>rightSquares * weight < least * (weight * rest) || !allowed(weight, total)) return;
  noteCut(0, knownWhole - giniOf(weight, <f64>leftSquares) - giniOf(rest, <f64>rightSquares), weight, low, high);
}

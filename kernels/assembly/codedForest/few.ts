import { take } from "../forest/arena";
import { blockClasses, blockMass, blockMissing, loadedCodes, MOST, markAt, setCodes, topCode } from "./block";
import { enterThreshold, limit, noteCut, startCuts } from "./cuts";
import { examineTally } from "./examine";
import { classCount, clearFewNode, count, entries, FEW, marks, squares, sumsOfFew, takeFewNode, totals } from "./fewNode";
import { allowed, nodeTotal, nodeWeight } from "./found";
import { giniOf } from "./impurity";
import { addTo } from "./mass";
import { isNominal } from "./params";
import { addCode, clearCell, missingCell, startTally, tallied } from "./tally";

// The best test at a node with few rows (fewNode.ts), by Gini's impurity. Nothing here takes time for classes or codes that the
// node does not have: a code's entries are the bits of a word.

/** As `totals`, but weight goes to the lower half as rows go left (u64). */
let cells: usize = 0;
/** By code of the block: its entries (u64), all 0 between calls; and a bit for each code that occurs. */
let masks: usize = 0;
let present: usize = 0;

export function takeFew(): void {
  takeFewNode();
  cells = take(FEW << 3);
  masks = take((MOST + 1) << 3);
  present = take(MOST >> 3);
}

export function clearFew(): void {
  clearFewNode();
  memory.fill(masks, 0, (MOST + 1) << 3);
  memory.fill(present, 0, MOST >> 3);
}

/** The best test on an attribute: as in examine.ts. */
export function examineFew(a: i32): i32 {
  const own = loadedCodes(a);
  if (topCode(a) < 64) store<u64>(present, spread(own));
  else spreadMany(own);
  const none = <u32>blockMissing(a);
  const seen = isNominal(a) ? examineLevels(a, none) : examineNumbers(a, none);
  for (let word: usize = 0; word < <usize>MOST >> 3; word += 8) store<u64>(present + word, 0);
  return seen;
}

/** Notes the entries of each code; returns the codes, all below 64, as bits. */
@inline
function spread(own: usize): u64 {
  let bits: u64 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const code = <usize>load<u8>(own + <usize>load<u8>(entries + i));
    const at = masks + (code << 3);
    store<u64>(at, load<u64>(at) | (<u64>1 << <u64>i));
    bits |= <u64>1 << <u64>code;
  }
  return bits;
}

@inline
function spreadMany(own: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const code = <usize>load<u8>(own + <usize>load<u8>(entries + i));
    const at = masks + (code << 3);
    store<u64>(at, load<u64>(at) | (<u64>1 << <u64>i));
    const word = present + ((code >> 6) << 3);
    store<u64>(word, load<u64>(word) | (<u64>1 << <u64>(code & 63)));
  }
}

/** The entries of a code, which are forgotten. */
@inline
function takeEntries(code: u32): u64 {
  const at = masks + (<usize>code << 3);
  const bits = load<u64>(at);
  store<u64>(at, 0);
  return bits;
}

/** The entries of missing values, which are not among the codes any more. */
@inline
function takeMissing(none: u32): u64 {
  if (none >= <u32>MOST) return 0;
  const at = present + (<usize>(none >> 6) << 3);
  store<u64>(at, load<u64>(at) & ~(<u64>1 << <u64>(none & 63)));
  return takeEntries(none);
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

function examineNumbers(a: i32, none: u32): i32 {
  startSides(takeMissing(none));
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

/** The last code that occurs; 0 if none does. */
@inline
function lastPresent(): u32 {
  let word: u32 = (<u32>MOST >> 6) - 1;
  while (word > 0 && load<u64>(present + (<usize>word << 3)) == 0) word--;
  return (word << 6) + (63 & ~<u32>clz(load<u64>(present + (<usize>word << 3)) | 1));
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

function examineLevels(a: i32, none: u32): i32 {
  startTally();
  addEntries(missingCell, takeMissing(none));
  for (let word: u32 = 0; word <= lastPresent() >> 6; word++) {
    for (let bits = load<u64>(present + (<usize>word << 3)); bits != 0; bits &= bits - 1) {
      const code = (word << 6) + <u32>ctz(bits);
      const cell = addCode(code);
      clearCell(cell);
      addEntries(cell, takeEntries(code));
    }
  }
  return tallied < 2 ? 0 : examineTally(a, sumsOfFew(), setCodes(a));
}

function addEntries(to: usize, bits: u64): void {
  for (let rest = bits; rest != 0; rest &= rest - 1)
    addTo(to, markAt(<usize>load<u8>(entries + <usize>ctz(rest))), blockMass, blockClasses);
}

import { take } from "../forest/arena";
import { attributes, isClasses, minLeaf, perNode, tolerance, zeroGain } from "../forest/params";
import { firstOfBest, isScored, setScore, takeScored } from "../forest/score";
import { impurityOf, weightOf } from "./impurity";
import { criterion, mostLevels, setWords, TWOING } from "./params";

// The best test of each attribute examined at a node, and the choice among them: by the rule of learn/choose.ts.

/** attribute i32 · - · gain f64 · left weight f64 · known weight f64 · low code u32 · high code u32 */
const RECORD: usize = 40;

/** What rounding may do to a gain, as a share of the node's weight or, of a numeric target, of its Σu². */
const ROUNDING: f64 = 1.8e-15;

let records: usize = 0;
let count: i32 = 0;
/** By record: the levels that go left, then those that go right (bits). */
let sets: usize = 0;

export let nodeWeight: f64 = 0;
/** Weight × impurity. */
export let nodeTotal: f64 = 0;
let nodeImpurity: f64 = 0;
/** The tolerance in gains per weight, and in total. */
let slack: f64 = 0;
export let equalGain: f64 = 0;
/** The greatest total gain so far. */
export let topGain: f64 = 0;
/** The most that rounding may change a gain in a formula other than the learner's. */
export let noise: f64 = 0;

export function takeFound(): void {
  const most = <usize>min(perNode, attributes);
  records = take(most * RECORD);
  sets = take(most * 2 * setBytes());
  takeScored(<i32>most);
}

@inline
function setBytes(): usize {
  return mostLevels > 0 ? <usize>setWords(mostLevels) << 2 : 0;
}

export function startFound(sums: usize): void {
  startFoundOf(impurityOf(sums), weightOf(sums));
  if (!isClasses) noise = load<f64>(sums, 16) * ROUNDING;
}

/** Of classes: weight × impurity, and weight. */
export function startFoundOf(total: f64, weight: f64): void {
  nodeTotal = total;
  nodeWeight = weight;
  nodeImpurity = nodeTotal / nodeWeight;
  slack = tolerance * nodeImpurity;
  equalGain = tolerance * nodeImpurity * nodeWeight;
  topGain = -Infinity;
  noise = nodeWeight * ROUNDING;
  count = 0;
}

@inline
export function allowed(left: f64, known: f64): bool {
  return left >= minLeaf - 1e-6 && known - left >= minLeaf - 1e-6;
}

/** Whether a test with this gain must be looked at more closely: if the known rows are pure it tells nothing. */
@inline
export function isNoGain(gain: f64): bool {
  return gain <= 2 * equalGain && gain / nodeWeight <= slack;
}

@inline
export function isPureImpurity(known: f64): bool {
  return known <= 1e-12 * nodeTotal;
}

/** Enters an attribute's best test; returns its record. */
@inline
export function enter(attribute: i32, gain: f64, left: f64, known: f64, low: u32, high: u32): usize {
  const at = records + <usize>count * RECORD;
  store<i32>(at, attribute);
  store<f64>(at, gain, 8);
  store<f64>(at, left, 16);
  store<f64>(at, known, 24);
  store<u32>(at, low, 32);
  store<u32>(at, high, 36);
  count++;
  // Where gains do not decide, no test is left out for its gain.
  topGain = gain > topGain && !isScored() ? gain : topGain;
  return at;
}

/** A test that leaves no impurity: nothing after it could be better, if gains decide. */
@inline
export function isPerfect(gain: f64): bool {
  if (isScored() || criterion == TWOING) return false;
  return gain >= 0.9 * nodeTotal && gain / nodeWeight >= nodeImpurity - slack / 2;
}

/** The first whose gain equals the greatest; 0 if there is none, or none that gains enough. */
export function chosen(): usize {
  if (count == 0) return 0;
  if (isScored()) return chosenByScore();
  const enough = topGain / nodeWeight - slack;
  let at = records;
  while (!(load<f64>(at, 8) / nodeWeight >= enough)) at += RECORD;
  return !zeroGain && load<f64>(at, 8) / nodeWeight <= slack ? 0 : at;
}

function chosenByScore(): usize {
  for (let i = 0; i < count; i++) {
    const at = records + <usize>i * RECORD;
    const left = leftOf(at);
    setScore(i, attributeOf(at), load<f64>(at, 8) / nodeWeight, left, knownOf(at) - left, nodeWeight);
  }
  const best = firstOfBest(count, slack);
  if (best < 0) return 0;
  const at = records + <usize>best * RECORD;
  return !zeroGain && load<f64>(at, 8) / nodeWeight <= slack ? 0 : at;
}

/** What a test removes: its gain per weight, times the weight. */
@inline
export function removedBy(record: usize): f64 {
  return (load<f64>(record, 8) / nodeWeight) * nodeWeight;
}

/** Bytes of a test with its sets of levels. */
@inline
export function foundBytes(): usize {
  return RECORD + 2 * setBytes();
}

export function keepFound(record: usize, to: usize): void {
  memory.copy(to, record, RECORD);
  memory.copy(to + RECORD, leftSetOf(record), 2 * setBytes());
}

/** A test that was kept, as a record; others are forgotten. */
export function useFound(from: usize): usize {
  memory.copy(records, from, RECORD);
  memory.copy(leftSetOf(records), from + RECORD, 2 * setBytes());
  return records;
}

@inline
export function attributeOf(record: usize): i32 {
  return load<i32>(record);
}

@inline
export function leftOf(record: usize): f64 {
  return load<f64>(record, 16);
}

@inline
export function knownOf(record: usize): f64 {
  return load<f64>(record, 24);
}

@inline
export function lowCodeOf(record: usize): u32 {
  return load<u32>(record, 32);
}

@inline
export function highCodeOf(record: usize): u32 {
  return load<u32>(record, 36);
}

/** Missing values go to the branch with the larger weight, the left one on a tie. */
@inline
export function missingGoesLeft(record: usize): bool {
  return !(knownOf(record) - leftOf(record) > leftOf(record));
}

/** Bits of the codes that go left. */
@inline
export function leftSetOf(record: usize): usize {
  return sets + ((record - records) / RECORD) * 2 * setBytes();
}

/** Bits of the codes that go right. */
@inline
export function rightSetOf(record: usize): usize {
  return leftSetOf(record) + setBytes();
}

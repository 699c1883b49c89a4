import { nearTop } from "../common/nearTop";
import { take } from "../forest/arena";
import { impurityOf, weightOf } from "./impurity";
import { attributes, minLeaf, tolerance, zeroGain } from "../forest/params";
import { firstOfBest, isScored, setScore, takeScored } from "../forest/score";
import { criterion, TWOING } from "../forest/classImpurity";
import { tests } from "./params";

// The tests drawn at a node, and the choice among them: the rules of firstEqual in learn/branch/candidate.ts, between
// the tests on one attribute, and of learn/choose.ts, between attributes.
//
//   attribute i32 · draw u32 · gain f64 · cut f64 · right weight f64 · known weight f64 · right sum f64 · known impurity
//   f64 · rights u64 · bound i64 · rows sent right u64, if they are at most 64
const RECORD: usize = 80;

let records: usize = 0;
let count: i32 = 0;
/** Where the tests on the current attribute begin. */
let group: i32 = 0;

/** The current node: its weight, impurity per unit of weight, and the tolerance in gains per weight and in total. */
export let nodeWeight: f64 = 0;
let nodeImpurity: f64 = 0;
/** Weight × impurity. */
export let nodeTotal: f64 = 0;
let slack: f64 = 0;
export let equalGain: f64 = 0;
/** The greatest total gain of any attribute. */
let topGain: f64 = 0;

export function takeChoice(): void {
  records = take(<usize>(attributes + tests) * RECORD);
  takeScored(attributes);
}

@inline
export function startChoice(sums: usize): void {
  nodeTotal = impurityOf(sums);
  nodeWeight = weightOf(sums);
  nodeImpurity = nodeTotal / nodeWeight;
  slack = tolerance * nodeImpurity;
  equalGain = tolerance * nodeImpurity * nodeWeight;
  topGain = -Infinity;
  count = 0;
  group = 0;
}

@inline
export function isAllowed(right: f64, known: f64): bool {
  return right >= minLeaf - 1e-6 && known - right >= minLeaf - 1e-6;
}

/**
 * Adds a test on the current attribute. `draw` is what finds it again. For levels as bits, `rights` are those on the
 * right, and `bound` those present.
 */
@inline
export function addTest(
  a: i32,
  draw: u32,
  gain: f64,
  cut: f64,
  right: f64,
  known: f64,
  rightSum: f64,
  rights: u64,
  bound: i64,
  knownImpurity: f64,
  rows: u64,
): void {
  const at = records + <usize>count * RECORD;
  store<i32>(at, a);
  store<u32>(at, draw, 4);
  store<f64>(at, gain, 8);
  store<f64>(at, cut, 16);
  store<f64>(at, right, 24);
  store<f64>(at, known, 32);
  store<f64>(at, rightSum, 40);
  store<f64>(at, knownImpurity, 48);
  store<u64>(at, rights, 56);
  store<i64>(at, bound, 64);
  store<u64>(at, rows, 72);
  count++;
}

/**
 * After the last test on an attribute: keeps the first whose gain equals the greatest. If the known rows are pure it gains
 * nothing. True for a test that leaves no impurity: nothing after it could be better, if gains decide.
 */
@inline
export function endAttribute(): bool {
  if (count == group) return false;
  if (count > group + 1) keepFirst();
  const at = records + <usize>group * RECORD;
  const gain = load<f64>(at, 8);
  if (gain <= 2 * equalGain && gain / nodeWeight <= slack && load<f64>(at, 48) <= 1e-12 * nodeTotal) {
    count = group;
    return false;
  }
  group = count;
  topGain = gain > topGain ? gain : topGain;
  if (isScored() || criterion == TWOING) return false;
  // Most gains are far from it: no division is needed.
  return gain >= 0.9 * nodeTotal && gain / nodeWeight >= nodeImpurity - slack / 2;
}

function keepFirst(): void {
  const to = records + <usize>group * RECORD;
  const end = records + <usize>count * RECORD;
  let top = -Infinity;
  for (let at = to; at < end; at += RECORD) top = max(top, load<f64>(at, 8));
  let at = to;
  while (!(load<f64>(at, 8) >= top - equalGain)) at += RECORD;
  if (at > to) memory.copy(to, at, RECORD);
  count = group + 1;
}

/** The first whose gain equals the greatest; 0 if there is none, or none that gains enough. */
export function chosen(): usize {
  if (count == 0) return 0;
  if (isScored()) return chosenByScore();
  const enough = topGain / nodeWeight - slack;
  const near = nearTop(topGain, equalGain);
  let at = records;
  while (load<f64>(at, 8) < near || !(load<f64>(at, 8) / nodeWeight >= enough)) at += RECORD;
  return !zeroGain && load<f64>(at, 8) / nodeWeight <= slack ? 0 : at;
}

function chosenByScore(): usize {
  for (let i = 0; i < count; i++) {
    const at = records + <usize>i * RECORD;
    const right = rightOf(at);
    setScore(i, attributeOf(at), load<f64>(at, 8) / nodeWeight, knownOf(at) - right, right, nodeWeight);
  }
  const best = firstOfBest(count, slack);
  if (best < 0) return 0;
  const at = records + <usize>best * RECORD;
  return !zeroGain && load<f64>(at, 8) / nodeWeight <= slack ? 0 : at;
}

@inline
export function attributeOf(record: usize): i32 {
  return load<i32>(record);
}

@inline
export function drawOf(record: usize): u32 {
  return load<u32>(record, 4);
}

@inline
export function cutOf(record: usize): f64 {
  return load<f64>(record, 16);
}

@inline
export function rightOf(record: usize): f64 {
  return load<f64>(record, 24);
}

@inline
export function knownOf(record: usize): f64 {
  return load<f64>(record, 32);
}

/** For two classes the weight of class 1 on the right. */
@inline
export function rightSumOf(record: usize): f64 {
  return load<f64>(record, 40);
}

@inline
export function rightsOf(record: usize): u64 {
  return load<u64>(record, 56);
}

@inline
export function boundOf(record: usize): i64 {
  return load<i64>(record, 64);
}

/** The rows sent right, in a block of at most 64. */
@inline
export function rowsOf(record: usize): u64 {
  return load<u64>(record, 72);
}

/** Missing values go to the branch with the larger weight, the left one on a tie. */
@inline
export function missingGoesLeft(record: usize): bool {
  return !(rightOf(record) > knownOf(record) - rightOf(record));
}

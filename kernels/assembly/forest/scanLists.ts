import { take } from "./arena";
import { enterBest, limit, noteClasses, noteMoments, startBest } from "./bestCut";
import { giniOf, impurityOf, momentOf, squaresOf, weightOf } from "./found";
import { known, localMass, rowAt, tailSums } from "./local";
import { clearSums, isTwo } from "./mass";
import { isClasses, width } from "./params";
import { endScan, isTie, knownP, knownW, mayReach, noteTwo, reach, startScan } from "./scanTwo";
import { differ } from "./ties";

// The best cut on an attribute whose list of two-byte entries is sorted.

let leftSums: usize = 0;
let knownSums: usize = 0;

export function takeScan(): void {
  leftSums = take(<usize>width << 3);
  knownSums = take(<usize>width << 3);
}

/** After `findTail`; true for a cut that leaves no impurity. */
export function scanList(a: i32, list: usize, n: i32, sums: usize): bool {
  if (isTwo()) {
    const tail = known < n;
    const zero = load<f64>(sums) - (tail ? load<f64>(tailSums) : 0);
    const one = load<f64>(sums, 8) - (tail ? load<f64>(tailSums, 8) : 0);
    startScan(zero + one, one);
    scanBlocks(list);
    return endScan(a);
  }
  for (let k: usize = 0; k < <usize>width << 3; k += 8)
    store<f64>(knownSums + k, load<f64>(sums + k) - (known < n ? load<f64>(tailSums + k) : 0));
  clearSums(leftSums);
  if (isClasses) scanClasses(list);
  else scanMoments(list);
  return enterBest(a, impurityOf(knownSums));
}

@inline
function massOf(at: usize): u32 {
  return load<u32>(localMass + (<usize>load<u16>(at) << 2));
}

/** Sixteen entries at a time: weights in the low half of each word, those of class 1 in the high half. */
function scanBlocks(list: usize): void {
  let sum: u32 = 0;
  let i = 0;
  for (; i + 16 < known; i += 16) {
    let block: u32 = 0;
    const from = list + (<usize>i << 1);
    for (let at = from; at < from + 32; at += 8) block += massOf(at) + massOf(at + 2) + (massOf(at + 4) + massOf(at + 6));
    const w = <f64>(sum & 0xffff);
    const ones = <f64>(block >> 16);
    const zeros = <f64>(block & 0xffff) - ones;
    if (mayReach(<f64>(sum >> 16) * knownW - w * knownP, w, ones, zeros)) scanEntries(list, i, i + 16, sum);
    sum += block;
  }
  scanEntries(list, i, known - 1, sum);
}

/** The cuts after entries from … to - 1. */
function scanEntries(list: usize, from: i32, to: i32, before: u32): void {
  let sum = before;
  const W = knownW;
  const P = knownP;
  for (let i = from; i < to; i++) {
    sum += massOf(list + (<usize>i << 1));
    const w = <f64>(sum & 0xffff);
    const one = <f64>(sum >> 16);
    const D = one * W - w * P;
    const product = w * (W - w);
    if (!(D * D > reach * product) || isTie(D * D, product)) continue;
    const low = rowAt(list, i);
    const high = rowAt(list, i + 1);
    if (differ(low, high)) noteTwo(i + 1, low, high, w, one, D * D, product);
  }
}

/** Squares are updated incrementally, so that the cost per row does not depend on the number of classes. */
function scanClasses(list: usize): void {
  const W = weightOf(knownSums);
  let right = squaresOf(knownSums);
  const base = right / W;
  startBest(W, giniOf(W, right));
  let left: f64 = 0;
  let w: f64 = 0;
  for (let i = 0; i + 1 < known; i++) {
    const word = load<u64>(localMass + (<usize>load<u16>(list + (<usize>i << 1)) << 3));
    const weight = <f64>(<u32>(word >> 32));
    const k = <usize>(<u32>word) << 3;
    const held = load<f64>(leftSums + k);
    left += weight * (held + held + weight);
    right -= weight * (2 * (load<f64>(knownSums + k) - held) - weight);
    store<f64>(leftSums + k, held + weight);
    w += weight;
    const rest = W - w;
    if (!(left * rest + right * w > (limit + base) * (w * rest))) continue;
    const low = rowAt(list, i);
    const high = rowAt(list, i + 1);
    if (differ(low, high)) noteClasses(i + 1, low, high, w, left, right, 0);
  }
}

function scanMoments(list: usize): void {
  const W = load<f64>(knownSums);
  const S = load<f64>(knownSums, 8);
  const whole = momentOf(W, S);
  startBest(W, whole);
  let w: f64 = 0;
  let s: f64 = 0;
  for (let i = 0; i + 1 < known; i++) {
    const at = localMass + (<usize>load<u16>(list + (<usize>i << 1)) << 4);
    const weight = load<f64>(at);
    w += weight;
    s += weight * load<f64>(at, 8);
    const rest = W - w;
    const other = S - s;
    if (!(s * s * rest + other * other * w > (limit - whole) * (w * rest))) continue;
    const low = rowAt(list, i);
    const high = rowAt(list, i + 1);
    if (differ(low, high)) noteMoments(i + 1, low, high, w, s, other);
  }
}

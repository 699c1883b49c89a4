// The tests of a small node: an estimate of every attribute's best gain first, four attributes at a time; then the exact
// gains of those that may matter, the most promising attribute first.
import { estimates, inverses, results } from "./arena";
import { codeOf, codesOf, knownCount } from "./codes";
import { cellOf, columnOf, sumOf, unitTable } from "./entries";
import { isNominal, job, levelsOf } from "./job";
import { margin, node, perfect, tolerance } from "./look";
import { scan, scanNear } from "./scan";
import { attributeLimit, choose, endsSearch, isSettled, resultOf, startNode, takeOnly } from "./seek";

/** The error of estimates is below this share, plus the margin. */
const SHARE: f64 = 1 + 1e-12;

/** The attribute to split on; -1 if the node stays a leaf. */
export function seekSmall(lists: usize, step: usize, rows: i32): i32 {
  startNode();
  if (rows == 2) seekTwo(lists, step);
  else if (job.weighted) seekAll(lists, step, rows);
  else {
    const most = estimate(lists, step, rows);
    // In small nodes many attributes divide the rows in the same best way. The first of those is chosen.
    const first = firstReaching(min(most - 6 * tolerance, perfect) - 3 * margin);
    const isKnown = !isOpen && takeEstimated(lists + <usize>first * step, rows, first);
    if (!isKnown) seekOn(lists, step, rows, first);
    if (!isOpen && isSettled(resultOf(results, first), most * SHARE + margin)) return first;
    seekOthers(lists, step, rows, first);
  }
  return choose(results);
}

/**
 * Takes the test with the greatest estimate for the attribute's best, if that is certain: no other comes near, and it
 * separates different values.
 */
function takeEstimated(list: usize, rows: i32, attribute: i32): bool {
  const cut = onlyReaching(list, rows, estimateOf(attribute) / SHARE - 2 * margin - tolerance);
  if (cut < 0 || min(cut, rows - cut) < job.minLeaf) return false;
  const column = columnOf(attribute);
  if (!(cellOf<u8>(list, column, cut - 1) < cellOf<u8>(list, column, cut))) return false;
  takeOnly(cut, rows, reachedSum, resultOf(results, attribute));
  return true;
}

/** The sum of the entries before the position that `onlyReaching` has found. */
let reachedSum: f64 = 0;

/** The only position whose estimate reaches a gain, -1 if there are several. */
@inline
function onlyReaching(list: usize, rows: i32, gain: f64): i32 {
  const units = unitTable();
  const least = gain / (node.weight * SHARE);
  const mean = node.first / node.weight;
  const inverse = inverses + (<usize>rows << 10);
  let sum: f64 = 0;
  let found: usize = 0;
  for (let k: usize = 1; k < <usize>rows; k++) {
    sum += load<f64>(units + (<usize>load<u8>(list + k - 1) << 3));
    const t = sum - <f64>k * mean;
    if (t * t * load<f64>(inverse + (k << 3)) < least) continue;
    if (found != 0) return -1;
    found = k;
    reachedSum = sum;
  }
  return found == 0 ? -1 : <i32>found;
}

function seekOthers(lists: usize, step: usize, rows: i32, first: i32): void {
  for (let a = 0; a < job.attributes; a++) {
    if (a == first) continue;
    if (estimateOf(a) * SHARE + margin >= attributeLimit()) seekOn(lists, step, rows, a);
    else resultOf(results, a).cut = -1;
  }
}

/** The first attribute whose estimate reaches the limit; there is one, unless none has an estimate. */
function firstReaching(limit: f64): i32 {
  const least = limit / SHARE;
  for (let a = 0; a < job.attributes; a++) {
    const estimated = estimateOf(a);
    if (estimated >= least && estimated != Infinity) return a;
  }
  return 0;
}

/** Two rows can be separated in one way only: mostly the first attribute that varies ends the search. */
function seekTwo(lists: usize, step: usize): void {
  let ended = false;
  for (let a = 0; a < job.attributes; a++) {
    const list = lists + <usize>a * step;
    const result = resultOf(results, a);
    if (ended || !isDivided(list, a)) {
      result.cut = -1;
      continue;
    }
    if (!job.weighted && !isNominal(a) && job.minLeaf <= 1) takeOnly(1, 2, sumOf<u8>(list, 0, 1), result);
    else scan<u8>(list, 2, a, results);
    ended = endsSearch(result);
  }
}

/** Whether two rows have different values, both known. */
function isDivided(list: usize, attribute: i32): bool {
  if (isNominal(attribute)) {
    const codes = codesOf<u8>(attribute);
    const upper = codeOf<u8>(list, codes, 1);
    return codeOf<u8>(list, codes, 0) < upper && upper < levelsOf(attribute);
  }
  const column = columnOf(attribute);
  return cellOf<u8>(list, column, 0) < cellOf<u8>(list, column, 1);
}

function seekAll(lists: usize, step: usize, rows: i32): void {
  for (let a = 0; a < job.attributes; a++) scan<u8>(lists + <usize>a * step, rows, a, results);
}

@inline
function estimateOf(attribute: i32): f64 {
  return load<f64>(estimates + (<usize>attribute << 3));
}

function seekOn(lists: usize, step: usize, rows: i32, attribute: i32): void {
  const list = lists + <usize>attribute * step;
  const estimated = estimateOf(attribute);
  if (estimated == Infinity) scan<u8>(list, rows, attribute, results);
  else scanNear<u8>(list, rows, attribute, results, estimated / SHARE - margin);
}

/** Whether an attribute without an estimate must be examined. */
let isOpen: bool = false;

/** Fills `estimates`, with Infinity if an attribute must be examined in any case; returns the greatest of the others. */
function estimate(lists: usize, step: usize, rows: i32): f64 {
  const end = job.attributes;
  let a = 0;
  for (; a + 2 < end; a += 4) {
    const list = lists + <usize>a * step;
    const last = a + 3 < end ? list + 3 * step : list;
    estimateFour(list, list + step, list + 2 * step, last, rows, estimates + (<usize>a << 3));
  }
  if (a < end) {
    const list = lists + <usize>a * step;
    estimateTwo(list, a + 1 < end ? list + step : list, rows, estimates + (<usize>a << 3));
  }
  let most: f64 = 0;
  isOpen = false;
  for (a = 0; a < end; a++) {
    if (isNominal(a) || knownCount<u8>(lists + <usize>a * step, rows, a) < rows) {
      store<f64>(estimates + (<usize>a << 3), Infinity);
      isOpen = true;
    } else most = max(most, estimateOf(a));
  }
  return most;
}

@inline
function pair(units: usize, list: usize, other: usize, i: usize): v128 {
  const low = v128.load64_zero(units + (<usize>load<u8>(list + i) << 3));
  return v128.load64_lane(units + (<usize>load<u8>(other + i) << 3), low, 1);
}

/** The greatest t²·W / (k·(W - k)) over the positions k of four lists, ignoring ties. */
function estimateFour(list0: usize, list1: usize, list2: usize, list3: usize, rows: i32, into: usize): void {
  const units = unitTable();
  const mean = f64x2.splat(node.first / node.weight);
  let inverse = inverses + (<usize>rows << 10) + 8;
  let sum0 = f64x2.splat(0);
  let sum1 = f64x2.splat(0);
  let most0 = f64x2.splat(0);
  let most1 = f64x2.splat(0);
  let count = f64x2.splat(0);
  for (let i: usize = 0; i < <usize>(rows - 1); i++) {
    sum0 = f64x2.add(sum0, pair(units, list0, list1, i));
    sum1 = f64x2.add(sum1, pair(units, list2, list3, i));
    count = f64x2.add(count, f64x2.splat(1));
    const even = f64x2.mul(count, mean);
    const share = v128.load64_splat(inverse);
    inverse += 8;
    const t0 = f64x2.sub(sum0, even);
    const t1 = f64x2.sub(sum1, even);
    most0 = f64x2.pmax(most0, f64x2.mul(f64x2.mul(t0, t0), share));
    most1 = f64x2.pmax(most1, f64x2.mul(f64x2.mul(t1, t1), share));
  }
  const weight = f64x2.splat(node.weight);
  v128.store(into, f64x2.mul(most0, weight));
  v128.store(into, f64x2.mul(most1, weight), 16);
}

/** The same of two lists. */
function estimateTwo(list0: usize, list1: usize, rows: i32, into: usize): void {
  const units = unitTable();
  const mean = f64x2.splat(node.first / node.weight);
  let inverse = inverses + (<usize>rows << 10) + 8;
  let sum = f64x2.splat(0);
  let most = f64x2.splat(0);
  let count = f64x2.splat(0);
  for (let i: usize = 0; i < <usize>(rows - 1); i++) {
    sum = f64x2.add(sum, pair(units, list0, list1, i));
    count = f64x2.add(count, f64x2.splat(1));
    const t = f64x2.sub(sum, f64x2.mul(count, mean));
    most = f64x2.pmax(most, f64x2.mul(f64x2.mul(t, t), v128.load64_splat(inverse)));
    inverse += 8;
  }
  v128.store(into, f64x2.mul(most, f64x2.splat(node.weight)));
}

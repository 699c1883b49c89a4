// The best threshold of one attribute at one node.

import { G, H, MISSING_LEFT, UNDECIDED, considerBounded, keep, need, score } from "./node";
import { constrained, lambda, shift } from "./plan";

/** Scans the cells twice if some values are missing: once with those rows on the right, once on the left. */
export function scanNumeric(cells: usize, bins: i32, direction: i32): void {
  const unknown = load<i64>(cells + (<usize>bins << 3));
  if (constrained) {
    scanBounded(cells, bins, 0, direction, unknown == 0 ? UNDECIDED : 0);
    if (unknown != 0) scanBounded(cells, bins, unknown, direction, MISSING_LEFT);
    return;
  }
  scan(cells, bins, 0, unknown == 0 ? UNDECIDED : 0);
  if (unknown != 0) scan(cells, bins, unknown, MISSING_LEFT);
}

// The best division so far of the scan that is under way.
let best: f64 = 0;
let bestBin: i32 = 0;
let bestSum: i64 = 0;

/** An empty bin gives the same division as the one before it, so it is skipped. */
@inline
function consider(sum: i64, cell: i64, at: i32): void {
  if (cell == 0) return;
  const h = <f64>(sum & ((<i64>1 << shift) - 1));
  const rest = H - h;
  if (h < need || rest < need) return;
  const g = <f64>(sum >> shift);
  const c = G - g;
  const q = h + lambda;
  const r = rest + lambda;
  const above = g * g * r + c * c * q;
  const below = q * r;
  if (above > best * below) {
    best = above / below;
    bestBin = at;
    bestSum = sum;
  }
}

/** Integers below 2^52 become doubles, 2^52 too large, by the bits of their exponent. */
const EXPONENT: f64 = 4503599627370496;
/** From here on the gradients' sums, made positive, have at most 52 bits. */
const LEAST_SHIFT: i64 = 12;

function scan(cells: usize, bins: i32, first: i64, how: i32): void {
  best = score;
  bestBin = -1;
  if (shift >= LEAST_SHIFT) scanPairs(cells, bins, first);
  else scanOnes(cells, 0, bins, first);
  if (bestBin < 0) return;
  keep(best, bestBin, how, <f64>(bestSum >> shift), <f64>(bestSum & ((<i64>1 << shift) - 1)));
}

function scanOnes(cells: usize, from: i32, bins: i32, first: i64): void {
  let sum = first;
  for (let b = from; b < bins; b++) {
    const cell = load<i64>(cells + (<usize>b << 3));
    sum += cell;
    consider(sum, cell, b);
  }
}

/** Two bins at a time; only if one of them is better than the best so far are they compared one by one. */
function scanPairs(cells: usize, bins: i32, first: i64): void {
  const bits = <i32>shift;
  const mask = i64x2.splat((<i64>1 << shift) - 1);
  const regular = f64x2.splat(lambda);
  const least = f64x2.splat(need);
  const allG = f64x2.splat(G);
  const allH = f64x2.splat(H);
  const zero = i64x2.splat(0);
  const exponent = f64x2.splat(EXPONENT);
  // Sums are kept with their sign bit turned, so that they shift as positive numbers do; the gradient is then this much
  // too large.
  const excess = f64x2.splat(EXPONENT + <f64>(<i64>1 << (63 - shift)));
  let most = f64x2.splat(best);
  let before = i64x2.splat(first ^ i64.MIN_VALUE);
  const pairs = bins & ~1;
  for (let b = 0; b < pairs; b += 2) {
    const pair = v128.load(cells + (<usize>b << 3));
    if (!v128.any_true(pair)) continue;
    const sums = i64x2.add(before, i64x2.add(pair, v128.shuffle<i64>(zero, pair, 0, 2)));
    before = v128.shuffle<i64>(sums, sums, 1, 1);
    const h = f64x2.sub(v128.or(v128.and(sums, mask), exponent), exponent);
    const rest = f64x2.sub(allH, h);
    const g = f64x2.sub(v128.or(i64x2.shr_u(sums, bits), exponent), excess);
    const c = f64x2.sub(allG, g);
    const q = f64x2.add(h, regular);
    const r = f64x2.add(rest, regular);
    const above = f64x2.add(f64x2.mul(f64x2.mul(g, g), r), f64x2.mul(f64x2.mul(c, c), q));
    const better = f64x2.gt(above, f64x2.mul(most, f64x2.mul(q, r)));
    const large = v128.and(f64x2.ge(h, least), f64x2.ge(rest, least));
    if (v128.any_true(v128.and(better, large))) {
      consider(i64x2.extract_lane(sums, 0) ^ i64.MIN_VALUE, i64x2.extract_lane(pair, 0), b);
      consider(i64x2.extract_lane(sums, 1) ^ i64.MIN_VALUE, i64x2.extract_lane(pair, 1), b + 1);
      most = f64x2.splat(best);
    }
    // Beyond it the right side only gets smaller.
    if (f64x2.extract_lane(rest, 1) < need) return;
  }
  if (pairs < bins) scanOnes(cells, pairs, bins, i64x2.extract_lane(before, 0) ^ i64.MIN_VALUE);
}

function scanBounded(cells: usize, bins: i32, first: i64, direction: i32, how: i32): void {
  const mask = (<i64>1 << shift) - 1;
  let sum = first;
  for (let b = 0; b < bins; b++) {
    const cell = load<i64>(cells + (<usize>b << 3));
    if (cell == 0) continue;
    sum += cell;
    const h = <f64>(sum & mask);
    if (h < need) continue;
    const rest = H - h;
    if (rest < need) break;
    considerBounded(<f64>(sum >> shift), h, h + lambda, rest + lambda, direction, b, how);
  }
}

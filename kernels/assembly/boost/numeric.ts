// The best threshold of one attribute at one node.

import { G, H, MISSING_LEFT, UNDECIDED, considerBounded, keep, need, score } from "./node";
import { constrained, lambda, shift } from "./plan";

/** Scans the cells twice if some values are missing: once with those rows on the right, once on the left. */
export function scanNumeric(cells: usize, bins: i32, missing: i32, direction: i32): void {
  const unknown = load<i64>(cells + (<usize>missing << 3));
  if (constrained) {
    scanBounded(cells, bins, 0, direction, unknown == 0 ? UNDECIDED : 0);
    if (unknown != 0) scanBounded(cells, bins, unknown, direction, MISSING_LEFT);
    return;
  }
  scan(cells, bins, 0, unknown == 0 ? UNDECIDED : 0);
  if (unknown != 0) scan(cells, bins, unknown, MISSING_LEFT);
}

/** An empty bin gives the same division as the one before it, so it is skipped. */
function scan(cells: usize, bins: i32, first: i64, how: i32): void {
  const mask = (<i64>1 << shift) - 1;
  const bits = shift;
  const regular = lambda;
  const least = need;
  const allG = G;
  const allH = H;
  let best = score;
  let bestBin = -1;
  let bestSum: i64 = 0;
  let sum = first;
  for (let b = 0; b < bins; b++) {
    const cell = load<i64>(cells + (<usize>b << 3));
    if (cell == 0) continue;
    sum += cell;
    const h = <f64>(sum & mask);
    if (h < least) continue;
    const rest = allH - h;
    if (rest < least) break;
    const g = <f64>(sum >> bits);
    const c = allG - g;
    const q = h + regular;
    const r = rest + regular;
    const above = g * g * r + c * c * q;
    const below = q * r;
    if (above > best * below) {
      best = above / below;
      bestBin = b;
      bestSum = sum;
    }
  }
  if (bestBin >= 0) keep(best, bestBin, how, <f64>(bestSum >> bits), <f64>(bestSum & mask));
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

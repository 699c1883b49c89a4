import { bucketsOf, distinctOf, lowestOf, scaleOf, setBuckets, startsOf, valueAt, valuesOf } from "./column";

// The rank of a drawn threshold among an attribute's distinct values. Buckets of equal width narrow the search: which
// bucket a number is in never decreases with it, whatever rounding does, so that values in earlier buckets are smaller
// and those in later ones greater.

/** Few values get several buckets each, many one. */
const MANY: i32 = 4096;

/** How many buckets this many values get. */
export function bucketsFor(distinct: i32): i32 {
  return max(min(distinct << 2, MANY), distinct);
}

/** `starts` of the column has space for bucketsFor(rows) + 1 words. */
export function makeBuckets(a: i32): void {
  const distinct = distinctOf(a);
  const buckets = bucketsFor(distinct);
  setBuckets(a, 0, 0, 0);
  if (distinct < 2) return;
  const lowest = valueAt(a, 0);
  const scale = <f64>buckets / (valueAt(a, distinct - 1) - lowest);
  // The range may exceed the largest double, or be so small that its inverse does.
  if (!(scale > 0 && scale < Infinity)) return;
  setBuckets(a, buckets, lowest, scale);
  let bucket = -1;
  for (let rank = 0; rank < distinct; rank++) {
    const own = bucketOf(a, valueAt(a, rank));
    while (bucket < own) store<i32>(startsOf(a) + (<usize>(++bucket) << 2), rank);
  }
  while (bucket < buckets) store<i32>(startsOf(a) + (<usize>(++bucket) << 2), distinct);
}

@inline
function bucketOf(a: i32, x: f64): i32 {
  return min(<i32>((x - lowestOf(a)) * scaleOf(a)), bucketsOf(a) - 1);
}

/** The greatest rank whose value is at most `cut`; the value of `low` is, that of `high` is not. */
@inline
export function rankUpTo(a: i32, cut: f64, low: i32, high: i32): i32 {
  let from = low;
  let to = high;
  if (bucketsOf(a) > 0) {
    const starts = startsOf(a) + (<usize>bucketOf(a, cut) << 2);
    from = max(from, load<i32>(starts) - 1);
    to = min(to, load<i32>(starts, 4));
  }
  return rankBetween(a, cut, from, to);
}

/** The same by halving. */
@inline
export function rankBetween(a: i32, cut: f64, low: i32, high: i32): i32 {
  const values = valuesOf(a);
  let from = low;
  let to = high;
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    const isUpTo = load<f64>(values + (<usize>middle << 3)) <= cut;
    from = select<i32>(middle, from, isUpTo);
    to = select<i32>(to, middle, isUpTo);
  }
  return from;
}

// Rows are sent down one tree as if no number were missing; a thread looks through the cells of its block on the way.

/** Whether a number is missing in `count` cells: NaN is the only number that differs from itself. */
export function hasGap(cells: usize, count: i32): bool {
  let differs = i64x2.splat(0);
  const pairs = cells + (<usize>(count & ~1) << 3);
  for (let at = cells; at < pairs; at += 16) {
    const two = v128.load(at);
    differs = v128.or(differs, f64x2.ne(two, two));
  }
  if (v128.any_true(differs)) return true;
  if ((count & 1) == 0) return false;
  const last = load<f64>(pairs);
  return last != last;
}

/** The nearest multiple of the quantum, which is a power of two, so that its inverse is exact. */
@inline
export function toGrid(x: f64, inverse: f64, quantum: f64): f64 {
  const scaled = x * inverse;
  const below = floor(scaled);
  return (scaled - below >= 0.5 ? below + 1 : below) * quantum;
}

/** Rounds as Math.round does: halves up. No branch: of fractions without a pattern, every other one would be mispredicted. */
@inline
export function rounded(x: f64): f64 {
  const up = ceil(x);
  return up - <f64>i32(up - 0.5 > x);
}

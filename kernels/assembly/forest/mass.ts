import { isClasses, perQuantum2, quantum2, rows, target, width } from "./params";
import { countsOf } from "./queue";

// What each row adds to the sums, by row or by position in a block. Two classes: weight | weight of class 1 << 32 in one
// word of 64 bits, so that both are added at once. More classes: class | weight << 32. A numeric target: the weight and
// the target in integer units, both f64.

@inline
export function isTwo(): bool {
  return isClasses && width == 2;
}

/** Bytes of one row's mass, as a shift. */
@inline
export function massShift(): usize {
  return isClasses ? 3 : 4;
}

/** Lists the rows with a count for a member, ascending, with the mass of each row; returns their number. */
export function loadMember(member: i32, ids: usize, mass: usize): i32 {
  const counted = countsOf(member);
  let n = 0;
  for (let row = 0; row < rows; row++) {
    const w: u32 = counted == 0 ? 1 : <u32>load<u8>(counted + <usize>row);
    store<u32>(ids + (<usize>n << 2), row);
    n += w > 0 ? 1 : 0;
    store<u64>(mass + (<usize>row << massShift()), wordOf(row, w));
    if (!isClasses) store<f64>(mass + (<usize>row << 4), load<f64>(target + (<usize>row << 3)), 8);
  }
  return n;
}

@inline
function wordOf(row: i32, w: u32): u64 {
  if (!isClasses) return reinterpret<u64>(<f64>w);
  const k = <u32>load<u16>(target + (<usize>row << 1));
  if (width == 2) return <u64>w | (<u64>(w * k) << 32);
  return <u64>k | (<u64>w << 32);
}

@inline
export function wordWeight(word: u64): u32 {
  return width == 2 ? <u32>word : <u32>(word >> 32);
}

@inline
export function wordClass(word: u64): u32 {
  return width == 2 ? u32(word >> 32 != 0) : <u32>word;
}

/** A call of memory.fill costs more than a few stores. */
@inline
export function clearSums(sums: usize): void {
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(sums + k, 0);
}

/** Adds the mass at `at` to sums. */
@inline
export function addMass(sums: usize, at: usize): void {
  if (!isClasses) return addMoments(sums, load<f64>(at), load<f64>(at, 8));
  const word = load<u64>(at);
  if (width == 2) {
    const one = <f64>(<u32>(word >> 32));
    store<f64>(sums, load<f64>(sums) + (<f64>(<u32>word) - one));
    store<f64>(sums, load<f64>(sums, 8) + one, 8);
    return;
  }
  const to = sums + (<usize>(<u32>word) << 3);
  store<f64>(to, load<f64>(to) + <f64>(<u32>(word >> 32)));
}

export function addMoments(sums: usize, w: f64, u: f64): void {
  store<f64>(sums, load<f64>(sums) + w);
  store<f64>(sums, load<f64>(sums, 8) + w * u, 8);
  store<f64>(sums, load<f64>(sums, 16) + gridSquare(w, u), 16);
}

/** Weight·u² rounded as engine/grid.ts does: halves up. The grid is a power of two, so multiplying is as exact as dividing. */
@inline
export function gridSquare(w: f64, u: f64): f64 {
  const scaled = w * u * u * perQuantum2;
  const whole = floor(scaled);
  return (scaled - whole >= 0.5 ? whole + 1 : whole) * quantum2;
}

/** All rows have the same target. */
export function isPure(sums: usize, ids: usize, n: i32, mass: usize): bool {
  if (isClasses) {
    if (width == 2) return load<f64>(sums) == 0 || load<f64>(sums, 8) == 0;
    let classes = 0;
    for (let k = 0; k < width; k++) classes += load<f64>(sums + (<usize>k << 3)) > 0 ? 1 : 0;
    return classes <= 1;
  }
  const first = load<f64>(mass + (<usize>load<u32>(ids) << 4), 8);
  for (let i = 1; i < n; i++) if (load<f64>(mass + (<usize>load<u32>(ids + (<usize>i << 2)) << 4), 8) != first) return false;
  return true;
}

/** The sums of the rows in a list. */
export function sumUp(sums: usize, ids: usize, n: i32, mass: usize): void {
  clearSums(sums);
  const shift = massShift();
  for (let i = 0; i < n; i++) addMass(sums, mass + (<usize>load<u32>(ids + (<usize>i << 2)) << shift));
}

import { toGrid } from "../common/grid";
import { take } from "../forest/arena";
import { counts, isClasses, perQuantum2, quantum2, rows, target, width } from "../forest/params";
import { isTwo, perQuantum1, quantum1, weights } from "./params";

// What each row adds to sums: by row of the table, or by number in a block.
//
//   two classes, integers  u64  weight | weight of class 1 << 32
//   other classes         f64  the weight; classes are apart (u16)
//   a numeric target      f64  weight, weight·u and weight·u² on their grids

const MOMENTS: usize = 24;

/** By row of the table, for the tree that is grown. */
export let massByRow: usize = 0;

@inline
export function massBytes(): usize {
  return isClasses ? 8 : MOMENTS;
}

export function takeMass(): void {
  massByRow = take(<usize>rows * massBytes());
}

@inline
export function classByRow(): usize {
  return target;
}

/** Lists the rows with a count for a member, ascending, and computes their mass; returns their number. */
export function loadMember(member: i32, ids: usize): i32 {
  const counted = <usize>load<u32>(counts + (<usize>member << 2));
  let n = 0;
  for (let row: usize = 0; row < <usize>rows; row++) {
    const count: u32 = counted == 0 ? 1 : <u32>load<u8>(counted + row);
    store<u32>(ids + (<usize>n << 2), <u32>row);
    n += count > 0 ? 1 : 0;
    loadRow(row, count);
  }
  return n;
}

@inline
function loadRow(row: usize, count: u32): void {
  if (isTwo) {
    const w = count * (weights == 0 ? 1 : <u32>load<f64>(weights + (row << 3)));
    const one = w * <u32>load<u16>(target + (row << 1));
    store<u64>(massByRow + (row << 3), <u64>w | (<u64>one << 32));
    return;
  }
  const w = <f64>count * (weights == 0 ? 1 : load<f64>(weights + (row << 3)));
  if (isClasses) return store<f64>(massByRow + (row << 3), w);
  const at = massByRow + row * MOMENTS;
  const u = load<f64>(target + (row << 3));
  store<f64>(at, w);
  store<f64>(at, toGrid(w * u, perQuantum1, quantum1), 8);
  store<f64>(at, toGrid(w * u * u, perQuantum2, quantum2), 16);
}

export function clearSums(sums: usize): void {
  const end = sums + (<usize>width << 3);
  for (let at = sums; at < end; at += 8) store<f64>(at, 0);
}

/** Adds a row, or an entry of a block, whose masses and classes these are. */
@inline
export function addTo(sums: usize, mass: usize, classes: usize, i: usize): void {
  if (isTwo) {
    const word = load<u64>(mass + (i << 3));
    const one = <f64>(<u32>(word >> 32));
    store<f64>(sums, load<f64>(sums) + (<f64>(<u32>word) - one));
    store<f64>(sums, load<f64>(sums, 8) + one, 8);
  } else if (isClasses) {
    const at = sums + (<usize>load<u16>(classes + (i << 1)) << 3);
    store<f64>(at, load<f64>(at) + load<f64>(mass + (i << 3)));
  } else {
    const at = mass + i * MOMENTS;
    store<f64>(sums, load<f64>(sums) + load<f64>(at));
    store<f64>(sums, load<f64>(sums, 8) + load<f64>(at, 8), 8);
    store<f64>(sums, load<f64>(sums, 16) + load<f64>(at, 16), 16);
  }
}

/** At most one class has weight. */
export function areOneClass(sums: usize): bool {
  if (isTwo) return load<f64>(sums) == 0 || load<f64>(sums, 8) == 0;
  let classes = 0;
  const end = sums + (<usize>width << 3);
  for (let at = sums; at < end; at += 8) classes += load<f64>(at) > 0 ? 1 : 0;
  return classes <= 1;
}

import { addMoments, clearSums, isTwo } from "./mass";
import { isClasses, rows, target, width } from "./params";
import { countsOf } from "./queue";

// Lists of rows for random cuts: entries of eight bytes, the row's number (u32) and its mass (u32). For two classes the mass
// is weight | weight of class 1 << 16, so that both are added at once; for more, class | weight << 16; for a numeric target
// the weight. Of two classes the rows of each are together, of one first, then of the other: dividing a list keeps the order
// of its entries, or reverses it. Where rows of two classes have keys (keys.ts), an entry is only the row (u32), or its number in
// a block (u16).

/** By number: the target in integer units (f64), if it is numeric. */
export let units: usize = 0;

export function useUnits(at: usize): void {
  units = at;
}

@inline
export function unitsOf(entry: usize): f64 {
  return load<f64>(units + (<usize>load<u32>(entry) << 3));
}

/** Lists the rows with a count for a member, ascending, or class by class; returns their number. */
export function loadEntries<T>(member: i32, entries: usize): i32 {
  if (!isTwo()) return <i32>((listRows<T>(member, entries, -1) - entries) / sizeof<T>());
  return <i32>((listRows<T>(member, listRows<T>(member, entries, 0), 1) - entries) / sizeof<T>());
}

/** Lists those of class k, all if it is -1; returns where the list ends. */
function listRows<T>(member: i32, entries: usize, k: i32): usize {
  const counted = countsOf(member);
  let to = entries;
  for (let row = 0; row < rows; row++) {
    const w: u32 = counted == 0 ? 1 : <u32>load<u8>(counted + <usize>row);
    store<u32>(to, row);
    if (sizeof<T>() == 8) store<u32>(to, massOf(row, w), 4);
    const isListed = i32(w > 0) & (i32(k < 0) | i32(<i32>load<u16>(target + (<usize>row << 1)) == k));
    to += <usize>isListed * sizeof<T>();
  }
  return to;
}

@inline
function massOf(row: i32, w: u32): u32 {
  if (!isClasses) return w;
  const k = <u32>load<u16>(target + (<usize>row << 1));
  return width == 2 ? w | ((w * k) << 16) : k | (w << 16);
}

/** The sums of the rows in a list. */
export function sumEntries(sums: usize, entries: usize, n: i32): void {
  clearSums(sums);
  const end = entries + (<usize>n << 3);
  if (isTwo()) {
    let weight: u64 = 0;
    let ones: u64 = 0;
    for (let at = entries; at < end; at += 8) {
      const mass = load<u32>(at, 4);
      weight += mass & 0xffff;
      ones += mass >> 16;
    }
    store<f64>(sums, <f64>(weight - ones));
    store<f64>(sums, <f64>ones, 8);
  } else if (isClasses) {
    for (let at = entries; at < end; at += 8) {
      const mass = load<u32>(at, 4);
      const to = sums + (<usize>(mass & 0xffff) << 3);
      store<f64>(to, load<f64>(to) + <f64>(mass >> 16));
    }
  } else for (let at = entries; at < end; at += 8) addMoments(sums, <f64>load<u32>(at, 4), unitsOf(at));
}

/** All rows have the same target. */
@inline
export function arePure(sums: usize, entries: usize, n: i32): bool {
  if (isTwo()) return load<f64>(sums) == 0 || load<f64>(sums, 8) == 0;
  return areManyPure(sums, entries, n);
}

function areManyPure(sums: usize, entries: usize, n: i32): bool {
  if (isClasses) {
    let classes = 0;
    for (let k = 0; k < width; k++) classes += load<f64>(sums + (<usize>k << 3)) > 0 ? 1 : 0;
    return classes <= 1;
  }
  const first = unitsOf(entries);
  const end = entries + (<usize>n << 3);
  for (let at = entries; at < end; at += 8) if (unitsOf(at) != first) return false;
  return true;
}

import { attributes, classes, codeCount, isCounted } from "./job";
import { labelIn, labelsFor, weightIn, weightsFor } from "./lists";

// Attributes with few codes need no lists: the rows of a node are counted by code and class. Of two branches only the one
// with fewer rows is counted; the counts of the other are those of the node minus it. The counts of a pending node are in
// a slot; the branch with fewer rows is grown first, so that there are at most log2 of the rows.

/** By attribute: where its counts begin in a slot (u32). */
let offsets: usize = 0;
/** Bytes of a slot. */
let slotBytes: usize = 0;

export function countsScratch(): usize {
  return (<usize>attributes << 2) + 64;
}

export function useCountsScratch(at: usize, write: bool): void {
  offsets = at;
  slotBytes = 0;
  for (let a = 0; a < attributes; a++) {
    if (write) store<u32>(offsets + (<usize>a << 2), <u32>slotBytes);
    if (isCounted(a)) slotBytes += attributeBytes(a);
  }
}

/** A cell per code and class, and for missing ones. */
@inline
function attributeBytes(attribute: i32): usize {
  return ((<usize>codeCount(attribute) + 1) * <usize>classes) << 3;
}

/** Bytes of the slots for nodes of up to so many rows. */
export function slotsFor(rows: i32): usize {
  return <usize>(36 - i32.clz(rows)) * slotBytes;
}

/** The counts of an attribute in a slot. */
@inline
export function countsOf(slots: usize, slot: i32, attribute: i32): usize {
  return slots + <usize>slot * slotBytes + <usize>load<u32>(offsets + (<usize>attribute << 2));
}

@inline
export function cellAt(counts: usize, code: u32): usize {
  return counts + ((<usize>code * <usize>classes) << 3);
}

/** Counts `m` rows of an attribute; `codes` by entry. */
@inline
export function countRows<T>(attribute: i32, rows: usize, m: i32, codes: usize, counts: usize): void {
  memory.fill(counts, 0, attributeBytes(attribute));
  const width = <usize>classes << 3;
  const labels = labelsFor<T>();
  const weights = weightsFor<T>();
  const end = rows + <usize>m * sizeof<T>();
  for (let at = rows; at < end; at += sizeof<T>()) {
    const e = <usize>load<T>(at);
    const p = counts + <usize>load<T>(codes + e * sizeof<T>()) * width + (labelIn(labels, e) << 3);
    store<f64>(p, load<f64>(p) + weightIn(weights, e));
  }
}

/**
 * The same for two attributes in one pass: a cell that many rows are added to holds up the next addition, but not that of
 * the other attribute.
 */
@inline
export function countTwo<T>(
  a: i32,
  b: i32,
  rows: usize,
  m: i32,
  codesA: usize,
  codesB: usize,
  countsA: usize,
  countsB: usize,
): void {
  memory.fill(countsA, 0, attributeBytes(a));
  memory.fill(countsB, 0, attributeBytes(b));
  const width = <usize>classes << 3;
  const labels = labelsFor<T>();
  const weights = weightsFor<T>();
  const end = rows + <usize>m * sizeof<T>();
  for (let at = rows; at < end; at += sizeof<T>()) {
    const e = <usize>load<T>(at);
    const label = labelIn(labels, e) << 3;
    const w = weightIn(weights, e);
    const p = countsA + <usize>load<T>(codesA + e * sizeof<T>()) * width + label;
    const q = countsB + <usize>load<T>(codesB + e * sizeof<T>()) * width + label;
    store<f64>(p, load<f64>(p) + w);
    store<f64>(q, load<f64>(q) + w);
  }
}

/** Subtracts `part` from the counts of an attribute. */
export function subtractCounts(attribute: i32, counts: usize, part: usize): void {
  const end = counts + attributeBytes(attribute);
  let at = counts;
  for (; at + 16 <= end; at += 16, part += 16) v128.store(at, f64x2.sub(v128.load(at), v128.load(part)));
  if (at < end) store<f64>(at, load<f64>(at) - load<f64>(part));
}

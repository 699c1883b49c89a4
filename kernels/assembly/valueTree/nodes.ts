// The result: nodes in columns, by slot. A task's nodes are in preorder from twice the position of its first row on, since
// a tree over m rows has at most 2m - 1 nodes. Tests have slots of their own, half as many, also in preorder. Weights are
// written unless they are numbers of rows.
import { cellOf, columnOf } from "./entries";
import { FAILED, isNominal, isPlain, job, SETS_USED } from "./job";
import { setSize, writeSet } from "./levels";
import { Sums } from "./look";
import { Result } from "./seek";

/** A leaf, until `writeSplit`. */
export function writeNode(slot: i32, rows: i32, sums: Sums): void {
  writeLeaf(slot, rows, sums.weight, sums.first, sums.second, sums.lowest == sums.highest);
}

@inline
export function writeLeaf(slot: i32, rows: i32, weight: f64, first: f64, second: f64, pure: bool): void {
  const i = <usize>slot;
  store<i32>(job.rows + (i << 2), rows);
  store<u8>(job.pure + i, pure ? 1 : 0);
  const sums = job.sums + (i << 4);
  store<f64>(sums, first);
  store<f64>(sums, second, 8);
  if (!isPlain) store<f64>(job.weight + (i << 3), weight);
  store<i32>(job.attribute + (i << 2), -1);
}

/** After `settle`: `list` is that of the attribute; `split` is the slot of the test. */
export function writeSplit<T>(slot: i32, split: i32, list: usize, attribute: i32, result: Result): void {
  writeTest(slot, split, attribute, result.gain, result.leftWeight, result.rightWeight);
  if (isNominal(attribute)) {
    store<f64>(job.low + (<usize>split << 3), <f64>poolSet());
    return;
  }
  const column = columnOf(attribute);
  writeThreshold(split, cellOf<T>(list, column, result.cut - 1), cellOf<T>(list, column, result.cut));
}

@inline
export function writeTest(slot: i32, split: i32, attribute: i32, gain: f64, leftWeight: f64, rightWeight: f64): void {
  const i = <usize>split;
  store<i32>(job.attribute + (<usize>slot << 2), attribute);
  store<f64>(job.gain + (i << 3), gain);
  if (isPlain) return;
  store<f64>(job.leftWeight + (i << 3), leftWeight);
  store<f64>(job.rightWeight + (i << 3), rightWeight);
}

/** JSON would not keep a threshold of -0. */
@inline
export function writeThreshold(split: i32, low: f64, high: f64): void {
  store<f64>(job.low + (<usize>split << 3), low + 0);
  store<f64>(job.high + (<usize>split << 3), high + 0);
}

/** The position of the settled set in the pool. */
function poolSet(): i32 {
  const words = setSize() + 2;
  const at = atomic.add<i32>(job.control + SETS_USED, words);
  if (at + words > job.setRoom) atomic.store<i32>(job.control + FAILED, 1);
  else writeSet(job.sets + (<usize>at << 2));
  return at;
}

@inline
export function writeSkip(slot: i32, skip: i32): void {
  store<i32>(job.skip + (<usize>slot << 2), skip);
}

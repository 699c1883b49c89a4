import { cutAt, cutCount, gainOf, isTop, leftWeightOf, limit, placeOf } from "./cuts";
import { enterSet, offerRun, startSets } from "./levelSets";
import { orderedAt, setKey, sortLevels } from "./order";
import { criterion, GINI } from "./params";
import { all, noteTwo, ones, startTwo, wholeOfTwo } from "./scanTwo";
import { cellAt, tallied } from "./tally";

/**
 * The best set of levels for two classes with counts: a run of the levels in order of their share of class 0 (Breiman et al.
 * 1984, theorem 4.5). True if the test leaves no impurity.
 */
export function levelsOfTwo(a: i32, sums: usize, codes: i32): bool {
  startTwo(sums);
  for (let c = 0; c < tallied; c++) {
    const cell = load<u64>(cellAt(c));
    const w = <u32>cell;
    setKey(c, <f64>(w - <u32>(cell >> 32)) / <f64>w);
  }
  sortLevels(tallied);
  scanRuns();
  startSets();
  for (let i = 0; i < cutCount; i++) {
    const cut = cutAt(i);
    if (isTop(cut)) offerRun(placeOf(cut) + 1, gainOf(cut), leftWeightOf(cut), <f64>all);
  }
  return enterSet(a, <f64>all, wholeOfTwo, codes);
}

/** As thresholds are scanned, in the order of the levels. */
function scanRuns(): void {
  const n = <f64>all;
  const p = <f64>ones;
  let sum: u64 = 0;
  const last = tallied - 1;
  for (let i = 0; i < last; i++) {
    sum += load<u64>(cellAt(orderedAt(i)));
    if (criterion == GINI) {
      const w = <f64>(<u32>sum);
      const d = <f64>(<u32>(sum >> 32)) * n - w * p;
      if (d * d < limit * n * 0.5 * (w * (n - w))) continue;
    }
    noteTwo(i, sum, 0, 0);
  }
}

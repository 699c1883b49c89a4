import { xlog2x } from "../../base/log2.js";
import type { NominalColumn } from "../../table/column.js";
import { classGroups } from "./classes.js";
import type { Cell, Outcome, Scan } from "./outcome.js";

export function classOutcome(target: NominalColumn): Outcome {
  const { codes, levels } = target;
  const counts = new Float64Array(levels.length);
  return {
    task: "classification",
    rows: codes.length,
    impurity: (order, from, to) => entropyOf(codes, order, from, to, counts),
    scan: (order) => scanOf(codes, levels.length, order),
    cells: (groupOf, groups) => cellsOf(target, groupOf, groups),
  };
}

/** `counts` is all zero before and after, so the time depends on the rows only, not on the number of classes. */
function entropyOf(classes: Int32Array, order: Int32Array, from: number, to: number, counts: Float64Array) {
  for (let i = from; i < to; i++) counts[classes[order[i]]]++;
  let sum = 0;
  for (let i = from; i < to; i++) {
    const code = classes[order[i]];
    sum += xlog2x(counts[code]);
    counts[code] = 0;
  }
  return Math.max(0, xlog2x(to - from) - sum);
}

function scanOf(classes: Int32Array, width: number, order: Int32Array): Scan {
  const left = new Float64Array(width);
  const right = new Float64Array(width);
  for (const row of order) right[classes[row]]++;
  let leftSum = 0;
  let rightSum = right.reduce((sum, count) => sum + xlog2x(count), 0);
  let moved = 0;
  return {
    move(row) {
      const code = classes[row];
      rightSum += xlog2x(right[code] - 1) - xlog2x(right[code]);
      leftSum += xlog2x(left[code] + 1) - xlog2x(left[code]);
      right[code]--;
      left[code]++;
      moved++;
    },
    impurity: () => xlog2x(moved) - leftSum + (xlog2x(order.length - moved) - rightSum),
  };
}

function cellsOf(target: NominalColumn, groupOf: Int32Array, groups: number): Cell[] {
  const { kept, others, placeOf } = classGroups(target);
  const width = kept.length + (others > 0 ? 1 : 0);
  const counts = new Float64Array(groups * width);
  for (let row = 0; row < groupOf.length; row++) counts[groupOf[row] * width + placeOf[target.codes[row]]]++;
  return Array.from({ length: groups }, (_, group) => {
    const mine = [...counts.subarray(group * width, (group + 1) * width)];
    return { rows: mine.reduce((sum, count) => sum + count, 0), counts: mine };
  });
}

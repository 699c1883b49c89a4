import type { Column } from "../../table/column.js";
import { classOutcome } from "./classOutcome.js";
import type { Outcome } from "./outcome.js";
import { valueOutcome } from "./valueOutcome.js";

/** Every row has a value: rows without one have been left out. */
export function outcomeOf(target: Column): Outcome {
  return target.type === "numeric" ? valueOutcome(target) : classOutcome(target);
}

/** Without a target the cells only count rows. */
export function noOutcome(rows: number): Outcome {
  return {
    task: "none",
    rows,
    impurity: () => 0,
    scan: () => ({ move: () => {}, impurity: () => 0 }),
    cells: (codes, groups) => Array.from(countRows(codes, groups), (n) => ({ rows: n })),
  };
}

function countRows(codes: Int32Array, groups: number): Float64Array {
  const counts = new Float64Array(groups);
  for (let row = 0; row < codes.length; row++) counts[codes[row]]++;
  return counts;
}

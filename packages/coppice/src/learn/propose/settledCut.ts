import { addMultiple, type Direction, fitMargin, type LossName, type Sided } from "./margin.js";

/** The 0.1% point of chi-squared with one degree of freedom: strict, because the threshold is chosen from many. */
const SIGNIFICANT = 10.828;

/**
 * Where a fitted function is cut: at 0, unless another threshold puts significantly fewer rows on the wrong side. Only the rows
 * between the two thresholds change sides, so those that are put right are compared with those that are put wrong (the sign
 * test of McNemar 1947). A loss of margins is pulled by rows far from the boundary; where classes are separable, 0 may miss the gap.
 */
export function settledCut(
  values: Float64Array,
  { sides, weights }: Pick<Sided, "sides" | "weights">,
): number {
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  let start = 0;
  while (start < order.length && values[order[start]] <= 0) start++;
  let best = { won: 0, cut: 0 };
  for (const step of [1, -1]) {
    // Rows that come to the left of the threshold as it moves up, or to its right as it moves down.
    let [won, squares] = [0, 0];
    for (let i = step > 0 ? start : start - 1; i >= 0 && i < order.length; i += step) {
      const row = order[i];
      won -= step * sides[row] * weights[row];
      squares += sides[row] === 0 ? 0 : weights[row] * weights[row];
      const next = order[i + step];
      if (next === undefined || values[next] === values[row]) continue;
      if (won > best.won && won * won > SIGNIFICANT * squares)
        best = { won, cut: values[row] + (values[next] - values[row]) / 2 };
    }
  }
  return best.cut;
}

export interface FitRules {
  readonly nodeLoss: LossName;
  readonly penalty: number;
  /** auto: moved to where it is best cut; otherwise as it was fitted. */
  readonly cut: "auto" | "fitted" | "criterion";
}

/** The function that separates the sides with the least loss; it is 0 where it is cut. */
export function fitCut(rows: Sided, { nodeLoss, penalty, cut }: FitRules): Direction {
  const { coefficients, intercept } = fitMargin(rows, nodeLoss, penalty);
  if (cut !== "auto") return { coefficients, intercept };
  const values = new Float64Array(rows.sides.length).fill(intercept);
  rows.columns.forEach((column, j) => {
    addMultiple(values, column, coefficients[j]);
  });
  return { coefficients, intercept: intercept - settledCut(values, rows) };
}

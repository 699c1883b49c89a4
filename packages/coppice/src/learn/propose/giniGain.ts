import { ColumnSorter } from "../../kernels/drivers/sortColumn.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";

/** Class weights on either side of a cut that moves: weight × Gini impurity, kept up to date row by row. */
export class TwoSides {
  readonly left: Float64Array;
  readonly right: Float64Array;
  private leftWeight = 0;
  private rightWeight: number;

  constructor(classWeights: Float64Array) {
    this.left = new Float64Array(classWeights.length);
    this.right = Float64Array.from(classWeights);
    this.rightWeight = classWeights.reduce((a, b) => a + b, 0);
  }

  /** Moves weight of a class from right to left; back again if it is negative. */
  move(label: number, weight: number): void {
    this.left[label] += weight;
    this.right[label] -= weight;
    this.leftWeight += weight;
    this.rightWeight -= weight;
  }

  /** weight × Gini of both sides: the lower, the better the cut. */
  impurity(): number {
    return giniOf(this.left, this.leftWeight) + giniOf(this.right, this.rightWeight);
  }
}

export function giniOf(weights: Float64Array, total: number): number {
  let squares = 0;
  for (let k = 0; k < weights.length; k++) squares += weights[k] * weights[k];
  return total > 0 ? total - squares / total : 0;
}

/** The least impurity of any cut of the values, and where it is. */
export function bestCut(
  values: Float64Array,
  labels: Int32Array,
  weights: Float64Array,
  classWeights: Float64Array,
): { readonly impurity: number; readonly threshold: number } {
  const order = orderOf(values);
  const sides = new TwoSides(classWeights);
  let best = { impurity: sides.impurity(), threshold: Number.POSITIVE_INFINITY };
  for (let i = 0; i + 1 < order.length; i++) {
    sides.move(labels[order[i]], weights[order[i]]);
    const [low, high] = [values[order[i]], values[order[i + 1]]];
    if (!(low < high)) continue;
    const impurity = sides.impurity();
    if (impurity < best.impurity - 1e-9) best = { impurity, threshold: low + (high - low) / 2 };
  }
  return best;
}

/** Values from which sorting by kernel is faster. By measurement. */
const KERNEL_VALUES = 256;

/** Positions in ascending order of their values, equal values in the order of the positions. None is NaN. */
function orderOf(values: Float64Array): Uint32Array {
  if (values.length < KERNEL_VALUES || !kernelsUsable())
    return Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  return withTeam(undefined, (team) => new ColumnSorter(team, values.length).sort(values).order.slice());
}

/** The weight of each class. */
export function classWeightsOf(labels: Int32Array, weights: Float64Array, classes: number): Float64Array {
  const sums = new Float64Array(classes);
  for (let i = 0; i < labels.length; i++) sums[labels[i]] += weights[i];
  return sums;
}

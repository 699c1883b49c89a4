import { bestStep } from "./along.js";
import type { Hyperplane } from "./hyperplane.js";

/** Breiman et al. 1984, 5.2.2: a coefficient is changed together with the threshold, in three ratios. */
const RATIOS = [-0.25, 0, 0.25];

/** Passes end when one lowers the impurity by less than this share. */
const LEAST_GAIN = 1e-3;
const PASSES = 50;

/**
 * CART's search for a linear combination: each coefficient in turn is set to the best value, with the threshold moved along in
 * three ratios; then the threshold alone; until a pass gains next to nothing.
 */
export function tuneCoordinates(plane: Hyperplane): void {
  const { columns } = plane;
  const order = columns.length;
  const direction = new Float64Array(plane.values.length);
  const tune = (column: Float64Array | undefined, j: number) => {
    let best: { step: number; impurity: number; ratio: number } | undefined;
    for (const ratio of column ? RATIOS : [1]) {
      fill(direction, column, ratio);
      const found = bestStep(plane.rows, plane.values, direction);
      if (found && found.impurity < (best?.impurity ?? plane.impurity)) best = { ...found, ratio };
    }
    if (best === undefined) return;
    const { step, ratio } = best;
    fill(direction, column, ratio);
    plane.move(direction, step, (coefficients) => {
      if (column) coefficients[j] += step;
      coefficients[order] += step * ratio;
    });
  };
  for (let pass = 0; pass < PASSES; pass++) {
    const before = plane.impurity;
    columns.forEach(tune);
    tune(undefined, order);
    if (plane.impurity >= before * (1 - LEAST_GAIN)) return;
  }
}

function fill(direction: Float64Array, column: Float64Array | undefined, ratio: number): void {
  for (let i = 0; i < direction.length; i++) direction[i] = (column ? column[i] : 0) + ratio;
}

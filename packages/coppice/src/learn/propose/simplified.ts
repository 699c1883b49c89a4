import { bestCut } from "./giniGain.js";
import { Hyperplane } from "./hyperplane.js";

/**
 * Breiman et al. 1984, 5.2.3: the coefficient whose loss raises the impurity least is dropped, as long as it raises it by at most
 * `share` of what losing the most important one would. The threshold is placed anew each time.
 */
export function simplified(plane: Hyperplane, share: number): Hyperplane {
  const { columns, rows } = plane;
  const order = columns.length;
  let current = plane;
  for (;;) {
    const used = columns.flatMap((_, j) => (current.coefficients[j] === 0 ? [] : [j]));
    if (used.length < 2) return current;
    const without = used.map((j) => {
      const coefficients = Float64Array.from(current.coefficients);
      coefficients[j] = 0;
      coefficients[order] = 0;
      const { values } = new Hyperplane(columns, rows, coefficients);
      const { impurity, threshold } = bestCut(values, rows.labels, rows.weights, rows.classWeights);
      coefficients[order] = -threshold;
      return { impurity, coefficients };
    });
    const rises = without.map(({ impurity }) => impurity - current.impurity);
    const least = rises.indexOf(Math.min(...rises));
    if (rises[least] > share * Math.max(...rises) || !Number.isFinite(without[least].coefficients[order]))
      return current;
    current = new Hyperplane(columns, rows, without[least].coefficients);
  }
}

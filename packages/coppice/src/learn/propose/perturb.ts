import { Draws } from "../../base/nodeRandom.js";
import { bestStep } from "./along.js";
import { Hyperplane } from "./hyperplane.js";

export interface PerturbOptions {
  /** Starts from random hyperplanes, besides the best single attribute. */
  readonly restarts: number;
  /** Random directions tried at a local minimum. */
  readonly jumps: number;
}

/** A pass over all coefficients that gains nothing is repeated this often at most: equal values may be taken by chance. */
const PASSES = 20;

/**
 * OC1 (Murthy, Kasif and Salzberg 1994): coefficients are perturbed one by one to the value with the least impurity; where that
 * leads no further, the hyperplane jumps along random directions; all this from several starts, of which the best is kept.
 */
export function perturbed(start: Hyperplane, key: number, { restarts, jumps }: PerturbOptions): Hyperplane {
  const draws = new Draws(key);
  let best = descend(start.copy(), draws, jumps);
  for (let r = 0; r < restarts; r++) {
    const found = descend(randomPlane(start, draws), draws, jumps);
    if (found.impurity < best.impurity - 1e-9) best = found;
  }
  return best.impurity < start.impurity - 1e-9 ? best : start;
}

function randomPlane({ columns, rows }: Hyperplane, draws: Draws): Hyperplane {
  const coefficients = Float64Array.from({ length: columns.length + 1 }, () => 2 * draws.share() - 1);
  return new Hyperplane(columns, rows, coefficients);
}

function descend(plane: Hyperplane, draws: Draws, jumps: number): Hyperplane {
  perturbAll(plane, draws);
  let left = jumps;
  while (left > 0 && plane.impurity > 0) {
    left--;
    if (!jump(plane, draws)) continue;
    perturbAll(plane, draws);
    left = jumps;
  }
  return plane;
}

/** Each coefficient in turn, until none gains. A step that neither gains nor loses is taken with falling probability. */
function perturbAll(plane: Hyperplane, draws: Draws): void {
  const order = plane.columns.length;
  const ones = new Float64Array(plane.values.length).fill(1);
  let stagnant = 1;
  for (let pass = 0; pass < PASSES; pass++) {
    const before = plane.impurity;
    for (let j = 0; j <= order; j++) {
      const direction = j < order ? plane.columns[j] : ones;
      const found = bestStep(plane.rows, plane.values, direction);
      if (found === undefined) continue;
      const gains = found.impurity < plane.impurity - 1e-9;
      const stays = !gains && found.impurity <= plane.impurity;
      if (!gains && !(stays && draws.share() < stagnant)) continue;
      stagnant = gains ? 1 : stagnant * 0.9;
      plane.move(direction, found.step, (coefficients) => {
        coefficients[j] += found.step;
      });
    }
    if (plane.impurity >= before - 1e-9) return;
  }
}

/** The best step along a random direction; whether it gained. */
function jump(plane: Hyperplane, draws: Draws): boolean {
  const order = plane.columns.length;
  const drawn = Float64Array.from({ length: order + 1 }, () => 2 * draws.share() - 1);
  const direction = new Hyperplane(plane.columns, plane.rows, drawn).values;
  const found = bestStep(plane.rows, plane.values, direction);
  if (found === undefined || !(found.impurity < plane.impurity - 1e-9)) return false;
  plane.move(direction, found.step, (coefficients) => {
    for (let j = 0; j <= order; j++) coefficients[j] += found.step * drawn[j];
  });
  return true;
}

import { normalQuantile } from "../../base/distributions.js";
import { unreachable } from "../../base/errors.js";
import { incompleteBeta } from "../../base/incompleteBeta.js";
import type { NormalBound } from "../../kernels/drivers/raising.js";

/** How the upper limit of a leaf's errors is computed: C4.5's own table of z, Weka's formula, or the binomial itself. */
export type ErrorBound = "weka" | "book" | "binomial";

/** The errors to expect of a leaf that makes `errors` among `weight` training rows: weight × U_CF (Quinlan 1993, 4.2). */
export interface ExpectedErrors {
  (weight: number, errors: number): number;
  /** The normal approximation that this is; absent for the binomial. */
  readonly normal?: NormalBound;
}

/** The pessimistic error estimate of error-based pruning, for a bound and a confidence level. */
export function expectedErrors(bound: ErrorBound, confidence: number): ExpectedErrors {
  switch (bound) {
    case "weka":
      return normalLimit(confidence, normalQuantile(2 * confidence), 1);
    case "book":
      return normalLimit(confidence, tableZ(confidence), 0.67);
    case "binomial":
      return (n, e) => (e >= n ? n : n * binomialLimit(n, e, confidence));
    default:
      return unreachable(bound);
  }
}

function normalLimit(confidence: number, z: number, most: number): ExpectedErrors {
  const expected = (n: number, e: number) => e + added(n, e, confidence, z, most);
  return Object.assign(expected, { normal: { confidence, z, most } });
}

/**
 * With no error, 1 - U^n = confidence can be solved; between 0 and 1 errors it is interpolated; above, the normal
 * approximation with continuity correction. `most` is the share of the right rows that a hopeless leaf may lose.
 */
function added(n: number, e: number, confidence: number, z: number, most: number): number {
  if (!(n > 0)) return 0;
  if (e < 1 - 1e-9) {
    const none = n * (1 - confidence ** (1 / n));
    return e <= 1e-6 ? none : none + e * (added(n, 1, confidence, z, most) - none);
  }
  if (e + 0.5 >= n) return most * Math.max(n - e, 0);
  const f = (e + 0.5) / n;
  const spread = Math.sqrt(f / n - (f * f) / n + (z * z) / (4 * n * n));
  return (n * (f + (z * z) / (2 * n) + z * spread)) / (1 + (z * z) / n) - e;
}

/** One-sided deviations that C4.5 interpolates between: 0.6925 at 25%, where the normal has 0.6745. */
const LEVELS = [0, 0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.4, 1];
const DEVIATIONS = [4, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0];

function tableZ(confidence: number): number {
  const above = LEVELS.findIndex((level) => confidence <= level);
  const share = (confidence - LEVELS[above - 1]) / (LEVELS[above] - LEVELS[above - 1]);
  return DEVIATIONS[above - 1] + share * (DEVIATIONS[above] - DEVIATIONS[above - 1]);
}

/** The p at which no more than e errors among n have the probability `confidence`; n and e may be fractions. */
function binomialLimit(n: number, e: number, confidence: number): number {
  let [low, high] = [e / n, 1];
  for (let i = 0; i < 60; i++) {
    const p = (low + high) / 2;
    if (incompleteBeta(1 - p, n - e, e + 1) > confidence) low = p;
    else high = p;
  }
  return (low + high) / 2;
}

import { Descent, type Fitted } from "./descent.js";

/** A fit of some rows, judged by others: those have a weight. */
export interface Judged {
  readonly fitted: Fitted;
  readonly held: Float64Array;
}

/** The strengths to try: from the least that leaves nothing down to a thousandth of it. */
const STEPS = 40;
const WEAKEST = 1e-3;
/** Weaker penalties are not tried after so many that were no better. */
const PATIENCE = 5;
/** A share of the lasso of 0 has no least strength that leaves nothing. */
const LEAST_LASSO = 0.1;

/** The strengths of a path of penalties, strongest first. */
export function strengthsOf(fitted: Fitted, lasso: number): number[] {
  const first = new Descent(fitted).leastEmpty() / Math.max(lasso, LEAST_LASSO);
  if (!(first > 0)) return [];
  return Array.from({ length: STEPS }, (_, step) => first * WEAKEST ** (step / (STEPS - 1)));
}

/**
 * How many strengths of the path to go down, by the mean deviance of the rows held out: as far as the best, or to the
 * strongest penalty within so many standard errors of it. All fits go down together, so that they stop together. Progress
 * is a share.
 */
export function* choosePenalty(
  parts: readonly Judged[],
  strengths: readonly number[],
  { lasso, standardErrors }: { readonly lasso: number; readonly standardErrors: number },
): Generator<number, number> {
  if (strengths.length === 0) return 0;
  const paths = parts.map(({ fitted, held }) => ({ descent: new Descent(fitted), held }));
  const figures: Figure[] = [];
  let best = 0;
  for (let step = 0; step < strengths.length && step - best <= PATIENCE; step++) {
    const strength = strengths[step];
    const deviances: number[] = [];
    for (const [part, { descent, held }] of paths.entries()) {
      yield (step + part / parts.length) / strengths.length;
      descent.fit({ strength, lasso });
      deviances.push(descent.devianceOf(held));
    }
    figures.push(figureOf(deviances));
    if (figures[step].mean < figures[best].mean) best = step;
  }
  const limit = figures[best].mean + standardErrors * figures[best].error;
  return figures.findIndex(({ mean }) => mean <= limit) + 1;
}

interface Figure {
  readonly mean: number;
  /** Standard error of the mean over the folds. */
  readonly error: number;
}

function figureOf(values: readonly number[]): Figure {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}

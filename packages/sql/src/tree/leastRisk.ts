import type { Dialect } from "../dialect/dialect.js";
import type { Stage } from "./landing.js";

/** The tolerances of the library's own choice of a label: differences within them are ties, and go to the first class. */
const TIE = 1e-12;
const LOSS_TIE = 1e-9;

/**
 * Stages after `from` that choose a class from the probabilities p0, p1, …: the most probable, or the one with the lowest
 * expected loss. The last one has it in the column `label`.
 */
export function labelStages(
  classes: number,
  loss: readonly (readonly number[])[] | undefined,
  from: string,
  dialect: Dialect,
): Stage[] {
  const { double } = dialect;
  const scores = Array.from({ length: classes }, (_, k) => {
    if (loss === undefined) return `p${k}`;
    const terms = loss.map((row, i) => `${double(row[k])} * p${i}`);
    return `(${[double(0), ...terms].join(" + ")})`;
  });
  const better = (score: string, k: number) =>
    loss === undefined
      ? `${score} > best${k - 1} + ${double(TIE)}`
      : `${score} < best${k - 1} - ${double(LOSS_TIE)} * abs(best${k - 1})`;
  const first = { name: "label0", query: `SELECT *, ${scores[0]} AS best0, 0 AS class0 FROM ${from}` };
  const rest = scores.slice(1).map((score, i) => {
    const k = i + 1;
    const isBetter = better(score, k);
    const best = `CASE WHEN ${isBetter} THEN ${score} ELSE best${k - 1} END AS best${k}`;
    const label = `CASE WHEN ${isBetter} THEN ${k} ELSE class${k - 1} END AS class${k}`;
    return { name: `label${k}`, query: `SELECT *, ${best}, ${label} FROM label${k - 1}` };
  });
  const last = classes - 1;
  return [first, ...rest, { name: "labels", query: `SELECT *, class${last} AS label FROM label${last}` }];
}

import { CoppiceError } from "../../../base/errors.js";
import { log } from "../../../base/exp.js";
import type { BoostFacts, ValueFacts } from "../../../engine/boost/port.js";
import type { LearningTask } from "../../../engine/task.js";
import type { Loss, LossName } from "./loss.js";

/** A share of the weight that stands for none at all: scores stay finite. */
const HARDLY_ANY = 1e-15;

/** The share whose quantile of the target is the best constant for a loss, if any is. */
export function baseQuantile(name: LossName, quantile: number): number | undefined {
  if (name === "quantile") return quantile;
  return name === "absolute" || name === "huber" ? 0.5 : undefined;
}

/** The scores of every row before the first round: the best constant. */
export function baseScores(facts: BoostFacts["target"], { target }: LearningTask, loss: Loss): number[] {
  if (facts.kind === "classes") {
    const share = (k: number) => Math.max(facts.weights[k] / facts.total, HARDLY_ANY);
    // One output for two classes: the log of the odds of the second.
    if (loss.name === "logistic") return [log(share(1)) - log(share(0))];
    return Array.from(facts.weights, (_, k) => log(share(k)));
  }
  if (facts.quantile !== undefined) return [facts.quantile];
  const mean = meanOf(facts, target);
  if (loss.name !== "poisson") return [mean];
  if (facts.least < 0) {
    throw new CoppiceError("TARGET_TYPE", `loss=poisson needs a non-negative target`, {
      name: target.column.name,
      rule: "at least 0",
    });
  }
  return [log(Math.max(mean, HARDLY_ANY))];
}

/** From the exact sums of the target's grid. */
function meanOf({ sum, total }: ValueFacts, target: LearningTask["target"]): number {
  if (target.kind === "classes") return 0;
  const { center, denominator } = target.grid;
  return (center + sum / total) / denominator;
}

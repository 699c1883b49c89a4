import type { TargetFacts } from "../../engine/port.js";
import type { Criterion } from "./criterion.js";
import { denseScorer } from "./denseScorer.js";
import { medianScorer } from "./medianScorer.js";
import type { Scorer } from "./scorer.js";
import { worstError, worstScorer } from "./worstError.js";

export function scorerFor(criterion: Criterion, target: TargetFacts): Scorer {
  if (criterion.name === worstError.name) return worstScorer(target);
  if (criterion.statistic === "ranks") return medianScorer(target);
  return denseScorer(criterion, target.kind === "classes" ? target.classes : 3);
}

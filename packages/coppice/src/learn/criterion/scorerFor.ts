import type { TargetFacts } from "../../engine/port.js";
import type { Criterion } from "./criterion.js";
import { denseScorer } from "./denseScorer.js";
import type { Scorer } from "./scorer.js";

export function scorerFor(criterion: Criterion, target: TargetFacts): Scorer {
  if (criterion.scorer) return criterion.scorer(target);
  return denseScorer(criterion, target.kind === "classes" ? target.classes : 3);
}

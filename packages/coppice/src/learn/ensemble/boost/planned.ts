import { log2 } from "../../../base/log2.js";
import type { BoostFacts } from "../../../engine/boost/port.js";
import type { LearningTask } from "../../../engine/task.js";
import type { BoostPlan } from "../../../kernels/drivers/boost/plan.js";
import type { Team } from "../../../kernels/team.js";
import type { EnsembleModel } from "../../../model/ensemble.js";
import { baseScores } from "./base.js";
import { binAttributes } from "./bins.js";
import { usualLambda } from "./loss.js";
import type { BoostOptions } from "./options.js";
import { directionsOf, resolveLoss } from "./resolve.js";

/** What follows from options and facts before the first round. */
export interface Planned {
  readonly plan: BoostPlan;
  /** Targets, scores and trees are in this unit until they leave. */
  readonly unit: number;
  /** The scores of every row, in this unit. */
  readonly base: readonly number[];
  readonly mostWeight?: number;
}

export interface PlanFrom {
  readonly task: LearningTask;
  readonly facts: BoostFacts;
  readonly seed: number;
  readonly continueFrom?: EnsembleModel;
}

export function planned(
  options: BoostOptions,
  { task, facts, seed, continueFrom }: PlanFrom,
  team: Team | undefined,
): Planned {
  const { attributes } = task;
  const { rows, trainRows, mostWeight } = facts;
  const unit = unitOf(facts, options);
  const loss = resolveLoss(task, options, unit);
  const { combine } = continueFrom ?? {};
  const base = combine?.kind === "sum" ? combine.base : baseScores(facts.target, task, loss);
  const directions = directionsOf(attributes, options.monotone, loss);
  const count = (share: number, n: number) => Math.max(1, Math.round(share * n));
  const treeAttributes = count(options.attributeShare, attributes.length);
  const nodeShare = options.nodeAttributeShare;
  const plan: BoostPlan = {
    ...options,
    loss,
    attributes: binAttributes(facts, options.bins, team),
    directions,
    constrained: directions.some((direction) => direction !== 0),
    rows,
    trainRows,
    seed,
    maxLeaves: Math.min(options.maxLeaves, Math.max(2, trainRows)),
    maxDepth: options.maxDepth ?? 65_536,
    lambda: options.lambda ?? usualLambda(loss),
    levelSmoothing: options.levelSmoothing ?? Math.min(20, trainRows / 1000),
    levelLambda: options.levelLambda ?? Math.min(20, trainRows / 1000),
    levelRows: options.levelRows ?? Math.min(100, trainRows / 200),
    byDepth: options.growth === "depth",
    treeAttributes,
    nodeAttributes: nodeShare < 1 ? count(nodeShare, treeAttributes) : 0,
  };
  return {
    plan,
    unit,
    base: base.map((score) => score / unit),
    ...(mostWeight !== undefined && { mostWeight }),
  };
}

/** Targets near the end of the number range are made ordinary, so that no difference or product of them leaves it. */
function unitOf({ target }: BoostFacts, { loss }: BoostOptions): number {
  if (target.kind === "classes" || loss === "poisson") return 1;
  const { largest } = target;
  return largest > 2 ** 400 || (largest > 0 && largest < 2 ** -400) ? 2 ** Math.floor(log2(largest)) : 1;
}

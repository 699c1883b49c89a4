import type { ForestImpurity } from "../../base/impurity.js";
import type { Problem } from "../../engine/problem.js";
import type { ScoreRules } from "../../kernels/drivers/forest/scoreRules.js";
import { costRules, resolveAttributeCosts } from "../cost/attributeCosts.js";
import { inLossUnits } from "../cost/lossUnit.js";
import { resolveLoss } from "../cost/resolve.js";
import type { LossMatrix } from "../criterion/criterion.js";
import { criterionFor } from "../criterion/criterionFor.js";
import type { KnownOptions } from "../fast/fastPath.js";
import type { TreeOptions } from "../treeOptions.js";

/** The options that `scoreRules` answers for. */
export const SCORES_KNOWN = {
  criterion: "any",
  scaled: "any",
  loss: "any",
  attributeCosts: "any",
  costForm: "any",
  costWeight: "any",
} as const satisfies KnownOptions;

const MADE_OF_LOSSES: ReadonlySet<ForestImpurity> = new Set(["risk", "weightedGini"] as const);
/** Classes up to which the matrix of losses is small. */
const MOST_CLASSES = 1024;

/** How the kernels of forests compare tests; undefined if they cannot. */
export function scoreRules(options: TreeOptions, problem: Problem): ScoreRules | undefined {
  const named = criterionFor(options.criterion, problem.task);
  // Altered priors take the place of losses that the criterion does not know.
  if (options.loss !== undefined && named.withLoss === undefined) return undefined;
  const loss = named.withLoss && lossesOf(options, problem);
  const criterion = (loss && named.withLoss?.(loss)) ?? named;
  const impurity = criterion.inForests ?? criterion.rule;
  const names = problem.attributes.map(({ name }) => name);
  const costs = resolveAttributeCosts(options.attributeCosts, names, problem.target.column.name);
  const attributeCosts = costs && costRules(costs, options);
  if (impurity === undefined) return undefined;
  // Half a gain, squared, is a quarter, and the tolerance a half.
  if (impurity === "variance" && attributeCosts && attributeCosts.form !== "gain") return undefined;
  const matrix = MADE_OF_LOSSES.has(impurity) ? (loss ?? allOnes(problem)) : undefined;
  if (matrix && matrix.length > MOST_CLASSES) return undefined;
  return {
    criterion: impurity,
    ...(matrix && { loss: matrix }),
    ...((options.scaled || criterion.scaled === true) && { scaled: true }),
    ...(attributeCosts && { attributeCosts }),
  };
}

/** The losses in the unit in which criteria see them. */
function lossesOf({ loss }: TreeOptions, { target }: Problem): LossMatrix | undefined {
  return target.kind === "classes" ? inLossUnits(resolveLoss(loss, target.column.levels)) : undefined;
}

/** What the criteria of losses take if none are given; on the diagonal it does not matter. No larger than may be used. */
function allOnes({ target }: Problem): LossMatrix {
  const classes = target.kind === "classes" ? target.column.levels.length : 0;
  const length = Math.min(classes, MOST_CLASSES + 1);
  return Array.from({ length }, () => new Array<number>(length).fill(1));
}

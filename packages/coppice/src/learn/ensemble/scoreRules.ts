import type { Problem } from "../../engine/problem.js";
import type { ScoreRules } from "../../kernels/drivers/forest/scoreRules.js";
import { resolveAttributeCosts } from "../cost/attributeCosts.js";
import { criterionFor } from "../criterion/criterionFor.js";
import type { KnownOptions } from "../fast/fastPath.js";
import type { TreeOptions } from "../treeOptions.js";

/** The options that `scoreRules` answers for. */
export const SCORES_KNOWN = {
  criterion: "any",
  scaled: "any",
  attributeCosts: "any",
  costForm: "any",
  costWeight: "any",
} as const satisfies KnownOptions;

/** How the kernels of forests compare tests; undefined if they cannot. */
export function scoreRules(
  options: TreeOptions,
  { task, target, attributes }: Problem,
): ScoreRules | undefined {
  const criterion = criterionFor(options.criterion, task);
  const impurity = criterion.inForests ?? criterion.rule;
  if (impurity === undefined) return undefined;
  const names = attributes.map(({ name }) => name);
  const costs = resolveAttributeCosts(options.attributeCosts, names, target.column.name);
  const { costForm } = options;
  // Powers of 2 are the host's own.
  if (costs && costForm !== "tan" && costForm !== "norton") return undefined;
  const squared = costForm === "tan";
  // Half a gain, squared, is a quarter, and the tolerance a half.
  if (costs && squared && impurity === "variance") return undefined;
  return {
    criterion: impurity,
    ...((options.scaled || criterion.scaled === true) && { scaled: true }),
    ...(costs && { attributeCosts: { costs, squared } }),
  };
}

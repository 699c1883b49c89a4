import type { Problem } from "../../engine/problem.js";
import type { LearningTask } from "../../engine/task.js";
import type { ForestRules } from "../../kernels/drivers/forest/rules.js";
import { criterionFor } from "../criterion/criterionFor.js";
import { attributesAtNode } from "../examine/examineBy.js";
import { BESIDE_GROWTH, isCovered, type KnownOptions, oneOf } from "../fast/fastPath.js";
import { isCount } from "../rowLimit.js";
import type { TreeOptions } from "../treeOptions.js";

/** What the forest kernels cover: two-way tests by plain gain, nothing that stops growth but rows, depth and gain at all. */
export const FOREST_KNOWS: KnownOptions = {
  ...BESIDE_GROWTH,
  combinations: oneOf<TreeOptions["combinations"]>(1),
  components: oneOf<TreeOptions["components"]>(0),
  prune: oneOf<TreeOptions["prune"]>("none"),
  collapse: oneOf<TreeOptions["collapse"]>(false),
  criterion: "any",
  // Tables with nominal attributes are left to the general way.
  nominal: "any",
  numeric: oneOf<TreeOptions["numeric"]>("threshold", "random"),
  maxExhaustive: "any",
  tolerance: "any",
  attributesPerNode: "any",
  // Shares are made numbers of rows before, unless members differ in what they are shares of.
  minSplit: isCount,
  minLeaf: isCount,
  maxDepth: "any",
  zeroGain: "any",
  missing: oneOf<TreeOptions["missing"]>("majority"),
  missingAtPrediction: oneOf<TreeOptions["missingAtPrediction"]>("asTrained", "majority"),
  leaf: oneOf<TreeOptions["leaf"]>("auto", "mean"),
};

/** A problem, or a task whose rows the engine knows. */
type ForestTask = LearningTask & Pick<Problem, "weights">;

/** The impurities that the kernels compute. */
const RULES = { classification: "gini", regression: "squaredError" } as const;

/** What the forest kernels are to grow by; undefined where the options or the table ask for more than they know. */
export function forestRules(options: TreeOptions, problem: ForestTask): ForestRules | undefined {
  const { task } = problem;
  const criterion = criterionFor(options.criterion, task);
  if (criterion.rule !== RULES[task] || criterion.scaled === true) return undefined;
  if (!isCovered(options, FOREST_KNOWS, task) || !isSimple(problem)) return undefined;
  // Without it what rounding does decides between gains of squared error that are equal.
  if (options.tolerance === 0 && problem.target.kind === "values") return undefined;
  const most = attributesAtNode(options.attributesPerNode, problem.attributes.length);
  const minLeaf = Number(options.minLeaf);
  return {
    cut: options.numeric === "random" ? "random" : "best",
    ...(most !== undefined && { attributesPerNode: most }),
    tolerance: options.tolerance,
    minSplit: Math.max(Number(options.minSplit), 2 * minLeaf),
    minLeaf,
    ...(options.maxDepth !== undefined && { maxDepth: options.maxDepth }),
    zeroGain: options.zeroGain,
  };
}

/** Rows that all weigh 1, no nominal attribute, and sums of the target's units that no grid rounds. */
function isSimple({ attributes, weights, target }: ForestTask): boolean {
  if (weights !== undefined || attributes.some(({ type }) => type === "nominal")) return false;
  return target.kind === "classes" ? target.column.levels.length <= 65_535 : target.grid.quantum1 <= 1;
}

import type { Problem } from "../../engine/problem.js";
import type { ExtraTreesRules } from "../../kernels/drivers/extraTrees/rules.js";
import { attributesAtNode } from "../examine/examineBy.js";
import { BESIDE_GROWTH, isCovered, type KnownOptions, oneOf } from "../fast/fastPath.js";
import { isCount } from "../rowLimit.js";
import type { TreeOptions } from "../treeOptions.js";
import { SCORES_KNOWN, scoreRules } from "./scoreRules.js";

/** What the kernel covers: tests drawn at random, nothing that stops growth but rows, depth and gain at all. */
export const EXTRA_TREES_KNOWS: KnownOptions = {
  ...BESIDE_GROWTH,
  combinations: oneOf<TreeOptions["combinations"]>(1),
  components: oneOf<TreeOptions["components"]>(0),
  prune: oneOf<TreeOptions["prune"]>("none"),
  collapse: oneOf<TreeOptions["collapse"]>(false),
  ...SCORES_KNOWN,
  // Whether tests are drawn at random is checked with the attributes.
  nominal: "any",
  numeric: "any",
  randomTests: "any",
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

/** What the kernel is to grow by; undefined where tests are not drawn at random, or the kernel does not know how. */
export function extraTreesRules(options: TreeOptions, problem: Problem): ExtraTreesRules | undefined {
  const { task } = problem;
  if (!areDrawn(options, problem)) return undefined;
  const scores = scoreRules(options, problem);
  if (scores === undefined || !isCovered(options, EXTRA_TREES_KNOWS, task)) return undefined;
  if (!isPlain(problem)) return undefined;
  // Without it what rounding does decides between gains of squared error that are equal.
  if (options.tolerance === 0 && problem.target.kind === "values") return undefined;
  const most = attributesAtNode(options.attributesPerNode, problem.attributes.length);
  const { randomTests } = options;
  const minLeaf = Number(options.minLeaf);
  return {
    ...scores,
    ...(most !== undefined && { attributesPerNode: most }),
    ...(randomTests !== undefined && { randomTests }),
    tolerance: options.tolerance,
    minSplit: Math.max(Number(options.minSplit), 2 * minLeaf),
    minLeaf,
    ...(options.maxDepth !== undefined && { maxDepth: options.maxDepth }),
    zeroGain: options.zeroGain,
  };
}

/** Whether the tests on every attribute are drawn at random. */
function areDrawn({ randomTests, numeric, nominal }: TreeOptions, { attributes }: Problem): boolean {
  if (randomTests !== undefined) return numeric !== "bins";
  return attributes.every(({ type }) => (type === "nominal" ? nominal : numeric) === "random");
}

/** Classes that fit into two bytes, and weights none of which vanished on their grid. */
function isPlain({ target, weights }: Problem): boolean {
  if (target.kind === "classes" && target.column.levels.length > 65_535) return false;
  return weights === undefined || weights.every((weight) => weight > 0);
}

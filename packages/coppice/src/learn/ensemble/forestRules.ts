import type { Problem } from "../../engine/problem.js";
import type { ForestRules } from "../../kernels/drivers/forest/rules.js";
import { attributesAtNode } from "../examine/examineBy.js";
import type { TreeOptions } from "../treeOptions.js";

/** What the forest kernels are to grow by; undefined where the options or the table ask for more than they know. */
export function forestRules(options: TreeOptions, problem: Problem): ForestRules | undefined {
  const cut = cutOf(options);
  if (cut === undefined || !isPlain(options, problem) || !isSimple(problem)) return undefined;
  const most = attributesAtNode(options.attributesPerNode, problem.attributes.length);
  const { minSplit, minLeaf } = options;
  // Shares of rows would be shares of what each member counts.
  if (!isCount(minSplit) || !isCount(minLeaf)) return undefined;
  // Without it what rounding does decides between gains of squared error that are equal.
  if (options.tolerance === 0 && problem.target.kind === "values") return undefined;
  return {
    cut,
    ...(most !== undefined && { attributesPerNode: most }),
    tolerance: options.tolerance,
    minSplit: Math.max(minSplit, 2 * minLeaf),
    minLeaf,
    ...(options.maxDepth !== undefined && { maxDepth: options.maxDepth }),
    zeroGain: options.zeroGain,
  };
}

function cutOf(options: TreeOptions): ForestRules["cut"] | undefined {
  if (options.randomTests !== undefined) return undefined;
  if (options.numeric === "random") return "random";
  const everywhere = options.candidates === "all" && options.minGap === 0 && !options.adaptiveMinLeaf;
  return options.numeric === "threshold" && options.threshold === "midpoint" && everywhere
    ? "best"
    : undefined;
}

function isCount(rows: TreeOptions["minLeaf"]): rows is number {
  return typeof rows === "number" && !(rows > 0 && rows < 1);
}

/** Tests by plain gain, nothing that stops growth but rows, depth and gain at all, nothing done to the grown tree. */
function isPlain(options: TreeOptions, { task }: Problem): boolean {
  const wanted = ["auto", task === "classification" ? "gini" : "squaredError"];
  const criterion = wanted.includes(options.criterion) && !options.scaled;
  const costs =
    options.priors !== "data" || options.loss !== undefined || options.attributeCosts !== undefined;
  const stops =
    options.minGain > 0 ||
    options.minImpurity > 0 ||
    options.purity < 1 ||
    options.acceptableError > 0 ||
    options.significance !== undefined ||
    options.sizePenalty !== undefined ||
    options.validation !== undefined ||
    options.maxLeaves !== undefined;
  const missing =
    options.missing === "majority" && ["asTrained", "majority"].includes(options.missingAtPrediction);
  return (
    criterion &&
    !costs &&
    !stops &&
    missing &&
    options.prune === "none" &&
    !options.collapse &&
    (options.leaf === "auto" || options.leaf === "mean")
  );
}

/** Rows that all weigh 1, no nominal attribute, and sums of the target's units that no grid rounds. */
function isSimple({ attributes, weights, target }: Problem): boolean {
  if (weights !== undefined || attributes.some(({ type }) => type === "nominal")) return false;
  return target.kind === "classes" ? target.column.levels.length <= 65_535 : target.grid.quantum1 <= 1;
}

import type { Problem } from "../../engine/problem.js";
import { type CodedRules, fitsLeaves, fitsLevels } from "../../kernels/drivers/codedForest/rules.js";
import { attributesAtNode } from "../examine/examineBy.js";
import { isCovered, type KnownOptions, oneOf } from "../fast/fastPath.js";
import type { TreeOptions } from "../treeOptions.js";
import { FOREST_KNOWS } from "./forestRules.js";
import { SCORES_KNOWN, scoreRules } from "./scoreRules.js";

/** What the kernel of coded forests covers: as the other, but the best tests only, on levels too. */
export const CODED_FOREST_KNOWS: KnownOptions = {
  ...FOREST_KNOWS,
  ...SCORES_KNOWN,
  numeric: oneOf<TreeOptions["numeric"]>("threshold"),
  maxLeaves: "any",
};

/** What the kernel is to grow by; undefined where the options or the table ask for more than it knows. */
export function codedForestRules(options: TreeOptions, problem: Problem): CodedRules | undefined {
  const { task, target, attributes } = problem;
  const scores = scoreRules(options, problem);
  if (scores === undefined) return undefined;
  if (!isCovered(options, CODED_FOREST_KNOWS, task) || !fitsLevels(problem)) return undefined;
  if (options.nominal !== "subset" && attributes.some(({ type }) => type === "nominal")) return undefined;
  // Without it what rounding does decides between gains of squared error that are equal.
  if (options.tolerance === 0 && target.kind === "values") return undefined;
  const most = attributesAtNode(options.attributesPerNode, attributes.length);
  // No tree has more leaves than rows.
  const { maxLeaves: limit = Number.POSITIVE_INFINITY } = options;
  const maxLeaves = limit < problem.rows ? limit : undefined;
  if (maxLeaves !== undefined && !fitsLeaves(problem, maxLeaves)) return undefined;
  const minLeaf = Number(options.minLeaf);
  return {
    ...scores,
    ...(most !== undefined && { attributesPerNode: most }),
    maxExhaustive: options.maxExhaustive,
    tolerance: options.tolerance,
    minSplit: Math.max(Number(options.minSplit), 2 * minLeaf),
    minLeaf,
    ...(options.maxDepth !== undefined && { maxDepth: options.maxDepth }),
    zeroGain: options.zeroGain,
    ...(maxLeaves !== undefined && { maxLeaves }),
  };
}

/** Rows that are looked at, and distinct numbers among them up to which a column has few. */
const SAMPLE = 2048;
const FEW = 1024;

/** Whether numeric columns have few values, as far as some of their rows tell: then counting is faster than sorted lists. */
export function hasFewValues({ attributes, rows }: Problem): boolean {
  const step = Math.max(1, Math.floor(rows / SAMPLE));
  return attributes.every((column) => column.type !== "numeric" || hasFewOf(column.values, step));
}

function hasFewOf(values: Float64Array, step: number): boolean {
  if (areNearIntegers(values, step)) return true;
  const seen = new Set<number>();
  for (let row = 0; row < values.length; row += step) seen.add(values[row]);
  return seen.size <= FEW;
}

/** Whether the rows that are looked at have integers, so close together that they are few: seen without a set of them. */
function areNearIntegers(values: Float64Array, step: number): boolean {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < values.length; row += step) {
    const value = values[row];
    if (value < least) least = value;
    if (value > most) most = value;
    if (Math.floor(value) !== value && !Number.isNaN(value)) return false;
  }
  // Missing values count as one more.
  return most - least + 2 <= FEW;
}

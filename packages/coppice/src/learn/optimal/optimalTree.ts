import * as z from "../../base/schema.js";
import type { Problem } from "../../engine/problem.js";
import { SoloTeam } from "../../kernels/team.js";
import type { Costs } from "../../model/costs.js";
import { costsOf, type LossOption, type PriorsOption, resolveLoss, resolvePriors } from "../cost/resolve.js";
import type { Learned, RowTreeLearner, RowTreeWork } from "../learner.js";
import { preparing } from "../missing/preparing.js";
import { stringsOption } from "../strings/stringOptions.js";
import { lossOption, priorsOption } from "../treeOptions.js";
import { codedProblem, type NominalTests } from "./codedTable.js";
import { nodesOf } from "./nodes.js";
import { type Found, OptimalSearch, type SearchLimits } from "./search.js";

const options = z.strictObject({
  maxDepth: z.int().min(1).max(12).default(3).describe("maximum depth of the tree"),
  maxLeaves: z.int().min(2).optional().describe("maximum number of leaves"),
  alpha: z
    .number()
    .min(0)
    .default(0)
    .describe(
      "cost of a leaf: the tree minimises errors + alpha x leaves, where errors are misclassified weight (or loss), or squared error",
    ),
  nominal: z
    .enum(["level", "subset"])
    .default("level")
    .describe(
      "tests on nominal attributes: one level against the rest, or every subset of levels, of which an attribute may then have up to 10",
    ),
  prune: z.enum(["none"]).default("none").describe("pruning method: none; alpha makes the tree smaller"),
  steps: z
    .int()
    .min(1)
    .optional()
    .describe(
      "searches of two levels after which the best tree so far is returned with its gap (default: until the optimum is proved)",
    ),
  seconds: z
    .number()
    .min(0)
    .optional()
    .describe("the same by the clock: the tree then depends on the machine"),
  priors: priorsOption
    .optional()
    .describe("prior probabilities of the classes: as in the data (the default), equal, or given"),
  loss: lossOption.optional().describe("cost of predicting one class when another is true"),
  missing: z
    .enum(["median", "drop", "likely", "likelyInClass", "level", "indicator", "predict"])
    .default("median")
    .describe(
      "missing values in training: numbers like the median, levels like none that is tested (median); or the row is dropped, the value is imputed (likely, likelyInClass, predict), or is a level of its own or adds an indicator attribute",
    ),
  strings: stringsOption,
});

interface OptimalOptions {
  readonly maxDepth: number;
  readonly maxLeaves?: number;
  readonly alpha: number;
  readonly nominal: NominalTests;
  readonly steps?: number;
  readonly seconds?: number;
  readonly priors?: PriorsOption;
  readonly loss?: LossOption;
}

/** The tree with the fewest errors of all trees of a depth, with the proof (Hunt, Marin, Stone 1966; R 1.5; A ex. 3). */
export const optimalTree = {
  kind: "tree",
  name: "optimalTree",
  summary:
    "the tree with the fewest errors of all trees up to a depth, proved optimal or with the gap that remains",
  tasks: ["classification", "regression"],
  options,
  guarantees: { monotone: true, rowOrder: true, weights: true },
  missing: (given) => (given.missing === "median" ? undefined : preparing(given)),
  learnRows: (given, { problem }) => learnOptimal(given as unknown as OptimalOptions, problem),
} satisfies RowTreeLearner;

function* learnOptimal(given: OptimalOptions, problem: Problem): RowTreeWork {
  const costs = classCosts(given, problem);
  const coded = codedProblem(problem, given.nominal, costs);
  const grain = problem.target.kind === "values" ? problem.target.grid.denominator : 1;
  // A memory of its own, which goes with the search.
  const search = new OptimalSearch(coded.table, limitsOf(given, grain), new SoloTeam());
  const found = yield* search.search();
  return {
    nodes: nodesOf(found.best, coded, problem, costs),
    ...(costs && { costs }),
    optimality: optimalityOf(found, grain),
  };
}

/** Squared errors are searched for in units of the target's grid, 1/grain of its own. */
function optimalityOf({ best, bound, steps }: Found, grain: number): NonNullable<Learned["optimality"]> {
  const inTargetUnits = (cost: number) => Math.min(cost / grain / grain, Number.MAX_VALUE);
  const proved = bound >= best.cost;
  return { objective: inTargetUnits(best.cost), bound: inTargetUnits(bound), proved, steps };
}

function limitsOf(
  { maxDepth, maxLeaves, alpha, steps, seconds }: OptimalOptions,
  grain: number,
): SearchLimits {
  const all = 2 ** maxDepth - 1;
  const end = seconds === undefined ? undefined : performance.now() + 1000 * seconds;
  return {
    depth: maxDepth,
    tests: Math.min(all, (maxLeaves ?? all + 1) - 1),
    price: alpha === 0 ? 0 : Math.min(alpha * grain * grain, Number.MAX_VALUE),
    ...(steps !== undefined && { steps }),
    ...(end !== undefined && { isLate: () => performance.now() >= end }),
  };
}

function classCosts(
  { priors = "data", loss }: OptimalOptions,
  { target, rows, weights }: Problem,
): Costs | undefined {
  if (target.kind !== "classes") return undefined;
  const { levels, codes } = target.column;
  const sums = new Float64Array(levels.length);
  for (let row = 0; row < rows; row++) sums[codes[row]] += weights?.[row] ?? 1;
  return costsOf(resolvePriors(priors, levels), resolveLoss(loss, levels), sums);
}

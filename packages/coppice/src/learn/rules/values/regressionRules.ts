import * as z from "../../../base/schema.js";
import type { Problem } from "../../../engine/problem.js";
import { inContentOrder } from "../../../engine/rowOrder.js";
import type { TreeModel } from "../../../model/tree.js";
import { declared } from "../../applies.js";
import { fitTree } from "../../fitTree.js";
import type { RuleContext, RuleLearner, RuleWork } from "../../learner.js";
import { valueRows } from "../../linear/terms.js";
import { checkOptions } from "../../options.js";
import { cart } from "../../presets/cart.js";
import { stringsOption } from "../../strings/stringOptions.js";
import { coverRules } from "./coverRules.js";
import { type Consequent, conclusionOf } from "./ruleFacts.js";
import { treeRules } from "./treeRules.js";

interface Given {
  readonly from: "tree" | "cover";
  readonly then: Consequent;
  readonly minWeight: number;
  readonly smoothing: boolean;
  readonly folds: number;
}

/** A ex. 9.7: rule induction for regression. */
export const regressionRules = {
  kind: "rules",
  name: "regressionRules",
  summary:
    "rules for regression: leaves of model trees, one tree per rule (M5Rules), or separate and conquer by squared error",
  tasks: ["regression"],
  guarantees: { monotone: false, rowOrder: true, weights: false },
  options: z.strictObject(
    declared(
      {
        from: z
          .enum(["tree", "cover"])
          .default("tree")
          .describe(
            "take each rule from a tree on the remaining rows (its leaf with the most rows), or grow it condition by condition",
          ),
        then: z
          .enum(["linear", "mean", "median"])
          .default("linear")
          .describe("what a rule predicts: a linear formula, or the mean or median of its rows"),
        minWeight: z
          .number()
          .min(1)
          .default(4)
          .describe("minimum weight of the rows covered by a rule or leaf while it is grown"),
        smoothing: z
          .boolean()
          .default(true)
          .describe("smooth the formula of a leaf towards those of its ancestors"),
        folds: z
          .int()
          .min(2)
          .max(1000)
          .default(3)
          .describe("number of folds: each rule is grown on all but one and pruned on that one"),
        strings: stringsOption,
      },
      {
        smoothing: {
          allOf: [
            { option: "from", in: ["tree"] },
            { option: "then", in: ["linear"] },
          ],
        },
        folds: { option: "from", in: ["cover"] },
      },
    ),
  ),
  learn: (options, context) => learnValues(options as unknown as Given, context),
} satisfies RuleLearner;

function* learnValues(options: Given, { problem: given, seed }: RuleContext): RuleWork {
  // Sums of squares and products depend on the order of the rows in their last digits; the file's order must not matter.
  const problem = inContentOrder(given);
  const data = valueRows(problem);
  const linear = options.then === "linear";
  const grow = (rows: Problem): TreeModel => fitTree(rows, cart, cartOptions(options), seed);
  const found = yield* options.from === "tree"
    ? treeRules(data, grow, { linear, smoothing: linear && options.smoothing })
    : coverRules(data, { ...options, linear }, seed);
  const rules = found.map((rule) => ({ if: rule.if, then: conclusionOf(data, rule, options.then) }));
  // The last has the rows that no other covers.
  const { then: otherwise } = rules[rules.length - 1];
  const error = options.then === "median" ? ({ leafError: "absolute" } as const) : {};
  return { order: "first", rules: rules.slice(0, -1), otherwise, ...error };
}

function cartOptions({ minWeight }: Given): Readonly<Record<string, unknown>> {
  const minLeaf = Math.ceil(minWeight);
  return checkOptions(cart, { prune: "none", missing: "majority", minLeaf, minSplit: 2 * minLeaf });
}

import * as z from "../../base/schema.js";
import { inContentOrder } from "../../engine/rowOrder.js";
import { type AppliesWhen, declared } from "../applies.js";
import type { RuleContext, RuleLearner, RuleWork } from "../learner.js";
import { stringsOption } from "../strings/stringOptions.js";
import { type CostOptions, costFields, costsFor, evenFactors } from "./classCosts.js";
import { conclude } from "./conclude.js";
import { constraintsOf } from "./constraints.js";
import { coverClasses } from "./cover.js";
import { examplesOf } from "./examples.js";
import type { CoverOptions } from "./oneClass.js";

/** What rule learners that grow and prune have in common. */
const covering = {
  folds: z
    .int()
    .min(2)
    .max(1000)
    .default(3)
    .describe("number of folds: each rule is grown on all but one and pruned on that one"),
  minWeight: z
    .number()
    .min(0)
    .default(2)
    .describe("minimum weight of rows of its class that a rule must keep when a condition is added"),
  nominal: z
    .enum(["level", "sets"])
    .default("level")
    .describe("conditions on nominal attributes: one level, or any set of levels"),
  maxError: z
    .number()
    .gt(0)
    .max(1)
    .default(0.5)
    .describe("a rule with at least this error rate ends the search; 1 disables this"),
  ...costFields,
  strings: stringsOption,
};

const values = z.enum(["laplace", "difference"]);
const VALUE_HELP =
  "value of a rule with p correct and n incorrect pruning rows: laplace (p+1)/(p+n+2), or difference (p-n)/(p+n)";

const PRUNING: AppliesWhen = { option: "pruning", in: [true] };

type Given = Omit<CoverOptions, "tries"> & CostOptions & { readonly tries?: number };

const PROMISES = { monotone: true, rowOrder: true, weights: false };

export const ripper = {
  kind: "rules",
  guided: true,
  name: "ripper",
  summary:
    "RIPPER (Cohen 1995): rules grown by FOIL's gain, pruned, and optimised by minimum description length",
  tasks: ["classification"],
  guarantees: PROMISES,
  options: z.strictObject(
    declared(
      {
        ...covering,
        optimisations: z
          .int()
          .min(0)
          .max(100)
          .default(2)
          .describe(
            "number of optimisation passes, in which each rule is replaced or revised if that shortens the description length",
          ),
        pruning: z.boolean().default(true).describe("prune and optimise the rules"),
        tries: z
          .int()
          .min(1)
          .max(1000)
          .optional()
          .describe(
            "number of rule lists to try per class, each with other pruning rows; the one with the shortest description length is kept (default: as many as fit in 20000 rows, at most 20)",
          ),
        ruleValue: values.default("laplace").describe(VALUE_HELP),
      },
      { folds: PRUNING, optimisations: PRUNING, tries: PRUNING, ruleValue: PRUNING },
    ),
  ),
  learn: (options, context) => learnRules({ ...(options as unknown as Given), stop: "length" }, context),
} satisfies RuleLearner;

export const irep = {
  kind: "rules",
  guided: true,
  name: "irep",
  summary: "IREP: rules grown by FOIL's gain and pruned immediately, until one has too high an error",
  tasks: ["classification"],
  guarantees: PROMISES,
  options: z.strictObject({ ...covering, ruleValue: values.default("difference").describe(VALUE_HELP) }),
  learn: (options, context) => {
    const given = { ...(options as unknown as Given), pruning: true, optimisations: 0, tries: 1 };
    return learnRules({ ...given, stop: "error" }, context);
  },
} satisfies RuleLearner;

/** The fewer the rows, the more depends on which of them are used for pruning, and the less a repetition costs. */
function triesFor(rows: number): number {
  return Math.min(20, Math.max(1, Math.floor(20_000 / rows)));
}

function* learnRules(options: Given, { problem: given, seed, expertRules }: RuleContext): RuleWork {
  // Random choices depend on the rows' content: the rules do not depend on the file's order.
  const problem = inContentOrder(given);
  const costs = costsFor(options, problem);
  const examples = examplesOf(problem, costs && evenFactors(costs, problem));
  const tries = options.tries ?? triesFor(problem.rows);
  const beforehand = constraintsOf(expertRules, examples);
  const { rules, otherwise } = yield* coverClasses(examples, { ...options, tries }, seed, beforehand);
  const labelled = rules.map(({ rule: { literals }, label }) => ({ literals, label }));
  return { order: "first", ...conclude(problem, examples, labelled, otherwise), ...(costs && { costs }) };
}

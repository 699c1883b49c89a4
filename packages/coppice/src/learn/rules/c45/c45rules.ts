import * as z from "../../../base/schema.js";
import type { Problem } from "../../../engine/problem.js";
import { inContentOrder } from "../../../engine/rowOrder.js";
import type { TreeModel } from "../../../model/tree.js";
import { fitTree } from "../../fitTree.js";
import type { RuleContext, RuleLearner, RuleWork } from "../../learner.js";
import { checkOptions } from "../../options.js";
import { c45 } from "../../presets/c45.js";
import { expectedErrors } from "../../prune/errorBound.js";
import { stringsOption } from "../../strings/stringOptions.js";
import { type CostOptions, costFields, costsFor, evenFactors } from "../classCosts.js";
import { conclude, type LabelledRule } from "../conclude.js";
import { constraintsOf } from "../constraints.js";
import type { RuleConstraints } from "../cover.js";
import { type Examples, examplesOf, possibleConditions } from "../examples.js";
import { Forbidden } from "../forbidden.js";
import { arrange, withoutHarmful } from "./arrange.js";
import { distinctRules, type GeneralRule, generalise } from "./generalise.js";
import { leafRules } from "./leafRules.js";
import { RowSets } from "./rowSets.js";
import { chooseSubset } from "./subset.js";

export interface C45RulesOptions extends CostOptions {
  readonly confidence: number;
  readonly minLeaf: number;
}

export const c45rules = {
  kind: "rules",
  guided: true,
  name: "c45rules",
  summary:
    "C4.5Rules: the leaves of an unpruned C4.5 tree, generalised and selected by minimum description length",
  tasks: ["classification"],
  guarantees: { monotone: false, rowOrder: true, weights: true },
  options: z.strictObject({
    confidence: z
      .number()
      .gt(0)
      .max(0.5)
      .default(0.25)
      .describe("confidence level of the pessimistic error estimate; lower values drop more conditions"),
    minLeaf: z.int().min(1).default(2).describe("minimum number of rows in at least two branches of a split"),
    ...costFields,
    strings: stringsOption,
  }),
  learn: (options, context) => c45Rules(options as unknown as C45RulesOptions, context),
} satisfies RuleLearner;

/** Quinlan 1993, chapter 5. Yields periodically, with the share of the work that is done. */
export function* c45Rules(
  options: C45RulesOptions,
  { problem: given, seed, expertRules }: RuleContext,
): RuleWork {
  const costs = costsFor(options, given);
  // Weights adjusted by costs do not add exactly: then the rows must be in an order of their own.
  const problem = costs ? inContentOrder(given) : given;
  const tree = growTree(problem, options, seed);
  yield 0.1;
  const examples = examplesOf(problem, costs && evenFactors(costs, problem));
  const sets = new RowSets(examples);
  const before = constraintsOf(expertRules, examples);
  const candidates = allowedRules(leafRules(tree, examples), before, examples);
  const found = distinctRules(yield* generalRules(candidates, sets, options.confidence));
  // A given default must not be overridden by a rule that has lost all its conditions.
  const general =
    before.otherwise === undefined ? found : found.filter(({ literals }) => literals.length > 0);
  const possible = possibleConditions(examples);
  const byClass: GeneralRule[][] = [];
  for (let label = 0; label < examples.classes; label++) {
    yield 0.6 + (0.4 * label) / examples.classes;
    const rules = general.filter((rule) => rule.label === label);
    byClass.push(chooseSubset({ examples, label, possible, rules }));
  }
  const arranged = arrange(byClass, sets);
  const { otherwise: fixed = arranged.otherwise } = before;
  const { rules, otherwise } = withoutHarmful({ ...arranged, otherwise: fixed }, examples);
  return { order: "first", ...conclude(problem, examples, rules, otherwise), ...(costs && { costs }) };
}

/** The rules to generalise: those given, then the leaves' without what is forbidden. Generalised, none comes to contain it. */
function allowedRules(
  leaves: readonly LabelledRule[],
  { given, forbidden }: RuleConstraints,
  { attributes }: Examples,
): readonly LabelledRule[] {
  if (given.size === 0 && forbidden.length === 0) return leaves;
  const start = [...given].flatMap(([label, rules]) => rules.map((literals) => ({ literals, label })));
  const allowed = leaves.map(({ literals, label }) => {
    const banned = Forbidden.forClass(forbidden, attributes, label);
    return { literals: banned?.cleared(literals) ?? literals, label };
  });
  return [...start, ...allowed.filter(({ literals }) => literals.length > 0)];
}

function* generalRules(
  rules: readonly LabelledRule[],
  sets: RowSets,
  confidence: number,
): Generator<number, GeneralRule[]> {
  const expected = expectedErrors("weka", confidence);
  const general: GeneralRule[] = [];
  for (const [i, rule] of rules.entries()) {
    if (i % 50 === 0) yield 0.1 + (0.5 * i) / rules.length;
    general.push(generalise(rule, sets, expected));
  }
  return general;
}

function growTree(problem: Problem, given: C45RulesOptions, seed: number): TreeModel {
  const { minLeaf, priors, loss } = given;
  const options = checkOptions(c45, { prune: "none", minLeaf, priors, ...(loss && { loss }) });
  return fitTree(problem, c45, options, seed);
}

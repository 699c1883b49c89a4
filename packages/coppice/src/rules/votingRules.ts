import { CoppiceError } from "../base/errors.js";
import { type Costs, posterior } from "../model/costs.js";
import { type EnsembleModel, memberCount } from "../model/ensemble.js";
import { memberTree } from "../model/memberTree.js";
import type { Conclusion, ModelRule, RuleModel } from "../model/ruleSet.js";
import { asRules, factsAt } from "./joinedRules.js";
import { combinedConclusion } from "./rulesOfModel.js";

/**
 * The leaves of all trees of an ensemble as one set of rules that vote: a row without missing values matches one rule
 * of each tree, and their mean is the ensemble's prediction. Only ensembles with equal votes can be expressed in this
 * way.
 */
export function votingRules(model: EnsembleModel): RuleModel {
  const { learner, options, task, target, attributes, training, combine, costs } = model;
  if (combine.kind === "sum" || combine.weights !== undefined) {
    const message = `the trees of ${learner} have unequal weights, which rules that vote cannot express: add --tree with the number of one`;
    throw new CoppiceError("MODEL_KIND", message, { name: learner, rule: "an ensemble of equal votes" });
  }
  const trees = Array.from({ length: memberCount(model) }, (_, tree) => memberTree(model, tree));
  const vote = (then: Conclusion, of: Costs | undefined) =>
    combine.kind === "vote" ? wholeVote(then) : byPriors(then, of);
  const rules = trees.flatMap((tree) =>
    asRules(tree, "exclusive").rules.map(
      (rule): ModelRule => ({ ...rule, then: vote(rule.then, tree.costs) }),
    ),
  );
  const roots = trees.map((tree) => vote(factsAt(tree.nodes[0]), tree.costs));
  return {
    format: "coppice-rules",
    version: 2,
    learner,
    options,
    task,
    target,
    attributes,
    training,
    ...(costs && combine.kind === "mean" && { costs }),
    order: "vote",
    rules,
    otherwise: { ...combinedConclusion(roots)!, weight: 0 },
  };
}

/** Trees of one ensemble may each have prior factors, but a rule set has only one: they are applied to the counts. */
function byPriors(then: Conclusion, costs: Costs | undefined): Conclusion {
  if ("value" in then || costs?.factors === undefined) return then;
  return { ...then, counts: Array.from(posterior(then.counts, costs), (p) => p * (then.weight || 1)) };
}

/** A vote counts fully, regardless of the leaf's confidence. */
function wholeVote(then: Conclusion): Conclusion {
  if ("value" in then) return then;
  return { ...then, counts: then.counts.map((_, k) => (k === then.label ? 1 : 0)) };
}

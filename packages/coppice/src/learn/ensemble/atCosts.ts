import type { Costs } from "../../model/costs.js";
import { type CostOptions, weighByPriors } from "../cost/problemCosts.js";
import type { EnsembleContext } from "../learner.js";

/** What an ensemble learner is given, with the rows weighed by their priors. What is known of the rows is not kept where some are dropped. */
export function atCosts(
  options: CostOptions,
  given: EnsembleContext,
): { readonly context: EnsembleContext; readonly costs?: Pick<Costs, "loss"> } {
  const { problem, ...rest } = weighByPriors(options, given.problem);
  const wantsScores = given.wantsScores === true && problem.rows === given.problem.rows;
  return { context: { ...given, problem, wantsScores }, ...rest };
}

import { importance, isRules, type Model } from "coppice";
import { assess, jobsOf, wilson } from "coppice/evaluate";
import { fitRunner, knownOf, splitsOf } from "./folds.js";
import type { Hooks } from "./handlers.js";
import type { Recipe, Score } from "./protocol.js";
import { scoreFacts } from "./score.js";
import type { Validated, Workspace } from "./workspace.js";

/** Cross-validates a recipe as `crossValidate` does, and keeps what the models of the folds say. */
export async function validated(
  work: Workspace,
  recipe: Recipe,
  folds: number,
  { signal, onProgress }: Hooks,
): Promise<Validated> {
  const { run, trainings } = fitRunner(work, [recipe], signal);
  const known = knownOf(trainings[0]);
  const splits = splitsOf(known.truth, folds, recipe.seed);
  const jobs = jobsOf(splits).map((job) => ({ ...job, keepModel: true }));
  const outcomes = await run(jobs, onProgress);
  return {
    recipe,
    assessment: assess(known, splits, outcomes),
    importance: outcomes.flatMap(({ model }) => (model ? importancesOf(model) : [])),
  };
}

function importancesOf(model: Model): Readonly<Record<string, number>>[] {
  return isRules(model) ? [] : [importance(model).values];
}

/** The score over all folds, with Wilson's interval by the weight of the rows. */
export function validatedScore({ assessment: { score, pooled } }: Validated): Score {
  const facts = scoreFacts(score, pooled.rows.length);
  if (pooled.weights === undefined || score.kind !== "classification") return facts;
  const weight = pooled.weights.reduce((sum, each) => sum + each, 0);
  return { ...facts, ...wilson(score.accuracy, weight) };
}

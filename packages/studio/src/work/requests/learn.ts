import {
  CoppiceError,
  describeOptions,
  fit,
  isTree,
  learners,
  loadModel,
  pruneAt,
  pruningSequence,
} from "coppice";
import { trainingFrom } from "coppice/evaluate";
import type { Handlers, Hooks } from "../handlers.js";
import type { LearnerFacts, ModelFacts, Recipe, Score } from "../protocol.js";
import { validated, validatedScore } from "../validate.js";
import type { Pruning, Workspace } from "../workspace.js";

export interface LearnRequests {
  openModel: { args: { content: Blob }; result: ModelFacts };
  learners: { args: Record<never, never>; result: readonly LearnerFacts[] };
  fit: { args: Recipe; result: ModelFacts };
  validate: { args: Recipe & { folds: number }; result: Score };
  prune: { args: { step: number }; result: ModelFacts };
}

export const learnHandlers = (work: Workspace): Handlers<LearnRequests> => ({
  openModel: async ({ content }) => {
    const model = await loadModel(content);
    work.read = undefined;
    work.pruning = undefined;
    work.learned = { model };
    return work.facts();
  },

  learners: () =>
    learners.map((learner) => ({
      name: learner.name,
      kind: learner.kind ?? "tree",
      summary: learner.summary,
      tasks: learner.tasks,
      options: describeOptions(learner),
    })),

  fit: async (recipe, hooks) => {
    const started = performance.now();
    const model = await fit(work.tableRead(), { ...work.requestOf(recipe), ...hooks });
    const seconds = (performance.now() - started) / 1000;
    work.recipe = recipe;
    work.pruning = undefined;
    work.take(model, trainingFrom(work.tableRead(), recipe));
    return { ...work.facts(), seconds };
  },

  validate: async ({ folds, ...recipe }, hooks): Promise<Score> => {
    const found = await validated(work, recipe, folds, hooks);
    work.validated = found;
    return validatedScore(found);
  },

  prune: async ({ step }, hooks) => {
    work.pruning ??= await prunings(work, hooks);
    const { grown, sequence, rows } = work.pruning;
    work.take(pruneAt(grown, sequence, rows[step].alpha), work.trained());
    return { ...work.facts(), pruning: rows, pruned: step };
  },
});

/** The unpruned tree of the same recipe, and its sequence with the errors that pruning by cross-validation found. */
async function prunings(work: Workspace, hooks: Hooks): Promise<Pruning> {
  const recipe = work.recipe!;
  const chosen = work.known().model;
  const { prune: _, pruneRule, pruneFolds, alpha, chooseBy, ...options } = recipe.options;
  const request = work.requestOf({ ...recipe, options: { ...options, prune: "none" } });
  const grown = await fit(work.tableRead(), { ...request, ...hooks });
  if (!isTree(grown))
    throw new CoppiceError("MODEL_KIND", "only a tree can be pruned", { name: recipe.learner });
  const sequence = pruningSequence(grown);
  const judged = new Map((isTree(chosen) ? chosen.pruning : undefined)?.map((row) => [row.splits, row]));
  return { grown, sequence, rows: sequence.rows.map((row) => ({ ...judged.get(row.splits), ...row })) };
}

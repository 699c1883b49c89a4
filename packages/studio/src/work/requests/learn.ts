import {
  CoppiceError,
  describeOptions,
  fit,
  isTree,
  learners,
  loadModel,
  pruneAt,
  pruningSequence,
  type ReadResult,
} from "coppice";
import { type Training, trainingFrom } from "coppice/evaluate";
import type { Handlers, Hooks } from "../handlers.js";
import { partsOf } from "../parts.js";
import type { LearnerFacts, ModelFacts, Recipe, Score } from "../protocol.js";
import { scoreOn } from "../score.js";
import { validated, validatedScore } from "../validate.js";
import type { Pruning, Workspace } from "../workspace.js";

export interface LearnRequests {
  openModel: { args: { content: Blob }; result: ModelFacts };
  learners: { args: Record<never, never>; result: readonly LearnerFacts[] };
  fit: { args: Recipe; result: ModelFacts };
  validate: { args: Recipe & { folds: number }; result: Score };
  /** The score on the sealed rows. */
  unseal: { args: Record<never, never>; result: Score };
  prune: { args: { step: number }; result: ModelFacts };
}

export const learnHandlers = (work: Workspace): Handlers<LearnRequests> => ({
  openModel: async ({ content }) => {
    const model = await loadModel(content);
    work.read = undefined;
    work.parts = undefined;
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
    const { judge } = recipe;
    const parts = judge?.kind === "holdOut" ? partsOf(work.tableRead(), recipe, judge) : undefined;
    const from = parts?.train ?? work.tableRead();
    const started = performance.now();
    const model = await fit(from, { ...work.requestOf(recipe), ...hooks });
    const seconds = (performance.now() - started) / 1000;
    work.recipe = recipe;
    work.pruning = undefined;
    work.parts = parts;
    work.take(model, trainedOn(from, recipe, parts?.trainRows));
    return { ...work.facts(), seconds };
  },

  validate: async ({ folds, ...recipe }, hooks): Promise<Score> => {
    const found = await validated(work, recipe, folds, hooks);
    work.validated = found;
    return validatedScore(found);
  },

  unseal: () => {
    const { model } = work.known();
    const sealed = work.parts?.test;
    if (sealed === undefined || sealed.rows === 0)
      throw new CoppiceError("FILE_EMPTY", "no test rows are held out");
    return scoreOn(model, sealed).score;
  },

  prune: async ({ step }, hooks) => {
    work.pruning ??= await prunings(work, hooks);
    const { grown, sequence, rows } = work.pruning;
    work.take(pruneAt(grown, sequence, rows[step].alpha), work.trained());
    return { ...work.facts(), pruning: rows, pruned: step };
  },
});

/** The training rows, numbered as in the whole table. */
function trainedOn(read: ReadResult, recipe: Recipe, of?: Int32Array): Training {
  const training = trainingFrom(read, recipe);
  return of === undefined ? training : { ...training, rows: training.rows.map((row) => of[row]) };
}

/** The unpruned tree of the same recipe, and its sequence with the errors that pruning by cross-validation found. */
async function prunings(work: Workspace, hooks: Hooks): Promise<Pruning> {
  const recipe = work.recipe!;
  const chosen = work.known().model;
  const { prune: _, pruneRule, pruneFolds, alpha, chooseBy, ...options } = recipe.options;
  const request = work.requestOf({ ...recipe, options: { ...options, prune: "none" } });
  const grown = await fit(work.learnedFrom(), { ...request, ...hooks });
  if (!isTree(grown))
    throw new CoppiceError("MODEL_KIND", "only a tree can be pruned", { name: recipe.learner });
  const sequence = pruningSequence(grown);
  const judged = new Map((isTree(chosen) ? chosen.pruning : undefined)?.map((row) => [row.splits, row]));
  return { grown, sequence, rows: sequence.rows.map((row) => ({ ...judged.get(row.splits), ...row })) };
}

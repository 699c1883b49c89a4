import type { Checkpoints } from "../learn/ensemble/checkpoint.js";
import { fitTable } from "../learn/fit.js";
import { isTreeLearner, learnerUnder, type OnProgress } from "../learn/learner.js";
import { learnerNamed } from "../learn/registry.js";
import type { Model } from "../model/model.js";
import type { Table } from "../table/table.js";
import { fitInParallel } from "../targets/fitInParallel.js";
import type { NodeTeam } from "../targets/nodeTeam.js";
import type { FitSpec } from "../targets/trial.js";
import type { LearnFlags } from "./flags.js";
import type { Io } from "./io.js";
import type { Training } from "./readTraining.js";

/** What the flags ask of a learner, as plain data. */
export function fitSpecOf(
  { target, weight, rowKey, attributes }: Training,
  { learner, set, seed }: Pick<LearnFlags, "learner" | "set" | "seed">,
  rules?: string,
): FitSpec {
  return {
    target: target.name,
    learner,
    options: Object.fromEntries(set),
    attributes,
    seed,
    ...(weight !== undefined && { weight }),
    ...(rowKey !== undefined && { rowKey }),
    ...(rules !== undefined && { rules }),
  };
}

/** The model that the flags ask for, of the whole table, on as many threads; Ctrl-C is heard where the learner pauses. */
export function learnAsync(
  io: Io,
  training: Training,
  flags: LearnFlags,
  onProgress: OnProgress,
  {
    checkpoint,
    rules,
    team,
    continueFrom,
  }: {
    readonly checkpoint?: Checkpoints | undefined;
    readonly rules?: string | undefined;
    readonly team?: NodeTeam | undefined;
    readonly continueFrom?: Model | undefined;
  } = {},
): Promise<Model> {
  const { threads } = flags;
  const spec = fitSpecOf(training, flags, rules);
  const request = {
    ...spec,
    onProgress,
    ...(threads !== undefined && { threads }),
    ...(checkpoint && { checkpoint }),
    ...(team && { team }),
    ...(continueFrom && { continueFrom }),
    wantsScores: true,
  };
  // A learner of one tree never pauses for long enough: there Ctrl-C ends the process at once.
  if (isTreeLearner(learnerUnder(learnerNamed(flags.learner), Object.fromEntries(flags.set))))
    return fitInParallel(training.table, request);
  return io.interruptible((signal) => fitInParallel(training.table, { ...request, signal }));
}

/** A model as the flags ask, of the training table or of some of its rows. */
export function learn(table: Table, training: Training, flags: LearnFlags, onProgress: OnProgress): Model {
  return fitTable(table, { ...fitSpecOf(training, flags), onProgress });
}

import { CoppiceError } from "../../base/errors.js";
import * as z from "../../base/schema.js";
import type { DataHandle } from "../../engine/data.js";
import type { LearningTask } from "../../engine/task.js";
import type { Team } from "../../kernels/team.js";
import type { Costs } from "../../model/costs.js";
import type { TreeModel } from "../../model/tree.js";
import { type LossOption, resolveLoss } from "../cost/resolve.js";
import { checkForTask, checkOptions, describeOptions } from "../options.js";
import type { OnLanded } from "../prune/kernelMovableTree.js";
import { fitLanding } from "../runTreeJob.js";
import { type AnyData, type FitJob, treeJob } from "../treeJob.js";
import { TREE_LEARNER_NAMES, type TreeLearnerName, treeLearners } from "../trees.js";

/** The options that say what the members are. */
export function memberFields(of: TreeLearnerName) {
  return {
    of: z.enum(TREE_LEARNER_NAMES).default(of).describe("base learner: any learner of a single tree"),
    settings: z
      .record(z.string(), z.unknown())
      .meta({ rule: 'options of the base learner, such as {"minLeaf":5}', kind: "options" })
      .default({})
      .describe("options of the base learner; on the command line also one by one, such as of.minLeaf=5"),
  };
}

export interface MemberChoice {
  readonly of: TreeLearnerName;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Learns one member from a handle on its rows, with threads that help to prune. `answers` are options in which members differ from the learner alone, unless they are given. */
export function memberLearner(
  choice: MemberChoice,
  task: Pick<LearningTask, "task">,
  answers: Readonly<Record<string, unknown>> = {},
): (rows: DataHandle, seed: number, pruners?: Team, onLanded?: OnLanded) => TreeModel {
  const jobOf = memberJobs(choice, task, answers);
  return (rows, seed, pruners, onLanded) => fitLanding(jobOf(rows, seed), undefined, pruners, onLanded);
}

/** The job of one member. */
export function memberJobs(
  { of, settings }: MemberChoice,
  { task }: Pick<LearningTask, "task">,
  answers: Readonly<Record<string, unknown>> = {},
): <D extends AnyData>(rows: D, seed: number) => FitJob<D> {
  const learner = treeLearners.find(({ name }) => name === of)!;
  if (!learner.tasks.includes(task)) {
    const able = treeLearners.filter(({ tasks }) => tasks.includes(task)).map(({ name }) => name);
    throw new CoppiceError(
      "LEARNER_TASK",
      `of=${of} does not support ${task}; choose one of ${able.join(", ")}`,
      {
        name: "of",
        value: of,
      },
    );
  }
  const known = new Set(describeOptions(learner).map(({ name }) => name));
  const usual = Object.fromEntries(Object.entries(answers).filter(([name]) => known.has(name)));
  const given = { ...usual, ...settings };
  const options = checkOptions(learner, given);
  checkForTask(learner, given, task);
  if (learner.ensemble?.(options)) {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      `of=${of} must learn one tree as a member of an ensemble, and its settings ask for several`,
      { name: "settings", value: settings },
    );
  }
  return (rows, seed) => treeJob(rows, learner, options, { seed });
}

/** The losses that the members are given, which their joint answer goes by too. */
export function memberCosts(
  { settings }: MemberChoice,
  { target }: Pick<LearningTask, "target">,
): Pick<Costs, "loss"> | undefined {
  if (settings.loss === undefined || target.kind !== "classes") return undefined;
  const loss = resolveLoss(settings.loss as LossOption, target.column.levels);
  return loss && { loss };
}

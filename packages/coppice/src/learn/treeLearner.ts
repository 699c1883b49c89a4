import { CoppiceError } from "../base/errors.js";
import type { Conversation } from "../engine/port.js";
import type { Task, TreeNode } from "../model/tree.js";
import { binNumeric } from "./bins.js";
import { flatten, preorder } from "./flatten.js";
import { grow } from "./grow.js";
import type { LearnContext, Learner, Promises } from "./learner.js";
import { makePlan } from "./plan.js";
import { collapse } from "./prune/collapse.js";
import { type TreeOptions, treeOptions } from "./treeOptions.js";
import { HeldErrors, truncate } from "./validate.js";

export interface TreePreset {
  readonly name: string;
  readonly summary: string;
  readonly tasks: readonly Task[];
  readonly promises?: Partial<Promises>;
  /** Answers that differ from the general defaults. */
  readonly answers: Partial<TreeOptions>;
}

/** An algorithm is a preset, not a subclass: a name for a set of answers to the six questions. */
export function treeLearner({ name, summary, tasks, answers, promises }: TreePreset): Learner {
  return {
    name,
    summary,
    tasks,
    options: treeOptions(answers),
    promises: { monotone: true, rowOrder: true, weights: true, ...promises },
    heldShare: (options) => (options as TreeOptions).validation,
    learn: (options, context) => learnTree(options as TreeOptions, context),
  };
}

export function* learnTree(options: TreeOptions, context: LearnContext): Conversation<TreeNode[]> {
  const plan = makePlan(options, context);
  if (options.validation !== undefined && options.maxLeaves !== undefined) {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      "validation stops growth by layers and maxLeaves by leaves: give one of them",
    );
  }
  if (options.numeric === "bins") yield* binNumeric(plan);
  const held = options.validation === undefined ? undefined : new HeldErrors(plan);
  if (held) yield* held.start();
  const root = yield* grow(plan, context, held?.afterDivision);
  if (held) truncate(preorder(root), held.bestDepth());
  if (options.collapse) collapse(root, plan);
  return flatten(root, plan);
}

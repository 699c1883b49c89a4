import type { z } from "zod";
import type { Conversation, EngineFacts } from "../engine/port.js";
import type { Problem } from "../engine/problem.js";
import type { Costs } from "../model/costs.js";
import type { Task, TreeModel, TreeNode } from "../model/tree.js";
import type { MissingChoices } from "./missing/strategies.js";
import type { PruneChoice, PruneOptions } from "./prune/pruneOptions.js";

/** What a learner is given besides its options. */
export interface LearnContext {
  readonly problem: Pick<Problem, "task" | "rows" | "totalWeight" | "target" | "attributes">;
  readonly facts: EngineFacts;
  readonly seed: number;
  /** Called now and then with the share of the work that is done. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** What a learner promises about its results; the contract suite holds it to them. */
export interface Promises {
  /** The same predictions after any increasing transform of a numeric attribute. */
  readonly monotone: boolean;
  /** The same model whatever the order of the rows. */
  readonly rowOrder: boolean;
  /** A row of weight 2 is a row twice. */
  readonly weights: boolean;
}

/** What a learner gives back: the nodes, and what else belongs in the model. */
export interface Learned {
  readonly nodes: readonly TreeNode[];
  readonly costs?: Costs;
}

/** A learner publishes its options and holds a conversation with an engine. */
export interface Learner {
  readonly name: string;
  readonly summary: string;
  readonly tasks: readonly Task[];
  readonly options: z.ZodObject;
  readonly promises: Promises;
  /** The share of rows to hold back from growth for these options, if any. */
  readonly heldShare?: (options: Readonly<Record<string, unknown>>) => number | undefined;
  /** What these options do about missing cells, if the learner leaves that to them. */
  readonly missing?: (options: Readonly<Record<string, unknown>>) => MissingChoices | undefined;
  /** How the grown tree is to be pruned for these options, if learners' trees are pruned at all. */
  readonly pruning?: (
    options: Readonly<Record<string, unknown>>,
  ) => { readonly prune: PruneChoice; readonly options: PruneOptions } | undefined;
  learn(options: Readonly<Record<string, unknown>>, context: LearnContext): Conversation<Learned>;
  /** Gives a grown tree the surrogates that these options ask for, if the learner knows such. */
  furnish?(
    model: TreeModel,
    options: Readonly<Record<string, unknown>>,
    context: LearnContext,
  ): Conversation<Learned>;
}

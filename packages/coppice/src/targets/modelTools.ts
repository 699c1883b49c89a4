import type { Learner } from "../learn/learner.js";
import { type MissingStrategy, missingStrategies as strategiesFor } from "../learn/missing/strategies.js";
import { type OptionFacts, describeOptions as optionFacts } from "../learn/options.js";
import {
  pruneAt as cutBack,
  type PruningSequence,
  type SequenceOptions,
  pruningSequence as sequenceOf,
} from "../learn/prune/costComplexity.js";
import { cutAt as cut } from "../learn/prune/cutAt.js";
import { checkPrunable } from "../learn/prune/prunable.js";
import type { Task, TreeModel } from "../model/tree.js";

/*
 * Functions of this file's own instead of re-exports: where a page names any export of the library, esbuild loads each
 * file that is re-exported if a learner needs it, and a page whose worker learns needs none of these.
 */

/** The options of a learner as data: type, default, rule and help of each. */
export function describeOptions(learner: Pick<Learner, "options">): OptionFacts[] {
  return optionFacts(learner);
}

/** The strategies for missing values that a learner offers. */
export function missingStrategies(task?: Task): MissingStrategy[] {
  return strategiesFor(task);
}

/** The sequence of subtrees of cost-complexity pruning, with the alpha of each. */
export function pruningSequence(model: TreeModel, options?: SequenceOptions): PruningSequence {
  checkPrunable(model);
  return sequenceOf(model, options);
}

/** The tree of a pruning sequence at a given alpha. */
export function pruneAt(model: TreeModel, sequence: PruningSequence, alpha: number): TreeModel {
  return cutBack(model, sequence, alpha);
}

/** A tree in which the given nodes have become leaves. */
export function cutAt(model: TreeModel, nodes: Iterable<number>): TreeModel {
  return cut(model, nodes);
}

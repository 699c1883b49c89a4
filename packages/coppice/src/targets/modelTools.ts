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
import type { Task, TreeModel } from "../model/tree.js";

/*
 * Functions of this file's own instead of re-exports: where a page names any export of the library, esbuild loads each
 * file that is re-exported if a learner needs it, and a page whose worker learns needs none of these.
 */

export function describeOptions(learner: Pick<Learner, "options">): OptionFacts[] {
  return optionFacts(learner);
}

export function missingStrategies(task?: Task): MissingStrategy[] {
  return strategiesFor(task);
}

export function pruningSequence(model: TreeModel, options?: SequenceOptions): PruningSequence {
  return sequenceOf(model, options);
}

export function pruneAt(model: TreeModel, sequence: PruningSequence, alpha: number): TreeModel {
  return cutBack(model, sequence, alpha);
}

export function cutAt(model: TreeModel, nodes: Iterable<number>): TreeModel {
  return cut(model, nodes);
}

import { keyFor } from "../../base/chance.js";
import { CoppiceError } from "../../base/errors.js";
import { type DataHandle, localRows } from "../../engine/data.js";
import type { Problem } from "../../engine/problem.js";
import type { Judgement } from "../../kernels/drivers/leftOut.js";
import type { TreeModel } from "../../model/tree.js";
import type { GrownTrees, JudgedTrees } from "../grownTrees.js";
import type { Fold } from "./chooseSize.js";
import { type PruningSequence, sequenceFrom } from "./costComplexity.js";
import type { HeldOutRows, LandedRows } from "./landedRows.js";
import { pruneBy } from "./methods.js";
import { chooseByOf, type PruneChoice, type PruneOptions } from "./pruneOptions.js";
import { grownRows, type PruneRows, rowsOfProblem } from "./rows.js";

/** What `fit` knows when a tree has been grown. */
export interface PruneJob {
  readonly prune: PruneChoice;
  readonly options: PruneOptions;
  readonly grown: DataHandle;
  /** The same as used by growth: missing values may have been imputed, rows dropped. */
  readonly seen?: () => DataHandle;
  /** Rows that are not used for growing, to prune with. */
  readonly kept?: DataHandle;
  readonly seed: number;
}

/** A fold of the rows: those that a tree is grown from, and those that it is tested on; collected on demand. */
export interface PruneFold {
  readonly stay: () => DataHandle;
  readonly out: () => DataHandle;
  /** By row of the table 1 if it stays, where that can be told without collecting them. */
  readonly stays?: () => Uint8Array;
}

/** Whether the tree itself is pruned by rows that it was not grown from. */
export function usesKept({ prune, options }: PruneJob): boolean {
  return prune === "reducedError" || (prune === "costComplexity" && chooseByOf(options) === "holdOut");
}

/** The folds on which trees are to be grown in addition to the tree itself: none, unless pruning uses cross-validation. */
export function pruneFolds(job: PruneJob): PruneFold[] {
  const { prune, options, grown, seed } = job;
  if (prune !== "costComplexity" || chooseByOf(options) !== "crossValidation" || grown.task.rows < 2)
    return [];
  const of = Math.min(options.pruneFolds, grown.task.rows);
  const order = { by: "content", key: keyFor("folds", seed) } as const;
  const marks = grown.local?.marks;
  return Array.from({ length: of }, (_, fold) => ({
    stay: () => grown.part({ fold, of, order, rest: true }),
    out: () => grown.part({ fold, of, order }),
    ...(marks && { stays: () => marks({ fold, of, order, rest: true }) }),
  }));
}

/** Prunes the first of the trees just grown, by the others, which were grown on its folds. */
export function pruneGrown(
  trees: GrownTrees,
  folds: readonly PruneFold[],
  { prune, options, grown, kept, seen = () => grown }: PruneJob,
): TreeModel {
  const grownTrees = trees[Symbol.iterator]();
  const model: TreeModel = grownTrees.next().value;
  const judged = folds.length > 0 && countsErrors(model, options) ? trees.judged?.() : undefined;
  // With the first of them, other threads begin with the rest.
  let next = judged ? undefined : grownTrees.next();
  function* foldTrees(): Generator<Fold> {
    judged?.close();
    next ??= grownTrees.next();
    for (let i = 0; !next.done; i++, next = grownTrees.next())
      yield { model: next.value, heldOut: rowsFor(next.value, folds[i].out(), trees.landed?.[i + 1]) };
  }
  try {
    return pruneBy(model, prune, options, {
      training: () => grownRows(model, localRows(seen(), "raising branches").problem),
      folds: foldTrees,
      ...(trees.team && { team: trees.team }),
      ...(trees.onLanded && { onLanded: trees.onLanded }),
      ...(judged && {
        sequence: () => sequenceOf(judged),
        foldLosses: (judgement: Judgement) => judged.losses(judgement),
      }),
      // A single row cannot be set aside for pruning; its tree is a leaf in any case.
      pruning: () => rowsFor(model, kept ?? grown, trees.landed?.[0]),
    });
  } finally {
    judged?.close();
    grownTrees.return?.();
  }
}

/** The first tree's, where the kernel that judges the others finds it. */
function sequenceOf(judged: JudgedTrees): PruningSequence | undefined {
  const found = judged.sequence();
  return found && sequenceFrom(found);
}

function rowsFor(model: TreeModel, data: DataHandle, landed: LandedRows | undefined): HeldOutRows {
  return landed ?? blocksFor(model, blocksOf(data));
}

function* blocksFor(model: TreeModel, blocks: Iterable<Problem>): Generator<PruneRows> {
  for (const block of blocks) yield rowsOfProblem(model, block);
}

/** Whether a tree is pruned by what is misclassified, of the weight that was counted. */
function countsErrors({ task, costs }: TreeModel, { measure, table }: PruneOptions): boolean {
  return task === "classification" && costs === undefined && measure === "error" && table === "breiman";
}

/** The rows of a handle, block by block. */
function blocksOf(data: DataHandle): Iterable<Problem> {
  if (data.blocks) return data.blocks();
  throw new CoppiceError(
    "ENGINE_ROWS",
    "pruning by rows that the tree was not grown from needs an engine whose rows may come to this process; give alpha, or another way to prune",
    { name: "prune" },
  );
}

import { CoppiceError, unreachable } from "../../base/errors.js";
import type { Judgement, LeftOutLosses } from "../../kernels/drivers/leftOut.js";
import type { Team } from "../../kernels/team.js";
import type { TreeModel } from "../../model/tree.js";
import { chiSquaredTest } from "./chiSquaredTest.js";
import { chosenRow, crossValidated, type Fold, prunedTo, tested } from "./chooseSize.js";
import { type PruningSequence, pruningSequence, type SequenceOptions } from "./costComplexity.js";
import { errorBased } from "./errorBased.js";
import { expectedErrors } from "./errorBound.js";
import type { OnLanded } from "./kernelMovableTree.js";
import type { HeldOutRows } from "./landedRows.js";
import { mdl } from "./mdl.js";
import { mergeLeaves } from "./mergeLeaves.js";
import { chooseByOf, type PruneChoice, type PruneOptions } from "./pruneOptions.js";
import { reducedError } from "./reducedError.js";
import type { PruneRows } from "./rows.js";

/** What a method may ask for besides the tree. */
export interface PruneMaterial {
  /** The rows that the tree was grown from. */
  readonly training?: () => PruneRows;
  /** Rows that it was not grown from. */
  readonly pruning?: () => HeldOutRows;
  /** Trees grown without some rows. */
  readonly folds?: () => Iterable<Fold>;
  /** Threads that may help. */
  readonly team?: Team;
  /** Is told where the training rows come to in the pruned tree, by a method that knows. */
  readonly onLanded?: OnLanded;
  /** The tree's pruning sequence, if that is known by other means. */
  readonly sequence?: () => PruningSequence | undefined;
  /** What their pruned trees lose on these rows, if that can be found out without them. */
  readonly foldLosses?: (judgement: Judgement) => readonly LeftOutLosses[] | undefined;
}

export function pruneBy(
  model: TreeModel,
  prune: PruneChoice,
  options: PruneOptions,
  material: PruneMaterial,
): TreeModel {
  switch (prune) {
    case "none":
      return model;
    case "costComplexity":
      return byCostComplexity(model, options, material);
    case "reducedError":
      return reducedError(
        model,
        needed(material.pruning, "prune=reducedError needs a table of rows to prune by"),
      );
    case "errorBased":
      return byErrors(model, options, material);
    case "mergeLeaves":
      return mergeLeaves(model, limitsOf(options));
    case "mdl":
      return mdl(model);
    case "chiSquared":
      return chiSquaredTest(model, options.pruneSignificance);
    default:
      return unreachable(prune);
  }
}

function byCostComplexity(model: TreeModel, options: PruneOptions, material: PruneMaterial): TreeModel {
  const { alpha = 0, pruneRule } = options;
  const by = sequenceOptions(options);
  const sequence = material.sequence?.() ?? pruningSequence(model, by);
  const chooseBy = chooseByOf(options);
  if (chooseBy === "alpha") return prunedTo(model, sequence, sequence.rows, alpha);
  const rows =
    chooseBy === "holdOut"
      ? tested(
          model,
          sequence,
          needed(material.pruning, "chooseBy=holdOut needs a table of rows to choose by"),
        )
      : crossValidated(model, sequence, material.foldLosses, () => foldsOf(material), by);
  const considered = rows.filter((row, i) => i === 0 || row.alpha >= alpha);
  return prunedTo(model, sequence, rows, Math.max(alpha, rows[chosenRow(considered, pruneRule)].alpha));
}

function foldsOf({ folds }: PruneMaterial): Iterable<Fold> {
  return needed(folds, "choosing the size by cross-validation needs the training table; or give alpha");
}

export function sequenceOptions({ measure, table, alpha }: PruneOptions): SequenceOptions {
  return { measure, table, ...(alpha !== undefined && { least: alpha }) };
}

function byErrors(
  model: TreeModel,
  { errorBound, confidence, raising }: PruneOptions,
  { training, team, onLanded }: PruneMaterial,
): TreeModel {
  const why = "raising branches needs the training table; give it, or set raising=false";
  return errorBased(
    model,
    expectedErrors(errorBound, confidence),
    raising ? needed(training, why) : undefined,
    team,
    onLanded,
  );
}

function limitsOf({ maxIncrease, mergeTo }: PruneOptions) {
  const increase = maxIncrease ?? (mergeTo === undefined ? 0.01 : undefined);
  return {
    ...(increase !== undefined && { maxIncrease: increase }),
    ...(mergeTo !== undefined && { leaves: mergeTo }),
  };
}

function needed<T>(make: (() => T) | undefined, why: string): T {
  if (make !== undefined) return make();
  throw new CoppiceError("PRUNE_ROWS", why, { name: "table", rule: "given" });
}

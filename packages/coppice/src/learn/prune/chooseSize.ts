import type { Judgement, LeftOutLosses } from "../../kernels/drivers/leftOut.js";
import type { PruningRow, TreeModel } from "../../model/tree.js";
import { collapses, type PruningSequence, pruneAt, type SequenceOptions } from "./costComplexity.js";
import { HeldOutLoss } from "./heldOutLoss.js";
import type { HeldOutRows } from "./landedRows.js";
import { costsAsLeaves } from "./measure.js";
import { shapeOf } from "./treeShape.js";

/** The lowest error on held-out rows, or the smallest tree within one standard error of it (Breiman et al. 1984, 3.4.3). */
export type SizeRule = "min" | "1se";

/** The index of the chosen tree in the table. */
export function chosenRow(rows: readonly PruningRow[], rule: SizeRule): number {
  const errors = rows.map(({ crossError = Number.POSITIVE_INFINITY }) => crossError);
  const least = errors.reduce((a, b) => Math.min(a, b));
  // Squared errors of targets near the limits of doubles overflow: then there is no evidence for pruning.
  if (!Number.isFinite(least)) return rows.length - 1;
  const best = errors.indexOf(least);
  const limit = rule === "1se" ? least + (rows[best].crossStd ?? 0) : least;
  return errors.findIndex((error) => error <= limit * (1 + 1e-12));
}

/** A tree grown without some rows, and those rows. */
export interface Fold {
  readonly model: TreeModel;
  readonly heldOut: HeldOutRows;
}

/**
 * The errors of every tree of the sequence by cross-validation, as rpart computes them: between two alphas of the table
 * their geometric mean represents both, and alphas are scaled by the weight of the rows that a fold's tree was grown from.
 */
export function crossValidated(
  model: TreeModel,
  sequence: PruningSequence,
  lossesBy: ((judgement: Judgement) => readonly LeftOutLosses[] | undefined) | undefined,
  folds: () => Iterable<Fold>,
  options: SequenceOptions,
): PruningRow[] {
  const alphas = sequence.rows.map(({ alpha }, j) =>
    j === 0 ? Number.POSITIVE_INFINITY : Math.sqrt(alpha * sequence.rows[j - 1].alpha),
  );
  const loss = new HeldOutLoss(alphas.length);
  const known = lossesBy?.({ alphas, unit: sequence.unit, weight: model.training.weight });
  for (const losses of known ?? []) loss.addErrorSteps(losses);
  for (const fold of known ? [] : folds()) {
    const scale = (sequence.unit * fold.model.training.weight) / model.training.weight;
    const shape = shapeOf(fold.model);
    const costs = costsAsLeaves(fold.model, options.measure ?? "error", shape);
    loss.add(
      fold.model,
      shape,
      collapses(shape, costs, { ...options, ...leastOf(costs[0], scale, options) }).goneAt,
      alphas.map((alpha) => alpha * scale),
      fold.heldOut,
    );
  }
  return withErrors(model, sequence.rows, loss);
}

/** rpart's cp is relative to the root of the whole tree, in the folds too. */
function leastOf(unit: number, scale: number, { least = 0 }: SequenceOptions): SequenceOptions {
  return { least: unit > 0 ? (least * scale) / unit : 0 };
}

/** The errors of every tree of the sequence on rows that the tree was not grown from. */
export function tested(model: TreeModel, sequence: PruningSequence, heldOut: HeldOutRows): PruningRow[] {
  const alphas = sequence.rows.map(({ alpha }) => alpha * sequence.unit);
  const loss = new HeldOutLoss(alphas.length);
  loss.add(model, shapeOf(model), sequence.goneAt, alphas, heldOut);
  return withErrors(model, sequence.rows, loss);
}

function withErrors(model: TreeModel, rows: readonly PruningRow[], loss: HeldOutLoss): PruningRow[] {
  const errors = loss.relativeTo(model);
  return rows.map((row, j) => {
    const { crossError = Number.NaN, crossStd = Number.NaN } = errors[j];
    return Number.isFinite(crossError + crossStd) ? { ...row, crossError, crossStd } : row;
  });
}

/** The tree of one row of the table, with the table. */
export function prunedTo(
  model: TreeModel,
  sequence: PruningSequence,
  rows: readonly PruningRow[],
  alpha: number,
): TreeModel {
  const { nodes, ...head } = pruneAt(model, sequence, alpha);
  return { ...head, pruning: rows, nodes };
}

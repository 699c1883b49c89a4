import { type Problem, problemRows } from "../../engine/problem.js";
import { rowOrder } from "../../engine/rowOrder.js";
import type { TreeModel } from "../../model/tree.js";
import { plainFolds, stratifiedFolds } from "../../use/evaluate/folds.js";
import type { Fold } from "./chooseSize.js";
import { pruneBy } from "./methods.js";
import { chooseByOf, type PruneChoice, type PruneOptions } from "./pruneOptions.js";
import { grownRows, rowsOfProblem } from "./rows.js";

/** What `fit` knows when a tree has been grown. */
export interface PruneJob {
  readonly prune: PruneChoice;
  readonly options: PruneOptions;
  readonly grown: Problem;
  /** The same as growth saw them: missing cells may have been filled, rows dropped. */
  readonly seen?: () => Problem;
  /** Rows kept from growth to prune by. */
  readonly kept?: Problem;
  readonly seed: number;
}

/** How many trees a fit grows: one, and one for each fold. */
export function foldsOf({ prune, options, grown }: Pick<PruneJob, "prune" | "options" | "grown">): number {
  if (prune !== "costComplexity" || chooseByOf(options) !== "crossValidation" || grown.rows < 2) return 0;
  return Math.min(options.pruneFolds, grown.rows);
}

/** Prunes a tree just grown. Yields the rows that another tree is to be grown from, and receives that tree. */
export function* pruneGrown(model: TreeModel, job: PruneJob): Generator<Problem, TreeModel, TreeModel> {
  const { prune, options, grown, kept, seen = () => grown } = job;
  const folds = yield* growFolds(job);
  return pruneBy(model, prune, options, {
    training: () => grownRows(model, seen()),
    folds: () => folds,
    // A single row cannot be kept from growth; its tree is a leaf whatever it is pruned by.
    pruning: () => rowsOfProblem(model, kept ?? grown),
  });
}

function* growFolds(job: PruneJob): Generator<Problem, Fold[], TreeModel> {
  const { grown, seed } = job;
  const count = foldsOf(job);
  if (count === 0) return [];
  const folds = dealFolds(grown, count, seed);
  const rows = Array.from(folds.keys());
  const grownFolds: Fold[] = [];
  for (let fold = 0; fold < count; fold++) {
    const stay = rows.filter((row) => folds[row] !== fold);
    const model = yield problemRows(grown, stay);
    const out = rows.filter((row) => folds[row] === fold);
    grownFolds.push({ model, held: rowsOfProblem(model, problemRows(grown, out)) });
  }
  return grownFolds;
}

/** Dealt along an order that hangs on the rows' content, so that the tree does not hang on the order of the file. */
function dealFolds(grown: Problem, count: number, seed: number): Int32Array {
  const order = rowOrder(grown);
  const { target } = grown;
  const dealt =
    target.kind === "classes"
      ? stratifiedFolds(
          order.map((row) => target.column.codes[row]),
          count,
          seed,
        )
      : plainFolds(grown.rows, count, seed);
  const folds = new Int32Array(grown.rows);
  order.forEach((row, i) => {
    folds[row] = dealt[i];
  });
  return folds;
}

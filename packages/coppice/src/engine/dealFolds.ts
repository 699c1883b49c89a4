import { plainFolds, stratifiedFolds } from "../table/folds.js";
import type { Problem } from "./problem.js";
import { rowOrder } from "./rowOrder.js";

/** By row its fold. Dealt in an order that depends on the rows' content, so that nothing depends on the order of the file. */
export function dealFolds(problem: Problem, count: number, seed: number): Int32Array {
  const { target, rows } = problem;
  return dealInOrder(
    rowOrder(problem),
    target.kind === "classes" ? target.column.codes : undefined,
    rows,
    count,
    seed,
  );
}

/** `classes`: the class of each row, if rows of each are to be dealt evenly. */
export function dealInOrder(
  order: Int32Array,
  classes: ArrayLike<number> | undefined,
  rows: number,
  count: number,
  seed: number,
): Int32Array {
  const dealt = classes
    ? stratifiedFolds(codesAt(classes, order), count, seed)
    : plainFolds(rows, count, seed);
  const folds = new Int32Array(rows);
  for (let i = 0; i < order.length; i++) folds[order[i]] = dealt[i];
  return folds;
}

function codesAt(codes: ArrayLike<number>, rows: Int32Array): Int32Array {
  const found = new Int32Array(rows.length);
  for (let i = 0; i < found.length; i++) found[i] = codes[rows[i]];
  return found;
}

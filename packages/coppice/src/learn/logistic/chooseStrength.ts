import { exp } from "../../base/exp.js";
import { log2 } from "../../base/log2.js";
import type { Problem } from "../../engine/problem.js";
import { isSplit } from "../../model/tree.js";
import { testedCells } from "../../table/column.js";
import { branchTaken } from "../linear/fittedNodes.js";
import { foldsOf, rowsWhere, significantlyBest } from "../modelTree/settings.js";
import type { Design } from "./design.js";
import { growClassifiers, type LogisticGrowth, leavesAt } from "./grownClassifiers.js";
import { softmaxFit } from "./softmaxFit.js";

/** How strongly coefficients are shrunk, and the tree is pruned. */
export interface Strength {
  readonly shrinkage: number;
  readonly penalty: number;
}

export type StrengthChoices = { readonly [K in keyof Strength]: number | "auto" };

const SHRINKAGES = [0.1, 1, 10, 100];
/** The first is usual (Akaike 1974); others are used if they are significantly better. */
const PENALTIES = [2, 1, 0.5];
/** More rows tell little more about two numbers. */
const MOST_ROWS = 5000;

/**
 * What is left open, by cross-validated deviance: first the shrinkage, of one classifier of all rows; then the penalty, of
 * trees. A large table is sampled.
 */
export function* chooseStrength(
  problem: Problem,
  design: Design,
  { shrinkage, penalty }: StrengthChoices,
  growth: LogisticGrowth & { readonly folds: number; readonly seed: number },
): Generator<number, Strength> {
  const every = Math.ceil(problem.rows / MOST_ROWS);
  const rows = Int32Array.from(design.codes.keys()).filter((row) => row % every === 0);
  const folds = Math.min(growth.folds, rows.length);
  const fold = foldsOf(rows.length, folds, growth.seed);
  const splits = Array.from({ length: folds }, (_, f) => ({
    train: rowsWhere(fold, (one) => one !== f).map((i) => rows[i]),
    test: rowsWhere(fold, (one) => one === f).map((i) => rows[i]),
  }));
  const isOpen = folds > 1 && design.terms.length > 0;
  const lambda = shrinkage !== "auto" ? shrinkage : isOpen ? yield* byDeviance(design, splits) : 1;
  if (penalty !== "auto" || !isOpen) {
    return { shrinkage: lambda, penalty: penalty === "auto" ? PENALTIES[0] : penalty };
  }
  const deviances = PENALTIES.map(() => new Float64Array(problem.rows));
  const cells = problem.attributes.map(testedCells);
  for (const [f, { train, test }] of splits.entries()) {
    yield (1 + f / folds) / 2;
    const grown = growClassifiers(problem, design, train, lambda, growth);
    PENALTIES.forEach((price, p) => {
      const isLeaf = leavesAt(grown, price);
      for (const row of test) {
        let at = 0;
        for (let node = grown.tree.nodes[at]; isSplit(node) && isLeaf[at] === 0; node = grown.tree.nodes[at])
          at = node.branches[branchTaken(node, cells, row)];
        deviances[p][row] = devianceOf(design, row, grown.fits[at].coefficients);
      }
    });
  }
  const judged = deviances.map((all) => Float64Array.from(rows, (row) => all[row]));
  return { shrinkage: lambda, penalty: PENALTIES[significantlyBest(judged)] };
}

interface Split {
  readonly train: Int32Array;
  readonly test: Int32Array;
}

function* byDeviance(design: Design, splits: readonly Split[]): Generator<number, number> {
  const sums = SHRINKAGES.map(() => 0);
  for (const [f, { train, test }] of splits.entries()) {
    yield f / splits.length / 2;
    SHRINKAGES.forEach((lambda, t) => {
      const { coefficients } = softmaxFit(design, train, { lambda });
      for (const row of test) sums[t] += devianceOf(design, row, coefficients);
    });
  }
  return SHRINKAGES[sums.indexOf(Math.min(...sums))];
}

/** Of one row, by its weight. */
function devianceOf(
  { terms, codes, classes, weights }: Design,
  row: number,
  coefficients: Float64Array,
): number {
  const size = terms.length + 1;
  const scores = Float64Array.from({ length: classes }, (_, k) => coefficients[k * size]);
  for (let k = 0; k < classes; k++) {
    for (let t = 0; t < terms.length; t++) scores[k] += coefficients[k * size + t + 1] * terms[t].cells[row];
  }
  const most = Math.max(...scores);
  const total = scores.reduce((sum, score) => sum + exp(score - most), 0);
  return 2 * weights[row] * (log2(total) * Math.LN2 - (scores[codes[row]] - most));
}

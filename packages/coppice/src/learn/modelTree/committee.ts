import { counted } from "../../engine/counted.js";
import type { Problem } from "../../engine/problem.js";
import { problemRows } from "../../engine/problem.js";
import { inContentOrder } from "../../engine/rowOrder.js";
import type { EnsembleModel, EnsembleState } from "../../model/ensemble.js";
import type { TreeModel } from "../../model/tree.js";
import { predictTree } from "../../predict/predictTree.js";
import { takeRows } from "../../table/column.js";
import { makeTable } from "../../table/table.js";
import { membersOf, sampledProblem } from "../ensemble/members.js";
import { OutOfBag } from "../ensemble/outOfBag.js";
import { treeRows, unseen } from "../ensemble/rowsOf.js";
import { fitTree } from "../fitTree.js";
import type { EnsembleContext, EnsembleSlice, EnsembleWork, RowTreeLearner } from "../learner.js";
import { foldsOf, rowsWhere } from "./settings.js";

type Options = Readonly<Record<string, unknown>>;

/** How a committee of a learner's trees is made. */
export interface CommitteeOf {
  readonly learner: RowTreeLearner;
  readonly members: number;
  /** With one member, the folds by which it is judged. */
  readonly folds: number;
  /** The options of one member, settled once for all of them. Progress is a share. */
  readonly settle: (problem: Problem, seed: number) => Generator<number, Options>;
  /** What is added to the model, from what members say of rows that they did not see. */
  readonly correction?: (problem: Problem, heard: OutOfBag) => Partial<Pick<EnsembleModel, "neighbours">>;
}

const BOOTSTRAP = { bootstrap: true } as const;

/**
 * Trees of bootstrap samples, whose predictions are averaged (Breiman 1996), with settings that are chosen once. A single
 * member has all rows.
 */
export function* learnCommittee(
  { learner, members: count, folds, settle, correction }: CommitteeOf,
  { problem: given, seed, resume }: EnsembleContext,
): EnsembleWork {
  const problem = inContentOrder(given);
  const models: TreeModel[] = [];
  const kept = resume?.members.kind === "models" ? resume.members.models : [];
  const state = (): EnsembleState => ({ members: { kind: "models", models: [...models] }, arrays: {} });
  const slice = (done: number): EnsembleSlice => ({ done, members: models.length, state });
  const work = settle(problem, seed);
  let step = work.next();
  for (; !step.done; step = work.next()) yield slice(step.value / (count + 1));
  const options = step.value;
  const heard = new OutOfBag(treeRows(problem), "mean");
  const trees = count === 1 ? wholeAndFolds(problem, folds, seed) : bootstraps(problem, count, seed);
  for (const [i, tree] of trees.entries()) {
    const model = kept[i] ?? fitted(learner, tree.rows(), options, tree.seed);
    models.push(model);
    const { out } = tree;
    if (out) heard.hearAll(out, predicted(model, problem, out));
    const figure = heard.figure();
    if (i >= kept.length) yield { ...slice((i + 2) / (trees.length + 1)), ...(figure && { figure }) };
  }
  const corrected = correction?.(problem, heard);
  return {
    combine: { kind: "mean" },
    // With one member, the other trees only judged the rows that they did not see.
    members: { kind: "models", models: models.slice(0, count) },
    ...(count > 1 && { report: { curves: [heard.curve()] } }),
    ...corrected,
  };
}

interface Sampled {
  readonly seed: number;
  readonly rows: () => Problem;
  /** The rows that it does not see; absent: it sees all. */
  readonly out?: Int32Array;
}

function bootstraps(problem: Problem, count: number, seed: number): Sampled[] {
  const sampled = sampledProblem(problem, BOOTSTRAP);
  return membersOf(problem, BOOTSTRAP, seed, 0, count).map((member) => {
    const counts = member.counts!;
    return { seed: member.seed, rows: () => counted(sampled, counts), out: unseen(counts) };
  });
}

function wholeAndFolds(problem: Problem, folds: number, seed: number): Sampled[] {
  const count = Math.min(folds, problem.rows);
  const fold = foldsOf(problem.rows, count, seed);
  const parts = Array.from({ length: count > 1 ? count : 0 }, (_, f) => ({
    seed,
    rows: () =>
      problemRows(
        problem,
        rowsWhere(fold, (one) => one !== f),
      ),
    out: rowsWhere(fold, (one) => one === f),
  }));
  return [{ seed, rows: () => problem }, ...parts];
}

function fitted(learner: RowTreeLearner, rows: Problem, options: Options, seed: number): TreeModel {
  return fitTree(rows, learner, options, seed);
}

function predicted(model: TreeModel, { attributes }: Problem, rows: Int32Array) {
  return predictTree(model, makeTable(attributes.map((column) => takeRows(column, rows))));
}

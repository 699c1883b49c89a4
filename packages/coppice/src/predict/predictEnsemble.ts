import { unreachable } from "../base/errors.js";
import type { Team } from "../kernels/team.js";
import { type Combination, type EnsembleModel, memberCount } from "../model/ensemble.js";
import type { PackedTrees } from "../model/packed.js";
import type { TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import { type Cells, cellsOf } from "./cells.js";
import { labelsOf, lossOfAnswer } from "./combine.js";
import { linked } from "./link.js";
import { levelCounts, sumsInTypeScript } from "./packed/twin.js";
import { sumsPlan } from "./packedPlan.js";
import type { Answers, Prediction } from "./prediction.js";
import { type MakeReady, predictTreeBy } from "./treeAnswers.js";
import type { TreeTraversal } from "./treeTraversal.js";

/**
 * The combined prediction of many trees. Sums run over the members in their order, so that they do not depend on the
 * threads.
 */
export function predictEnsemble(
  model: EnsembleModel,
  table: Table,
  traversal: TreeTraversal,
  team?: Team,
): Prediction {
  const { members } = model;
  const { cells, warnings } = cellsOf(model, table);
  const sums =
    members.kind === "packed"
      ? traversal.sums(model, members.trees, cells, table.rows, team)
      : sumsOf(model, members.models, table, traversal.ready, 1);
  if (model.task === "regression") {
    const values = averaged(sums, model);
    const isSound = values.every(Number.isFinite) || model.combine.kind === "sum";
    return {
      kind: "regression",
      values: isSound ? values : sumOfParts(model, table, cells, traversal.ready),
      warnings,
    };
  }
  const classes = model.target.levels!.length;
  const probabilities = averaged(sums, model);
  const labels = labelsOf(probabilities, classes, lossOfAnswer(model));
  return { kind: "classification", labels, probabilities, warnings };
}

/** The mean of values so large that their sum would overflow. */
function sumOfParts(
  model: EnsembleModel,
  table: Table,
  cells: readonly Cells[],
  ready: MakeReady,
): Float64Array {
  const { members, attributes } = model;
  const count = memberCount(model);
  if (members.kind === "models") return sumsOf(model, members.models, table, ready, count);
  const { trees, sums } = sumsPlan(model, dividedBy(members.trees, count));
  return sumsInTypeScript(trees, levelCounts(attributes), cells, table.rows, sums);
}

/** The trees with their values divided by `by`. */
export function dividedBy(trees: PackedTrees, by: number): PackedTrees {
  return { ...trees, values: trees.values.map((value) => value / by) };
}

/** The sums of the members' values, each divided by `by`: one number per row and output. */
function sumsOf(
  model: EnsembleModel,
  models: readonly TreeModel[],
  table: Table,
  ready: MakeReady,
  by: number,
): Float64Array {
  const { combine } = model;
  const width = outputsOf(model);
  const sums = new Float64Array(table.rows * width);
  if (combine.kind === "sum") for (let i = 0; i < sums.length; i++) sums[i] = combine.base[i % width];
  models.forEach((member, m) => {
    addAnswers(sums, width, predictTreeBy(ready, member, table), voteOf(combine, m), by);
  });
  return sums;
}

export function outputsOf({ combine, task, target }: EnsembleModel): number {
  if (combine.kind === "sum") return combine.outputs;
  return task === "regression" ? 1 : target.levels!.length;
}

/** The weight of a member's vote; undefined if the members do not vote. */
export function voteOf(combine: Combination, member: number): number | undefined {
  return combine.kind === "vote" ? (combine.weights?.[member] ?? 1) : undefined;
}

export function addAnswers(
  sums: Float64Array,
  width: number,
  answer: Answers,
  vote: number | undefined,
  by = 1,
): void {
  if (answer.kind === "regression") {
    answer.values.forEach((value, row) => {
      sums[row] += value / by;
    });
  } else if (vote !== undefined) {
    answer.labels.forEach((label, row) => {
      sums[row * width + label] += vote;
    });
  } else {
    answer.probabilities.forEach((p, i) => {
      sums[i] += p;
    });
  }
}

/** The prediction from the sums: means, shares of the votes, or the link applied to scores. */
export function averaged(sums: Float64Array, model: EnsembleModel): Float64Array {
  const { combine } = model;
  switch (combine.kind) {
    case "sum":
      return linked(sums, combine);
    case "mean":
      return scaled(sums, memberCount(model));
    case "vote":
      return scaled(sums, combine.weights?.reduce((a, b) => a + b, 0) ?? memberCount(model));
    default:
      return unreachable(combine);
  }
}

function scaled(sums: Float64Array, total: number): Float64Array {
  return sums.map((sum) => sum / total);
}

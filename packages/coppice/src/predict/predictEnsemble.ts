import { unreachable } from "../base/errors.js";
import type { Team } from "../kernels/team.js";
import {
  type Combination,
  type EnsembleModel,
  memberCount,
  memberWeight,
  totalWeight,
} from "../model/ensemble.js";
import {
  type AnsweringNeighbours,
  areAnswers,
  nearestResidual,
  nearestShares,
  nearestValue,
} from "../model/neighbours.js";
import type { PackedTrees } from "../model/packed.js";
import type { TreeModel } from "../model/tree.js";
import type { Cells } from "./bind.js";
import { labelsOf, lossOfAnswer } from "./combine.js";
import { linked } from "./link.js";
import { walkedSums } from "./packedPlan.js";
import type { Answers } from "./prediction.js";
import type { TreeTraversal } from "./treeTraversal.js";

/** Answers for rows whose cells are as the model's tests see them. */
export type Answering = (cells: readonly Cells[], rows: number, team?: Team) => Answers;

/** What each member says of the rows at hand. */
export type MemberAnswers = (model: TreeModel) => (rows: number) => Answers;

/** What many trees say together. Sums run over the members in their order, so that nothing depends on threads. */
export function ensembleAnswers(
  model: EnsembleModel,
  way: TreeTraversal,
  isRow: boolean,
  answersOf: MemberAnswers,
): Answering {
  const { combine, neighbours } = model;
  const sumsOf = way.known
    ? knownSums(way.known, () => sumsBy(model, way, isRow, answersOf))
    : sumsBy(model, way, isRow, answersOf);
  if (neighbours && areAnswers(neighbours))
    return (cells, rows) => nearestAnswers(model, neighbours, cells, rows);
  return (cells, rows, team) => {
    const answers = averaged(sumsOf(cells, rows, 1, team), model);
    if (model.task === "classification") {
      const labels = labelsOf(answers, model.target.levels!.length, lossOfAnswer(model));
      return { kind: "classification", labels, probabilities: answers };
    }
    // Answers so near the end of the number range that their sum has no double are divided first.
    const isSound = combine.kind === "sum" || answers.every(Number.isFinite);
    const values = isSound ? answers : sumsOf(cells, rows, memberCount(model));
    if (neighbours) {
      for (let row = 0; row < rows; row++)
        values[row] += neighbours.share * nearestResidual(neighbours, (a) => cells[a][row]);
    }
    return { kind: "regression", values };
  };
}

/** What the nearest training rows say. */
function nearestAnswers(
  model: EnsembleModel,
  neighbours: AnsweringNeighbours,
  cells: readonly Cells[],
  rows: number,
): Answers {
  if (model.task === "regression") {
    const values = new Float64Array(rows);
    for (let row = 0; row < rows; row++) values[row] = nearestValue(neighbours, (a) => cells[a][row]);
    return { kind: "regression", values };
  }
  const classes = model.target.levels!.length;
  const probabilities = new Float64Array(rows * classes);
  for (let row = 0; row < rows; row++)
    nearestShares(neighbours, (a) => cells[a][row], probabilities, row * classes, classes);
  const labels = labelsOf(probabilities, classes, lossOfAnswer(model));
  return { kind: "classification", labels, probabilities };
}

/** What the members' answers, each value divided by `by`, add up to: one number per row and output. */
type SumsOf = (cells: readonly Cells[], rows: number, by: number, team?: Team) => Float64Array;

function sumsBy(model: EnsembleModel, way: TreeTraversal, isRow: boolean, answersOf: MemberAnswers): SumsOf {
  const { members } = model;
  return members.kind === "packed"
    ? packedSums(model, members.trees, way, isRow)
    : memberSums(model, members.models.map(answersOf));
}

function knownSums(known: Float64Array, make: () => SumsOf): SumsOf {
  return (cells, rows, by, team) => (by === 1 ? known : make()(cells, rows, by, team));
}

function packedSums(model: EnsembleModel, trees: PackedTrees, way: TreeTraversal, isRow: boolean): SumsOf {
  const sums = way.sums(model, trees, isRow);
  return (cells, rows, by, team) => {
    if (by === 1) return sums(cells, rows, team);
    return walkedSums(model, { ...trees, values: trees.values.map((value) => value / by) })(cells, rows);
  };
}

function memberSums(model: EnsembleModel, members: readonly ((rows: number) => Answers)[]): SumsOf {
  const { combine } = model;
  const width = outputsOf(model);
  return (_, rows, by) => {
    const sums = new Float64Array(rows * width);
    if (combine.kind === "sum") for (let i = 0; i < sums.length; i++) sums[i] = combine.base[i % width];
    members.forEach((answer, m) => {
      addAnswers(sums, width, answer(rows), combine, m, by);
    });
    return sums;
  };
}

function outputsOf({ combine, task, target }: EnsembleModel): number {
  if (combine.kind === "sum") return combine.outputs;
  return task === "regression" ? 1 : target.levels!.length;
}

function addAnswers(
  sums: Float64Array,
  width: number,
  answer: Answers,
  combine: Combination,
  member: number,
  by: number,
): void {
  const weight = memberWeight(combine, member);
  if (answer.kind === "regression") {
    answer.values.forEach((value, row) => {
      sums[row] += value / by;
    });
  } else if (combine.kind === "vote") {
    answer.labels.forEach((label, row) => {
      sums[row * width + label] += weight;
    });
  } else {
    answer.probabilities.forEach((p, i) => {
      sums[i] += weight * p;
    });
  }
}

/** The answer that the sums stand for: means, shares of the votes, or what the link makes of scores. */
function averaged(sums: Float64Array, model: EnsembleModel): Float64Array {
  const { combine } = model;
  switch (combine.kind) {
    case "sum":
      return linked(sums, combine);
    case "mean":
    case "vote":
      return scaled(sums, totalWeight(model));
    default:
      return unreachable(combine);
  }
}

function scaled(sums: Float64Array, total: number): Float64Array {
  for (let i = 0; i < sums.length; i++) sums[i] /= total;
  return sums;
}

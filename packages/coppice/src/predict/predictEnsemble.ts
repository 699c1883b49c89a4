import { unreachable } from "../base/errors.js";
import type { Team } from "../kernels/team.js";
import { type Combination, type EnsembleModel, memberCount } from "../model/ensemble.js";
import { landingIn, type PackedTrees } from "../model/packed.js";
import type { Table } from "../table/table.js";
import { type Cells, cellsOf } from "./cells.js";
import { labelsOf, leastRisk, lossOfAnswer } from "./combine.js";
import { linked } from "./link.js";
import type { PackedWay } from "./packedWay.js";
import type { Answers, Prediction } from "./prediction.js";
import { predictTree } from "./predictTree.js";

/** What many trees say together. Sums run over the members in their order, so that nothing depends on threads. */
export function predictEnsemble(model: EnsembleModel, table: Table, way: PackedWay, team?: Team): Prediction {
  const { cells, warnings } = cellsOf(model, table);
  const sums =
    model.members.kind === "packed"
      ? way.sums(model, model.members.trees, cells, table.rows, team)
      : sumsOf(model, table, cells);
  if (model.task === "regression") {
    const values = averaged(sums, model);
    const isSound = values.every(Number.isFinite) || model.combine.kind === "sum";
    return { kind: "regression", values: isSound ? values : sumOfParts(model, table, cells), warnings };
  }
  const classes = model.target.levels!.length;
  const probabilities = averaged(sums, model);
  const labels = labelsOf(probabilities, classes, lossOfAnswer(model));
  return { kind: "classification", labels, probabilities, warnings };
}

/** The mean of answers so near the end of the number range that their sum has no double. */
function sumOfParts(model: EnsembleModel, table: Table, cells: readonly Cells[]): Float64Array {
  const sum = new Float64Array(table.rows);
  const count = memberCount(model);
  for (let member = 0; member < count; member++) {
    const answers = new Float64Array(table.rows);
    addMember(answers, 1, member, model, table, cells);
    for (let row = 0; row < sum.length; row++) sum[row] += answers[row] / count;
  }
  return sum;
}

/** What the members' answers add up to, `width` numbers a row. */
function sumsOf(model: EnsembleModel, table: Table, cells: readonly Cells[]): Float64Array {
  const { combine } = model;
  const width = outputsOf(model);
  const sums = new Float64Array(table.rows * width);
  if (combine.kind === "sum") for (let i = 0; i < sums.length; i++) sums[i] = combine.base[i % width];
  for (let member = 0; member < memberCount(model); member++) {
    addMember(sums, width, member, model, table, cells);
  }
  return sums;
}

function addMember(
  sums: Float64Array,
  width: number,
  member: number,
  model: EnsembleModel,
  table: Table,
  cells: readonly Cells[],
): void {
  const { members, combine } = model;
  if (members.kind === "packed") addPacked(sums, width, members.trees, member, model, cells);
  else addAnswers(sums, width, predictTree(members.models[member], table), voteOf(combine, member));
}

export function outputsOf({ combine, task, target }: EnsembleModel): number {
  if (combine.kind === "sum") return combine.outputs;
  return task === "regression" ? 1 : target.levels!.length;
}

/** The weight of a member's vote; undefined where members do not vote. */
export function voteOf(combine: Combination, member: number): number | undefined {
  return combine.kind === "vote" ? (combine.weights?.[member] ?? 1) : undefined;
}

function addPacked(
  sums: Float64Array,
  width: number,
  trees: PackedTrees,
  member: number,
  { combine, attributes, costs }: EnsembleModel,
  cells: readonly Cells[],
): void {
  const levels = attributes.map((attribute) => attribute.levels?.length ?? 0);
  const vote = voteOf(combine, member);
  // One tree a class and round: member m speaks for output m mod outputs.
  const output = combine.kind === "sum" && trees.width === 1 ? member % width : undefined;
  for (let row = 0; row < sums.length / width; row++) {
    const leaf = landingIn(trees, member, levels, (a) => cells[a][row]);
    const at = row * width;
    if (output !== undefined) sums[at + output] += trees.values[leaf];
    else if (vote !== undefined) sums[at + leastRisk(trees.values, leaf, width, costs?.loss)] += vote;
    else for (let k = 0; k < width; k++) sums[at + k] += trees.values[leaf * width + k];
  }
}

export function addAnswers(
  sums: Float64Array,
  width: number,
  answer: Answers,
  vote: number | undefined,
): void {
  if (answer.kind === "regression") {
    answer.values.forEach((value, row) => {
      sums[row] += value;
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

/** The answer that the sums stand for: means, shares of the votes, or what the link makes of scores. */
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

import { unreachable } from "../base/errors.js";
import { type EnsembleModel, memberCount } from "../model/ensemble.js";
import type { Model } from "../model/model.js";
import type { PackedTrees } from "../model/packed.js";
import type { RuleModel } from "../model/ruleSet.js";
import type { TreeModel } from "../model/tree.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Cells } from "./bind.js";
import { placed, tableAttributes } from "./cells.js";
import { leastRisk, lossOfAnswer } from "./combine.js";
import { rowWalker, walkerInTypeScript } from "./packed/rowWalker.js";
import { packedPlan } from "./packedSums.js";
import { addAnswers, averaged, outputsOf, voteOf } from "./predictEnsemble.js";
import type { Answers } from "./prediction.js";
import { ruleAnswers } from "./predictRules.js";
import { answersOf, readyTree } from "./predictTree.js";
import { prepareCells } from "./prepareCells.js";
import { type Row, type RowCell, RowReader } from "./rowCells.js";

/** What a model says of one row. */
export type RowAnswer =
  | {
      readonly kind: "classification";
      readonly label: string;
      /** The label's index among the target's levels. */
      readonly code: number;
      /** One a class, in the order of the target's levels; they sum to 1. */
      readonly probabilities: Float64Array;
    }
  | { readonly kind: "regression"; readonly value: number };

/** A model made ready to answer for one row at a time. */
export interface Predictor {
  row(row: Row): RowAnswer;
}

/** Makes a model ready: what costs time is done here, once. The answers are those of `predict`. */
export function predictor(model: Model): Predictor {
  const answer = answerRow(model);
  const levels = model.target.levels ?? [];
  return {
    row: (row) => {
      const said = answer(row);
      if (said.kind === "regression") return { kind: "regression", value: said.values[0] };
      const code = said.labels[0];
      return { kind: "classification", label: levels[code], code, probabilities: said.probabilities };
    },
  };
}

type AnswerRow = (row: Row) => Answers;

function answerRow(model: Model): AnswerRow {
  switch (model.format) {
    case "coppice-tree":
      return treeRow(model);
    case "coppice-ensemble":
      return ensembleRow(model);
    case "coppice-rules":
      return rulesRow(model);
    default:
      return unreachable(model);
  }
}

function treeRow(model: TreeModel): AnswerRow {
  const ready = readyTree(model);
  const wanted = tableAttributes(model);
  const { cells, read } = oneRow(wanted);
  const given = placed(model, cells);
  return (row) => {
    read(row);
    return answersOf(ready, model.preparation ? prepareCells(model, given) : cells, 1);
  };
}

function rulesRow(model: RuleModel): AnswerRow {
  const { cells, read } = oneRow(model.attributes);
  return (row) => {
    read(row);
    return ruleAnswers(model, cells, 1);
  };
}

/** Columns of one cell each, and how a row gets into them. */
function oneRow(attributes: readonly ColumnSchema[]): { cells: Cells[]; read: (row: Row) => void } {
  const reader = new RowReader(attributes);
  const flat = new Float64Array(attributes.length);
  const cells = attributes.map(oneCell);
  const read = (row: Row) => {
    reader.into(flat, row);
    for (let a = 0; a < cells.length; a++) {
      // Nominal codes stand in integers, which have no NaN.
      cells[a][0] = cells[a] instanceof Int32Array && Number.isNaN(flat[a]) ? -1 : flat[a];
    }
  };
  return { cells, read };
}

function oneCell({ type }: ColumnSchema): Cells {
  return type === "numeric" || type === "ordered" ? new Float64Array(1) : new Int32Array(1);
}

function ensembleRow(model: EnsembleModel): AnswerRow {
  const { members, combine, task } = model;
  const sumsOf =
    members.kind === "packed" ? packedRow(model, members.trees) : modelsRow(model, members.models);
  const count = memberCount(model);
  const classes = model.target.levels?.length ?? 0;
  const loss = lossOfAnswer(model);
  return (row) => {
    const answers = averaged(sumsOf(row, 1), model);
    if (task === "classification") {
      const labels = Int32Array.of(leastRisk(answers, 0, classes, loss));
      return { kind: "classification", labels, probabilities: answers };
    }
    // Answers so near the end of the number range that their sum has no double are divided first.
    const isSound = Number.isFinite(answers[0]) || combine.kind === "sum";
    return { kind: "regression", values: isSound ? answers : sumsOf(row, count) };
  };
}

/** The sum of the members' answers for a row, each divided by `by`; valid until the next row. */
type SumRow = (row: Row, by: number) => Float64Array;

function packedRow(model: EnsembleModel, packed: PackedTrees): SumRow {
  const { trees, outputs = 1, base, weights } = packedPlan(model, packed);
  const levels = Int32Array.from(model.attributes, ({ levels }) => levels?.length ?? 0);
  const sums = {
    outputs,
    base: Float64Array.from(base ?? new Float64Array(outputs * trees.width)),
    weights: Float64Array.from(weights ?? new Float64Array(memberCount(model)).fill(1)),
  };
  const walker = rowWalker(trees, levels, sums);
  const cells = new Float64Array(levels.length);
  const read = model.preparation ? preparedRow(model, cells) : plainRow(model, cells);
  return (row, by) => {
    read(row);
    if (by === 1) return walker(cells);
    return walkerInTypeScript(
      { ...trees, values: trees.values.map((value) => value / by) },
      levels,
      sums,
    )(cells);
  };
}

function plainRow({ attributes }: EnsembleModel, cells: Float64Array): (row: Row) => void {
  const reader = new RowReader(attributes);
  return (row) => reader.into(cells, row);
}

function preparedRow(model: EnsembleModel, cells: Float64Array): (row: Row) => void {
  const { cells: given, read } = oneRow(tableAttributes(model));
  const all = placed(model, given);
  return (row) => {
    read(row);
    prepareCells(model, all).forEach(([cell], a) => {
      cells[a] = cell;
    });
  };
}

function modelsRow(model: EnsembleModel, models: readonly TreeModel[]): SumRow {
  const { combine } = model;
  const members = models.map(treeRow);
  const width = outputsOf(model);
  return (row, by) => {
    const sums = combine.kind === "sum" ? Float64Array.from(combine.base) : new Float64Array(width);
    const byName = Array.isArray(row) ? named(model.attributes, row) : row;
    members.forEach((answer, member) => {
      const said = answer(byName);
      if (said.kind === "regression") sums[0] += said.values[0] / by;
      else addAnswers(sums, width, said, voteOf(combine, member));
    });
    return sums;
  };
}

/** Members may know the attributes in another order. */
function named(attributes: readonly ColumnSchema[], cells: readonly RowCell[]): ReadonlyMap<string, RowCell> {
  return new Map(attributes.map(({ name }, a) => [name, cells[a]]));
}

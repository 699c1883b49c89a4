import { mustBe, unreachable } from "../base/errors.js";
import { type EnsembleModel, memberCount } from "../model/ensemble.js";
import type { Task } from "../model/head.js";
import type { Model } from "../model/model.js";
import type { PackedTrees } from "../model/packed.js";
import type { RuleModel } from "../model/ruleSet.js";
import type { TreeModel } from "../model/tree.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Cells } from "./bind.js";
import { placed, tableAttributes } from "./cells.js";
import { leastRisk, lossOfAnswer } from "./combine.js";
import { levelCounts, walkerInTypeScript } from "./packed/twin.js";
import { sumsPlan } from "./packedPlan.js";
import { addAnswers, averaged, dividedBy, outputsOf, voteOf } from "./predictEnsemble.js";
import type { Answers } from "./prediction.js";
import { ruleAnswers } from "./predictRules.js";
import { prepareCells } from "./prepareCells.js";
import { listedNames, type Row, type RowCell, RowReader } from "./rowCells.js";
import { answersOf } from "./treeAnswers.js";
import type { TreeTraversal } from "./treeTraversal.js";

/** A model's prediction for one row. */
export type RowAnswer = RowClass | RowValue;

export interface RowClass extends RowFacts {
  readonly kind: "classification";
  readonly label: string;
  /** The label's index among the target's levels. */
  readonly code: number;
  /** By class name; they sum to 1. */
  readonly probabilities: Readonly<Record<string, number>>;
}

export interface RowValue extends RowFacts {
  readonly kind: "regression";
  readonly value: number;
}

/** Facts about a row besides the prediction. */
export interface RowFacts {
  /** Attributes with a missing value. */
  readonly missing: readonly string[];
  /** Attributes whose level was not seen in training; treated as missing. */
  readonly unseen: readonly string[];
}

export interface PredictorOptions {
  /**
   * How to handle a key that is not an attribute of the model: as an error (the default; the target's name is
   * allowed), or ignored.
   */
  readonly unknownKeys?: "error" | "ignore";
}

/** A model prepared to predict one row at a time. */
export interface Predictor<T extends Task = Task> {
  row(row: Row): RowAnswerFor<T>;
}

export type RowAnswerFor<T extends Task> = T extends "classification" ? RowClass : RowValue;

/**
 * `predictor` with the given traversal. Expensive work is done here, once. The predictions are those of `predict`.
 */
export function predictorBy<M extends Model>(
  traversal: TreeTraversal,
  model: M,
  { unknownKeys = "error" }: PredictorOptions = {},
): Predictor<M["task"]> {
  if (unknownKeys !== "error" && unknownKeys !== "ignore")
    throw mustBe("OPTION_RANGE", "unknownKeys", '"error" or "ignore"', unknownKeys);
  const reader = new RowReader(
    rowAttributes(model),
    unknownKeys === "error" ? [model.target.name] : undefined,
  );
  const answer = answerRow(model, reader, traversal);
  const levels = model.target.levels ?? [];
  const row = (row: Row): RowAnswer => {
    const answered = answer(row);
    const { missing, unseen } = reader;
    if (answered.kind === "regression")
      return { kind: "regression", value: answered.values[0], missing, unseen };
    const code = answered.labels[0];
    const probabilities = Object.fromEntries(levels.map((level, k) => [level, answered.probabilities[k]]));
    return { kind: "classification", label: levels[code], code, probabilities, missing, unseen };
  };
  return { row } as Predictor<M["task"]>;
}

/** The attributes by which a row is read: those that a table must have. */
export function rowAttributes(model: Model): readonly ColumnSchema[] {
  return model.format === "coppice-rules" ? model.attributes : tableAttributes(model);
}

type AnswerRow = (row: Row) => Answers;

/** The reader has read the row when this returns. */
function answerRow(model: Model, reader: RowReader, traversal: TreeTraversal): AnswerRow {
  switch (model.format) {
    case "coppice-tree":
      return treeRow(model, reader, traversal);
    case "coppice-ensemble":
      return ensembleRow(model, reader, traversal);
    case "coppice-rules":
      return rulesRow(model, reader);
    default:
      return unreachable(model);
  }
}

function treeRow(model: TreeModel, reader: RowReader, traversal: TreeTraversal): AnswerRow {
  const ready = traversal.ready(model);
  const { cells, read } = oneRow(tableAttributes(model), reader);
  const given = placed(model, cells);
  return (row) => {
    read(row);
    return answersOf(ready, model.preparation ? prepareCells(model, given) : cells, 1);
  };
}

function rulesRow(model: RuleModel, reader: RowReader): AnswerRow {
  const { cells, read } = oneRow(model.attributes, reader);
  return (row) => {
    read(row);
    return ruleAnswers(model, cells, 1);
  };
}

/** Columns of one cell each, and a function that reads a row into them. */
function oneRow(
  attributes: readonly ColumnSchema[],
  reader: RowReader,
): { cells: Cells[]; read: (row: Row) => void } {
  const flat = new Float64Array(attributes.length);
  const cells = attributes.map(oneCell);
  const read = (row: Row) => {
    reader.into(flat, row);
    for (let a = 0; a < cells.length; a++) {
      // Nominal codes are stored as integers, which have no NaN.
      cells[a][0] = cells[a] instanceof Int32Array && Number.isNaN(flat[a]) ? -1 : flat[a];
    }
  };
  return { cells, read };
}

function oneCell({ type }: ColumnSchema): Cells {
  return type === "numeric" || type === "ordered" ? new Float64Array(1) : new Int32Array(1);
}

function ensembleRow(model: EnsembleModel, reader: RowReader, traversal: TreeTraversal): AnswerRow {
  const { members, combine, task } = model;
  const sumsOf =
    members.kind === "packed"
      ? packedRow(model, members.trees, reader, traversal)
      : modelsRow(model, members.models, reader, traversal);
  const count = memberCount(model);
  const classes = model.target.levels?.length ?? 0;
  const loss = lossOfAnswer(model);
  return (row) => {
    const answers = averaged(sumsOf(row, 1), model);
    if (task === "classification") {
      const labels = Int32Array.of(leastRisk(answers, 0, classes, loss));
      return { kind: "classification", labels, probabilities: answers };
    }
    // Values so large that their sum would overflow are divided first.
    const isSound = Number.isFinite(answers[0]) || combine.kind === "sum";
    return { kind: "regression", values: isSound ? answers : sumsOf(row, count) };
  };
}

/** The sum of the members' values for a row, each divided by `by`; valid until the next row. */
type SumRow = (row: Row, by: number) => Float64Array;

function packedRow(
  model: EnsembleModel,
  packed: PackedTrees,
  reader: RowReader,
  traversal: TreeTraversal,
): SumRow {
  const { trees, sums } = sumsPlan(model, packed);
  const levels = levelCounts(model.attributes);
  const walker = traversal.rowSums(trees, levels, sums);
  const cells = new Float64Array(levels.length);
  const read = model.preparation ? preparedRow(model, reader, cells) : (row: Row) => reader.into(cells, row);
  return (row, by) => {
    read(row);
    if (by === 1) return walker(cells);
    return walkerInTypeScript(dividedBy(trees, by), levels, sums)(cells);
  };
}

/** Reads a row into the cells that the trees see: imputed, and with the added attributes. */
function preparedRow(model: EnsembleModel, reader: RowReader, cells: Float64Array): (row: Row) => void {
  const { cells: given, read } = oneRow(tableAttributes(model), reader);
  const all = placed(model, given);
  return (row) => {
    read(row);
    prepareCells(model, all).forEach(([cell], a) => {
      cells[a] = cell;
    });
  };
}

function modelsRow(
  model: EnsembleModel,
  models: readonly TreeModel[],
  reader: RowReader,
  traversal: TreeTraversal,
): SumRow {
  const { combine } = model;
  const members = models.map((one) => treeRow(one, new RowReader(tableAttributes(one)), traversal));
  const cells = new Float64Array(model.attributes.length);
  const width = outputsOf(model);
  return (row, by) => {
    const sums = combine.kind === "sum" ? Float64Array.from(combine.base) : new Float64Array(width);
    reader.into(cells, row);
    const byName = Array.isArray(row) ? named(model.attributes, row) : row;
    members.forEach((answer, member) => {
      addAnswers(sums, width, answer(byName), voteOf(combine, member), by);
    });
    return sums;
  };
}

/** Members may have the attributes in another order. */
function named(attributes: readonly ColumnSchema[], cells: readonly RowCell[]): ReadonlyMap<string, RowCell> {
  return new Map(listedNames(attributes).map((name, i) => [name, cells[i]]));
}

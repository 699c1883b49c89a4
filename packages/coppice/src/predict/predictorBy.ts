import type { OptionNames } from "../base/checkOptions.js";
import { mustBe } from "../base/errors.js";
import type { Task } from "../model/head.js";
import type { Model } from "../model/model.js";
import { type ColumnSchema, hasOrder, isStringType } from "../table/schema.js";
import { StringCells } from "../table/stringCells.js";
import { answererOf, type CellSource } from "./answerer.js";
import type { Bound, Cells } from "./bind.js";
import { type Row, RowReader } from "./rowCells.js";
import type { TreeTraversal } from "./treeTraversal.js";

/** What a model predicts for one row. */
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

/** What is to be known of a row besides the answer. */
export interface RowFacts {
  /** Attributes for which the row has no value. */
  readonly missing: readonly string[];
  /** Attributes whose level the model never saw; they are taken as missing. */
  readonly unseen: readonly string[];
}

export interface PredictorOptions {
  /**
   * What happens to a key that is no attribute of the model: an error (the default; the target's own name is let pass),
   * or nothing.
   */
  readonly unknownKeys?: "error" | "ignore";
}

export const PREDICTOR_OPTIONS: OptionNames<PredictorOptions> = { unknownKeys: 1 };

/** A model made ready to answer for one row at a time. */
export interface Predictor<T extends Task = Task> {
  row(row: Row): RowAnswerFor<T>;
}

export type RowAnswerFor<T extends Task> = T extends "classification" ? RowClass : RowValue;

/** A reader of rows with a model's attributes. */
export function rowReader(
  { target }: Model,
  attributes: readonly ColumnSchema[],
  { unknownKeys = "error" }: PredictorOptions,
): RowReader {
  if (unknownKeys !== "error" && unknownKeys !== "ignore")
    throw mustBe("OPTION_RANGE", "unknownKeys", '"error" or "ignore"', unknownKeys);
  return new RowReader(attributes, unknownKeys === "error" ? [target.name] : undefined);
}

/** `predictor` with the given traversal. The answers are those of `predict`. */
export function predictorBy<M extends Model>(
  traversal: TreeTraversal,
  model: M,
  options: PredictorOptions = {},
): Predictor<M["task"]> {
  const source = new RowSource((attributes) => rowReader(model, attributes, options));
  const answer = answererOf(traversal, model, source);
  const levels = model.target.levels ?? [];
  const row = (row: Row): RowAnswer => {
    source.row = row;
    const said = answer(1);
    const { missing, unseen } = source.reader!;
    if (said.kind === "regression") return { kind: "regression", value: said.values[0], missing, unseen };
    const code = said.labels[0];
    const probabilities = Object.fromEntries(levels.map((level, k) => [level, said.probabilities[k]]));
    return { kind: "classification", label: levels[code], code, probabilities, missing, unseen };
  };
  return { row } as Predictor<M["task"]>;
}

/** The cells of one row. The first that are asked for are those of the model itself; its members may know the attributes in another order. */
class RowSource implements CellSource {
  readonly isRow = true;
  row: Row = [];
  /** The model's own. */
  reader: RowReader | undefined;

  /** `readerOf` makes the model's own. */
  constructor(private readonly readerOf: (attributes: readonly ColumnSchema[]) => RowReader) {}

  bound(attributes: readonly ColumnSchema[]): () => Bound {
    const { reader: own } = this;
    const reader = own ? new RowReader(attributes) : this.readerOf(attributes);
    this.reader ??= reader;
    const flat = new Float64Array(attributes.length);
    const cells = attributes.map(oneCell);
    return () => {
      reader.into(flat, own ? own.named(this.row) : this.row);
      for (let a = 0; a < cells.length; a++) {
        // Nominal codes stand in integers, which have no NaN.
        const cell = cells[a];
        cell[0] = cell instanceof Int32Array && Number.isNaN(flat[a]) ? -1 : flat[a];
        if (cell instanceof StringCells) cell.strings = reader.stringsOf(a);
      }
      return { cells, warnings: [] };
    };
  }
}

function oneCell(attribute: ColumnSchema): Cells {
  if (isStringType(attribute.type)) return new StringCells(1);
  return hasOrder(attribute) ? new Float64Array(1) : new Int32Array(1);
}

import { checkOptions, type OptionNames } from "../base/checkOptions.js";
import type { Team } from "../kernels/team.js";
import type { Model } from "../model/model.js";
import { type AsyncData, isRow, type OtherShapes, type SyncData } from "../source/shapes/shapeOf.js";
import type { Table } from "../table/table.js";
import type { Bind } from "./bind.js";
import { predictBy } from "./predictBy.js";
import { named, type PredictedFor } from "./predicted.js";
import { type PredictorOptions, predictorBy, type RowAnswerFor } from "./predictorBy.js";
import { READ_OPTIONS, type ReadForOptions, readFor } from "./readFor.js";
import type { NamedRow, RowCell } from "./rowCells.js";
import type { TreeTraversal } from "./treeTraversal.js";

/** Any data that `tableFrom` accepts synchronously. */
export type PredictData = SyncData | Table | { readonly table: Table };

export interface PredictOptions extends ReadForOptions, PredictorOptions {
  /** Threads among which the rows are divided. */
  readonly team?: Team;
}

const OPTIONS: OptionNames<PredictOptions> = { ...READ_OPTIONS, unknownKeys: 1, team: 1 };

/** A row of any type whose fields are cells, since an interface has no index signature. */
type CellsOf<R> = { readonly [K in keyof R]: RowCell };

/** Predictions for one row, or for the rows of data of type `D`. */
export interface PredictFrom<D> {
  /** One row, by attribute name; attributes that are not given are missing. */
  <M extends Model, R extends CellsOf<R>>(
    model: M,
    row: R,
    options?: PredictOptions,
  ): RowAnswerFor<M["task"]>;
  <M extends Model>(model: M, row: NamedRow, options?: PredictOptions): RowAnswerFor<M["task"]>;
  <M extends Model>(model: M, data: D, options?: PredictOptions): PredictedFor<M["task"]>;
}

export interface Predict extends PredictFrom<PredictData> {
  <M extends Model>(model: M, data: AsyncData, options?: PredictOptions): Promise<PredictedFor<M["task"]>>;
}

/** `predict` with the given traversal. */
export function predictDataBy<P>(traversal: TreeTraversal, others: OtherShapes, bind: Bind): P {
  const predictRows = (model: Model, data: unknown, options: PredictOptions) => {
    const { table, warnings } = readFor(model, data, others, options);
    const prediction = predictBy(traversal, bind, model, table, options.team);
    return named(model, { ...prediction, warnings: [...warnings, ...prediction.warnings] });
  };
  const predict = (model: Model, data: unknown, options: PredictOptions = {}) => {
    checkOptions("predict", options, OPTIONS);
    const all = others.collected?.(data);
    if (all) return all.then((rows) => predictRows(model, rows, options));
    if (isRow(data, others)) return predictorBy(traversal, model, options).row(data as NamedRow);
    return predictRows(model, data, options);
  };
  return predict as P;
}

import type { CandidateOptions, Candidates } from "../learn/edit/candidates.js";
import type { SplitProfile } from "../learn/edit/profileCut.js";
import type { RunningFigure } from "../learn/learner.js";
import type { PruningSequence } from "../learn/prune/costComplexity.js";
import type { Edit, Workbook } from "../model/edit.js";
import type { Model } from "../model/model.js";
import type { TreeModel } from "../model/tree.js";
import type { Prediction } from "../predict/prediction.js";
import type { RowsAt } from "../predict/rowsAt.js";
import type { GivenOptions } from "../source/checkReading.js";
import type { ColumnSchema, Schema } from "../table/schema.js";
import type { Table, Warning } from "../table/table.js";
import type { AnyCrossValidateRequest, CrossValidation } from "./crossValidation.js";
import type { Failure } from "./failure.js";
import type { AnyFitRequest } from "./fitRequest.js";
import type { ModelMessage } from "./modelMessage.js";

/** A table that a library keeps. */
export interface TableRef {
  readonly id: number;
  readonly rows: number;
  readonly columns: readonly ColumnSchema[];
}

/** A file's content; the name decides the format. */
export interface FileContent {
  readonly bytes: Uint8Array | Blob;
  readonly name: string;
  readonly options?: Omit<GivenOptions, "signal" | "onProgress" | "team">;
}

export interface OpenedTable {
  readonly table: TableRef;
  readonly warnings: readonly Warning[];
  readonly schema?: Schema;
}

/** A request without what cannot be sent to a worker. */
type Sent<R> = Omit<R, "signal" | "onProgress" | "onWarning" | "checkpoint" | "workers">;
export type FitWish = Sent<AnyFitRequest>;
export type CrossValidateWish = Sent<AnyCrossValidateRequest>;

/** The sequence of cost-complexity pruning of a tree, and the tree: as it was grown, unless people have edited it. */
export interface WholeSequence extends PruningSequence {
  readonly model: TreeModel;
}

interface Weighted {
  readonly weight?: string;
}

/** What a library does, by name: what it is given, besides models and tables as references, and what it answers. */
export interface Tasks {
  open(file: FileContent): OpenedTable;
  keep(table: Table): TableRef;
  table(table: TableRef): Table;
  drop(table: TableRef): undefined;
  fit(table: TableRef, request: FitWish): Model;
  edit(table: TableRef, model: Model, edits: readonly Edit[], options: Weighted): TreeModel;
  replay(table: TableRef, workbook: Workbook): TreeModel;
  candidates(
    table: TableRef,
    model: Model,
    node: string,
    options: Omit<CandidateOptions, "validation"> & { readonly validation?: TableRef },
  ): Candidates;
  rowsAt(table: TableRef, model: TreeModel, node: string): RowsAt;
  splitProfile(
    table: TableRef,
    model: Model,
    node: string,
    attribute: string,
    options: Weighted,
  ): SplitProfile;
  predict(table: TableRef, model: Model): Prediction;
  crossValidate(table: TableRef, request: CrossValidateWish): CrossValidation;
  pruneSequence(table: TableRef, model: TreeModel, options: Weighted): WholeSequence;
}

export type TaskName = keyof Tasks;

/** A model that the library made is known to it by a number; any other is sent. */
export type ModelArgument = { readonly known: number } | { readonly sent: ModelMessage };

/** From the page. Models among the arguments are `ModelArgument`s. */
export type LibraryRequest =
  | { readonly id: number; readonly task: TaskName; readonly args: readonly unknown[] }
  | { readonly cancel: number }
  | { readonly forget: number };

/** To the page. A model among the results is a message, with its number. */
export type LibraryReply =
  | { readonly id: number; readonly share: number; readonly figure?: RunningFigure }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly message: ModelMessage; readonly number: number; readonly rest?: object }
  | ({ readonly id: number } & Failure);

/** Which argument of a task is a model, if one is. */
export const MODEL_ARGUMENT: Readonly<Partial<Record<TaskName, number>>> = {
  edit: 1,
  candidates: 1,
  rowsAt: 1,
  splitProfile: 1,
  predict: 1,
  pruneSequence: 1,
};

import type { EnsembleModel } from "../../model/ensemble.js";
import type { Cells } from "../../table/column.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Learned } from "../learned.js";

/**
 * How a learner learns from rows that keep coming: it starts with a schema, is updated with rows, and has a model at any
 * time. What it knows depends on its options, its seed and the rows in their order, never on how the rows are divided into
 * batches: an interrupted run that is resumed ends in the same bytes as one that was not.
 */
export interface StreamLearning {
  start(options: Readonly<Record<string, unknown>>, context: StreamContext): StreamRun;
  /** Goes on from a state that `StreamRun.state` returned, perhaps in another process. */
  resume(state: StreamState, options: Readonly<Record<string, unknown>>, context: StreamContext): StreamRun;
}

export interface StreamContext {
  /** Names and types, which stay. Levels and classes may be added later: rows then have codes beyond those listed here. */
  readonly schema: StreamSchema;
  readonly seed: number;
}

/** What the rows of a stream are. Levels and classes are those so far, in the order of their codes. */
export interface StreamSchema {
  readonly target: ColumnSchema;
  readonly attributes: readonly ColumnSchema[];
}

/** A learner at work. */
export interface StreamRun {
  /**
   * Learns rows one after another. Before it learns row i it writes what it predicts for it to `predicted[i]`: the code of a
   * class, or -1 if it cannot tell yet; or a value, or NaN.
   */
  update(rows: StreamRows, predicted: Int32Array | Float64Array): void;
  /** Forgets rows that were learned before; one that was not is an error. Only learners that can undo. */
  remove?(rows: StreamRows): void;
  /** The model so far, as plain data. `schema` has every level that a row has had. */
  learned(schema: StreamSchema): StreamLearned;
  /** All that the learner knows; valid until the next update. */
  state(): StreamState;
  /** Figures about the work and the size so far, by name: nodes, bytes, transpositions. */
  figures(): Readonly<Record<string, number>>;
  /** Takes the changes that were noticed since the last call; absent: it looks for none. */
  takeEvents?(): readonly StreamEvent[];
}

/** Rows in the codes of the stream. The arrays belong to the stream and may be overwritten after the call. */
export interface StreamRows {
  readonly rows: number;
  /** By attribute. Numbers and ordered levels: NaN where missing. Levels: -1 where missing. A code may be new. */
  readonly attributes: readonly Cells[];
  /** Codes of classes, or values: never missing. */
  readonly target: Int32Array | Float64Array;
  /** Absent: every row has weight 1. */
  readonly weights?: Float64Array;
  /** The position in the stream of the first row, from 0. */
  readonly first: number;
}

/** A change in the stream, as a learner noticed it. */
export interface StreamEvent {
  readonly kind: "drift" | "warning";
  /** The row at which it was noticed, from 1. */
  readonly row: number;
  /** What was done about it. */
  readonly what: string;
}

/** The nodes of one tree, or the members of an ensemble. */
export type StreamLearned =
  | ({ readonly kind: "tree" } & Learned)
  | ({ readonly kind: "ensemble" } & Pick<EnsembleModel, "combine" | "members">);

/** Plain data and typed arrays, which are written without loss (`stateJson.ts`). */
export type StreamState =
  | null
  | boolean
  | number
  | string
  | Float64Array
  | Int32Array
  | Uint8Array
  | Uint32Array
  | readonly StreamState[]
  | { readonly [name: string]: StreamState };

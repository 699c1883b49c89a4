import type { Task } from "../model/tree.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Warning } from "../table/table.js";
import type { ValueGrid } from "./grid.js";

/**
 * What is to be learned, without any row: the schema, the grids on which sums are exact, and the totals. It is all that a
 * learner that works by sums needs to know beside the answers of an engine.
 */
export interface LearningTask {
  readonly task: Task;
  /** The rows with a target and a positive weight. */
  readonly rows: number;
  readonly attributes: readonly ColumnSchema[];
  readonly target: TargetTask;
  /** Weights, and fractions of them, are multiples of this. */
  readonly weightQuantum: number;
  readonly totalWeight: number;
  readonly warnings: readonly Warning[];
  /** Of rows that are elsewhere, what tells them from others; absent unless it was asked for. */
  readonly contents?: string;
}

export type TargetTask =
  | { readonly kind: "classes"; readonly column: ColumnSchema & { readonly levels: readonly string[] } }
  | { readonly kind: "values"; readonly column: ColumnSchema; readonly grid: Omit<ValueGrid, "units"> };

import { CoppiceError } from "../base/errors.js";
import type { Team } from "../kernels/team.js";
import type { BoostRows } from "./boost/port.js";
import type { AsyncEngine, Engine } from "./port.js";
import type { Problem } from "./problem.js";
import type { FoldChoice, RowChoice } from "./rowChoice.js";
import type { LearningTask } from "./task.js";

/**
 * A handle on rows, wherever they are: what is to be learned from them, and engines that answer for them. A fit is given
 * one; nothing else makes engines. A handle on part of the rows is a handle too, and takes no copy of them.
 */
export interface DataHandle<E extends Engine | AsyncEngine = Engine> {
  readonly task: LearningTask;
  /** Whether a value of this attribute is missing. */
  hasGaps(attribute: number): boolean;
  /** An engine of its own for whoever asks: its node 0 is all rows of the handle. Whoever asks closes it. */
  engine(options?: EngineOptions): E;
  /**
   * A handle on some of the rows, on the same grids (a bag by weights has those of rows of weight 1). It ends with the whole: it is
   * not closed itself.
   */
  part(choice: RowChoice): DataHandle<E>;
  /**
   * Waits until `task` says how many rows of a part there are and how much they weigh, where an engine must be asked for that;
   * absent: it says so at once.
   */
  ready?(): Promise<void>;
  /**
   * The rows themselves, block by block, in their order; one block may be all. The cells of a block are valid until the next. Absent if no
   * row may come to this process; then nothing that looks at cells can be done.
   */
  blocks?(): Iterable<Problem>;
  /** All rows, if there is room for them here as long as somebody learns from them; absent: there is not. */
  whole?(): Problem;
  /**
   * The same rows with the numbers of bins in the place of numbers, which has the same edges whatever the engine. Absent: only rows
   * in this process can be coded so. It ends with the whole.
   */
  inBins?(rules: BinRules): BinnedRows<E> | Promise<BinnedRows<E>>;
  /** The rows as gradient boosting asks them; absent: they cannot be boosted from. Whoever asks closes them. */
  boost?(): BoostRows;
  /** How many trees on parts of the rows may be grown at the same time, since what they ask is answered together; absent: 1. */
  readonly together?: number;
  /** Where all rows are in this process at once. */
  readonly local?: LocalRows<E>;
  /** Ends the handle and all that was made for it. May be called twice. */
  close?(): void | Promise<void>;
}

/** Of at most `sample` rows at most so many bins are made, see `edgesOf`. */
export interface BinRules {
  readonly bins: number;
  readonly sample: number;
}

export interface BinnedRows<E extends Engine | AsyncEngine = Engine> {
  /** A number is how many edges are below it; each bin has a row. */
  readonly data: DataHandle<E>;
  /** By attribute the thresholds between its bins, ascending; undefined where it is no number. */
  readonly edges: readonly (Float64Array | undefined)[];
}

/** The same with engines that answer later, such as databases. */
export type AsyncDataHandle = DataHandle<AsyncEngine>;

export interface EngineOptions {
  /** Threads that share the work, if the engine can use them; absent: those of the handle. */
  readonly team?: Team;
}

export interface LocalRows<E extends Engine | AsyncEngine = Engine> {
  readonly problem: Problem;
  /** A handle of the same kind on rows that were made of these: attributes added, missing values filled. */
  over(problem: Problem): DataHandle<E>;
  /** By row 1 if it is in the part, otherwise 0: the same as the part says, and no rows are collected. Absent: ask the part. */
  marks?(choice: FoldChoice): Uint8Array;
}

/** The rows, if they are in this process. `what` needs them. */
export function localRows<E extends Engine | AsyncEngine>(data: DataHandle<E>, what: string): LocalRows<E> {
  if (data.local) return data.local;
  throw new CoppiceError(
    "ENGINE_ROWS",
    `${what} needs an engine that has all rows in the memory of this process`,
    {
      name: what,
    },
  );
}

export function isDataHandle(data: unknown): data is DataHandle | AsyncDataHandle {
  const { task, engine, part } = (data ?? {}) as Partial<DataHandle>;
  return typeof task === "object" && typeof engine === "function" && typeof part === "function";
}

import { CoppiceError, mustBe } from "../base/errors.js";
import type { AsyncDataHandle, DataHandle } from "../engine/data.js";
import type { Checkpoints } from "../learn/ensemble/checkpoint.js";
import { fitWarnings } from "../learn/fitWarnings.js";
import type { Learner, OnProgress } from "../learn/learner.js";
import type { LearnerName, OptionsOf } from "../learn/optionTypes.js";
import type { Model } from "../model/model.js";
import type { ReadResult } from "../source/options.js";
import { type AsyncData, type TableData, type TableOptions, tableFrom } from "../source/tableFrom.js";
import type { Table, Warning } from "../table/table.js";
import { withoutDuplicates } from "../table/training/duplicateRows.js";
import { type Training, type TrainingInput, trainingFrom } from "../table/training/trainingFrom.js";
import { checkRequest } from "./checkRequest.js";
import { stopped } from "./stopped.js";
import type { FitSpec } from "./trial.js";

/** A learner of your own that a worker can load: a module, and the name under which it exports the learner. */
export interface LearnerModule {
  /** An absolute URL: `new URL("./mine.js", import.meta.url)`. */
  readonly module: URL | string;
  /** Default: the module's default export. */
  readonly export?: string;
}

/** A learner's name, a learner of your own, or the module of one. */
export type LearnerChoice = string | Learner | LearnerModule;

/** A literal name must be a learner's; a name of type `string` is checked at run time. */
export type CheckedLearner<L extends LearnerChoice> = L extends string
  ? string extends L
    ? L
    : L extends LearnerName
      ? L
      : LearnerName
  : L;

/** The possible targets: the keys of the rows or the column names, as far as the data's type is known. */
export type TargetName<D> = D extends readonly (infer R)[]
  ? KeysOf<R>
  : D extends TrainingInput | Table | RowsHandle
    ? string
    : D extends Readonly<Record<string, ArrayLike<unknown>>>
      ? keyof D & string
      : string;

type KeysOf<R> = R extends readonly unknown[]
  ? string
  : [keyof R & string] extends [never]
    ? string
    : keyof R & string;

/** A request to learn a model from data; `L` is the learner, which determines the types of the options and the model. */
export interface FitRequest<L extends LearnerChoice = string, Target extends string = string>
  extends FitData<Target> {
  /** Default: "cart". */
  readonly learner?: CheckedLearner<L>;
  /** The learner's options: `learners` lists them. */
  readonly options?: OptionsOf<L>;
}

/** The same for `fit`, which learns off the calling thread. */
export interface AsyncFitRequest<L extends LearnerChoice = string, Target extends string = string>
  extends FitRequest<L, Target> {
  /** Default: one per core, or a single one if there is little work. The model does not depend on the number. */
  readonly threads?: number;
  /** Stops the fit at once: the promise is rejected with ABORTED. */
  readonly signal?: AbortSignal;
  /** The folder with the library's worker files, if it is not the library's own. */
  readonly workers?: URL | string;
}

/** A request whose learner may be any. */
export type AnyFitRequest = Omit<AsyncFitRequest, "learner" | "options"> & {
  readonly learner?: LearnerChoice;
  readonly options?: unknown;
};

/** A handle on rows that are elsewhere: `coppice/engine` has the interface. */
export type RowsHandle = DataHandle | AsyncDataHandle;

/** Data to learn from: whatever `tableFrom` takes. */
export type FitInput = TableData | AsyncData;

interface FitData<Target extends string> extends TableOptions {
  /** The column to predict; absent: the one that the data's schema names. */
  readonly target?: Target;
  /** A numeric column with each row's weight. */
  readonly weight?: string;
  /**
   * A column with a whole number for each row that no other row has. What is drawn at random goes by it, so that the order of rows
   * does not matter; default: by the rows' positions.
   */
  readonly rowKey?: string;
  /** Columns not to learn from. */
  readonly ignore?: readonly string[];
  /** Columns to include that would be excluded by default, such as identifiers and free text. */
  readonly use?: readonly string[];
  /** The columns to learn from, and no others. */
  readonly attributes?: readonly string[];
  /** For rule learners: LOCKED, GIVEN or FORBIDDEN rules, in the syntax of `parseExpertRules` in `coppice/rules`. */
  readonly rules?: string;
  /** Default: 1. The same seed gives the same model. */
  readonly seed?: number;
  /** Called with each warning about the data before learning begins. */
  readonly onWarning?: (warning: Warning) => void;
  readonly onProgress?: OnProgress;
  /** For ensembles: state saved periodically, from which a later fit can resume. */
  readonly checkpoint?: Checkpoints;
  /**
   * For forests and gradient boosting: a model to go on from, perhaps with other rows. It keeps its trees and options; the
   * number of trees or rounds asked for is that of both together. Default of learner and seed: the model's.
   */
  readonly continueFrom?: Model;
}

/** What to learn from, and how, independent of where it runs. */
export interface PreparedFit {
  readonly training: Training;
  /** Everything but the learner, as plain data. */
  readonly spec: Omit<FitSpec, "learner">;
  readonly learner: LearnerChoice;
}

/** The request has been checked. */
export async function prepareFit(data: FitInput, request: PreparedRequest): Promise<PreparedFit> {
  return prepared(await inputOf(data, request), request);
}

export function prepareFitSync(data: TableData, request: AnyFitRequest): PreparedFit {
  checkRequest(request);
  if (request.signal?.aborted) throw stopped();
  const input = inputOf(data, request);
  if (input instanceof Promise) {
    // Reported instead of any error of the data itself.
    input.catch(() => {});
    throw new CoppiceError("OPTION_CONFLICT", "data that arrives asynchronously needs fit, not fitSync", {
      name: "data",
    });
  }
  return prepared(input, request);
}

/** A request, perhaps to `crossValidate`. */
type PreparedRequest = AnyFitRequest & { readonly groupDuplicates?: boolean };

function prepared(input: TrainingInput, request: PreparedRequest): PreparedFit {
  const { continueFrom, options = {}, rules, onWarning, groupDuplicates } = request;
  const { learner = continueFrom?.learner ?? "cart", seed = continueFrom?.training.seed ?? 1 } = request;
  const found = trainingFrom(input, request);
  const training = groupDuplicates ? { ...found, warnings: withoutDuplicates(found.warnings) } : found;
  const { target, weight, rowKey, attributes } = training;
  const spec = {
    target: target.name,
    options: options as Readonly<Record<string, unknown>>,
    attributes,
    seed,
    ...(weight !== undefined && { weight }),
    ...(rowKey !== undefined && { rowKey }),
    ...(rules !== undefined && { rules }),
    ...(continueFrom && { continueFrom }),
  };
  if (onWarning) {
    for (const warning of [...training.warnings, ...fitWarnings(training.table, spec)]) onWarning(warning);
  }
  return { training, learner, spec };
}

type Input = TrainingInput | Promise<TrainingInput>;

function inputOf(data: FitInput, request: AnyFitRequest): Input {
  const { types, missing, columns, decimal, dates } = request;
  const { schema = (data as Partial<ReadResult> | null | undefined)?.schema } = request;
  const table = tableFrom(data, {
    ...(types && { types }),
    ...(request.schema && { schema: request.schema }),
    ...(missing !== undefined && { missing }),
    ...(columns && { columns }),
    ...(decimal !== undefined && { decimal }),
    ...(dates !== undefined && { dates }),
  });
  const input = (made: Table): TrainingInput => ({
    table: made,
    ...(schema && { schema }),
    ...(made.declared && { declared: made.declared }),
    ...(made.warnings && { warnings: made.warnings }),
  });
  return table instanceof Promise ? table.then(input) : input(table);
}

/** A fit's connections to its caller: cancellation, progress and checkpoints. */
export interface FitHooks {
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  readonly checkpoint?: Checkpoints;
}

export function hooksOf({ signal, onProgress, checkpoint }: AnyFitRequest): FitHooks {
  return { ...(signal && { signal }), ...(onProgress && { onProgress }), ...(checkpoint && { checkpoint }) };
}

export function checkThreads(threads: number | undefined): void {
  if (threads === undefined || (Number.isInteger(threads) && threads >= 1)) return;
  throw mustBe("OPTION_RANGE", "threads", "an integer ≥ 1", threads);
}

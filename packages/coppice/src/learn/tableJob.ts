import { memoryData } from "../engine/memory/data.js";
import { prepare } from "../engine/problem.js";
import type { EnsembleState } from "../model/ensemble.js";
import type { Table } from "../table/table.js";
import type { FitTableRequest } from "./fitTableRequest.js";
import type { EnsembleSlice, TreeLearner } from "./learner.js";
import { checkForTask, checkOptions } from "./options.js";
import { type AnyData, type FitJob, treeJob, treeJobAsync } from "./treeJob.js";

/** How to learn from the rows of a handle, which knows target, weights and attributes. */
export interface DataRequest
  extends Pick<FitTableRequest, "options" | "seed" | "signal" | "onProgress" | "team"> {
  /** For ensembles: the state of an interrupted run, to go on from. */
  readonly resume?: EnsembleState;
  /** For ensembles: called after every slice, and waited for. */
  readonly onSlice?: (slice: EnsembleSlice) => void | Promise<void>;
}

/** One tree of a table's rows, as the request asks. */
export function tableJob(
  table: Table,
  learner: TreeLearner,
  request: Omit<FitTableRequest, "learner">,
): FitJob {
  return dataJob(memoryData(prepare(table, request), request.team), learner, request);
}

/** One tree of the rows of a handle. */
export function dataJob<D extends AnyData>(data: D, learner: TreeLearner, request: DataRequest): FitJob<D> {
  const { options, context } = checked(data, learner, request);
  return treeJob(data, learner, options, context);
}

/** The same, of rows that may have to be coded first where they are. */
export function dataJobAsync<D extends AnyData>(
  data: D,
  learner: TreeLearner,
  request: DataRequest,
): Promise<FitJob<D>> {
  const { options, context } = checked(data, learner, request);
  return treeJobAsync(data, learner, options, context);
}

function checked(data: AnyData, learner: TreeLearner, request: DataRequest) {
  const options = checkOptions(learner, request.options ?? {});
  const { signal, onProgress, team, seed = 1 } = request;
  const context = {
    seed,
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
    ...(team && { team }),
  };
  checkForTask(learner, request.options ?? {}, data.task.task);
  return { options, context };
}

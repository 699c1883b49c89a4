import { prepare } from "../engine/problem.js";
import type { Table } from "../table/table.js";
import type { FitTableRequest } from "./fitTableRequest.js";
import type { TreeLearner } from "./learner.js";
import { checkForTask, checkOptions } from "./options.js";
import { type FitJob, treeJob } from "./treeJob.js";

/** One tree of a table's rows, as the request asks. */
export function tableJob(
  table: Table,
  learner: TreeLearner,
  request: Omit<FitTableRequest, "learner">,
): FitJob {
  const options = checkOptions(learner, request.options ?? {});
  const { signal, onProgress, team, seed = 1 } = request;
  const context = {
    seed,
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
    ...(team && { team }),
  };
  const problem = prepare(table, request);
  checkForTask(learner, request.options ?? {}, problem.task);
  return treeJob(problem, learner, options, context);
}

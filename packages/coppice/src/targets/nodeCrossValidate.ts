import { checkRequest } from "./checkRequest.js";
import {
  type AnyCrossValidateRequest,
  asyncRunner,
  type CrossValidateRequest,
  type CrossValidation,
  crossValidatePrepared,
} from "./crossValidation.js";
import { fitHere } from "./fitHere.js";
import {
  checkThreads,
  type FitInput,
  hooksOf,
  type LearnerChoice,
  type PreparedFit,
  prepareFit,
  type TargetName,
} from "./fitRequest.js";
import { fitsOnCallingThread } from "./smallFit.js";
import { stopped } from "./stopped.js";
import { threadRunner } from "./threadRunner.js";
import { hasWorkers, WORKERS, workerFile } from "./workerFile.js";

/**
 * Estimates by cross-validation how well a learner generalises. Folds are distributed over worker threads. Small tasks, and
 * a learner of your own, run on the calling thread, yielding to the event loop between steps.
 */
export function crossValidate<const D extends FitInput, const L extends LearnerChoice = "cart">(
  data: D,
  request: CrossValidateRequest<L, TargetName<NoInfer<D>>>,
): Promise<CrossValidation>;
export async function crossValidate(
  data: FitInput,
  request: AnyCrossValidateRequest,
): Promise<CrossValidation> {
  checkRequest(request, "crossValidate");
  checkThreads(request.threads);
  if (request.signal?.aborted) throw stopped();
  const prepared = await prepareFit(data, request);
  return crossValidatePrepared(prepared, request, runnerOf(prepared, request));
}

function runnerOf(prepared: PreparedFit, request: AnyCrossValidateRequest) {
  const { training, spec, learner } = prepared;
  const { threads, workers, signal } = request;
  const folder = workers === undefined ? WORKERS : new URL(workers);
  const isHere = fitsOnCallingThread(prepared, threads) || !hasWorkers(folder, "foldWorker");
  if (typeof learner === "string" && !isHere) {
    const options = {
      ...(threads !== undefined && { threads }),
      ...(signal && { signal }),
      worker: workerFile("foldWorker", folder),
      elsewhere: true,
    };
    return threadRunner(training.table, [{ ...spec, learner }], options);
  }
  return asyncRunner(training.table, (table, onProgress) =>
    fitHere({ ...prepared, training: { ...training, table } }, { ...hooksOf(request), onProgress }),
  );
}

import { isDataHandle } from "../engine/data.js";
import type { ModelOf } from "../learn/fit.js";
import type { Model } from "../model/model.js";
import { checkRequest } from "./checkRequest.js";
import { fitHandle } from "./fitHandle.js";
import { fitHere } from "./fitHere.js";
import { fitOnThreads } from "./fitOnThreads.js";
import { fitOrder } from "./fitOrder.js";
import {
  type AnyFitRequest,
  type AsyncFitRequest,
  checkThreads,
  type FitInput,
  hooksOf,
  type LearnerChoice,
  prepareFit,
  type RowsHandle,
  type TargetName,
} from "./fitRequest.js";
import { sharedTable } from "./sharedTable.js";
import { fitsOnCallingThread } from "./smallFit.js";
import { stopped } from "./stopped.js";
import { hasWorkers, WORKERS } from "./workerFile.js";

/**
 * Learns a model from data: rows as objects, columns, a `Table`, or what `readTable` gives. The work is done on worker
 * threads, so the calling one stays free. A learner given as an object runs on the calling thread, yielding to the
 * event loop between steps, and so do tables of up to 2,000 cells unless `threads` is given, and the rows of a handle
 * (`coppice/engine`), whose engines do the work.
 */
export function fit<const D extends FitInput | RowsHandle, const L extends LearnerChoice = "cart">(
  data: D,
  request: AsyncFitRequest<L, TargetName<NoInfer<D>>>,
): Promise<ModelOf<L>>;
export async function fit(data: FitInput | RowsHandle, request: AnyFitRequest): Promise<Model> {
  checkRequest(request);
  const { threads, workers, signal } = request;
  checkThreads(threads);
  if (signal?.aborted) throw stopped();
  if (isDataHandle(data)) return fitHandle(data, request);
  const prepared = await prepareFit(data, request);
  const hooks = hooksOf(request);
  const folder = workers === undefined ? WORKERS : new URL(workers);
  if (fitsOnCallingThread(prepared, threads) || !hasWorkers(folder, "fitWorker"))
    return fitHere(prepared, hooks);
  const ordered = {
    table: sharedTable(prepared.training.table),
    spec: prepared.spec,
    ...(threads !== undefined && { threads }),
    ...(workers !== undefined && { workers: folder.href }),
  };
  return fitOnThreads(fitOrder(ordered, prepared.learner, hooks), hooks);
}

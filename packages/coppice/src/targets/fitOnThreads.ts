import { Worker } from "node:worker_threads";
import { CoppiceError } from "../base/errors.js";
import { kernelsUsable } from "../kernels/support.js";
import type { Model } from "../model/model.js";
import type { Table } from "../table/table.js";
import { errorOf } from "./failure.js";
import type { FitInParallelRequest } from "./fitInParallel.js";
import type { FitReply, FitWorkerData } from "./fitWorker.js";
import { fromMessage } from "./modelMessage.js";
import { sharedTable } from "./sharedTable.js";
import { WORKERS, workerFile } from "./workerFile.js";

export interface FitOnThreadsRequest extends FitInParallelRequest {
  /** Ends the fit at once, wherever it is. */
  readonly signal?: AbortSignal;
}

/**
 * `fitTable` on threads of its own: the calling one stays free, and hears of progress. The model is the same as `fitTable` gives.
 * The table's cells are copied once into memory that the threads share.
 */
export async function fitOnThreads(table: Table, request: FitOnThreadsRequest): Promise<Model> {
  const { signal, onProgress, workers = WORKERS, ...rest } = request;
  if (signal?.aborted) throw stopped();
  const workerData: FitWorkerData = { table: sharedTable(table), request: rest, kernels: kernelsUsable() };
  const worker = new Worker(workerFile("fitWorker", workers), { workerData, execArgv: [] });
  let abort = () => {};
  try {
    return await new Promise((resolve, reject) => {
      abort = () => reject(stopped());
      signal?.addEventListener("abort", abort, { once: true });
      worker.on("message", (reply: FitReply) => {
        if ("share" in reply) onProgress?.(reply.share, reply.figure);
        else if ("message" in reply) resolve(fromMessage(reply.message));
        else reject(errorOf(reply));
      });
      worker.on("error", (error) =>
        reject(new CoppiceError("THREAD_DIED", `the thread ended: ${error.message}`)),
      );
      worker.on("exit", () =>
        reject(new CoppiceError("THREAD_DIED", "the thread ended before its work was done")),
      );
    });
  } finally {
    signal?.removeEventListener("abort", abort);
    // Its own threads end with it.
    await worker.terminate();
  }
}

function stopped(): CoppiceError {
  return new CoppiceError("ABORTED", "learning was stopped");
}

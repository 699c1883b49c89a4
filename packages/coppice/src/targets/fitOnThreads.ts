import { Worker } from "node:worker_threads";
import type { Model } from "../model/model.js";
import { type FitOrder, type FitReply, type FitWorkerHandle, followFit, stopped } from "./fitOrder.js";
import type { Heard } from "./fitRequest.js";
import { WORKERS, workerFile } from "./workerFile.js";

/**
 * Does an order on threads of its own: the calling one stays free, and hears of progress. The model is the same as
 * `fitTable` gives.
 */
export async function fitOnThreads(order: FitOrder, heard: Heard = {}): Promise<Model> {
  if (heard.signal?.aborted) throw stopped();
  const folder = order.workers === undefined ? WORKERS : new URL(order.workers);
  const worker = new Worker(workerFile("fitWorker", folder), { workerData: order, execArgv: [] });
  return followFit(handleOf(worker), heard);
}

function handleOf(worker: Worker): FitWorkerHandle {
  return {
    send: (message) => worker.postMessage(message),
    listen(said, died) {
      worker.on("message", (reply: FitReply) => said(reply));
      worker.on("error", (error) => died(error.message));
      worker.on("exit", (code) => died(`it exited with ${code}`));
    },
    // Its own threads end with it.
    end: () => worker.terminate(),
  };
}

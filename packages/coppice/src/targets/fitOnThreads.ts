import { Worker } from "node:worker_threads";
import type { Model } from "../model/model.js";
import { type FitOrder, type FitReply, type FitWorkerHandle, followFit } from "./fitOrder.js";
import type { FitHooks } from "./fitRequest.js";
import { stopped } from "./stopped.js";
import { WORKERS, workerFile } from "./workerFile.js";

/**
 * Executes an order on separate threads: the calling one stays free and receives progress events. The model is the same
 * as that of `fitTable`.
 */
export async function fitOnThreads(order: FitOrder, hooks: FitHooks = {}): Promise<Model> {
  if (hooks.signal?.aborted) throw stopped();
  const folder = order.workers === undefined ? WORKERS : new URL(order.workers);
  const worker = new Worker(workerFile("fitWorker", folder), { workerData: order, execArgv: [] });
  return followFit(handleOf(worker), hooks);
}

function handleOf(worker: Worker): FitWorkerHandle {
  return {
    send: (message) => worker.postMessage(message),
    listen(onReply, onDeath) {
      worker.on("message", (reply: FitReply) => onReply(reply));
      worker.on("error", (error) => onDeath(error.message));
      worker.on("exit", (code) => onDeath(`it exited with ${code}`));
    },
    // The threads that it started end with it.
    end: () => worker.terminate(),
  };
}

import { isDataHandle } from "../engine/data.js";
import type { ModelOf } from "../learn/fit.js";
import type { Model } from "../model/model.js";
import { readyToPredict } from "../predict/onceLoaded.js";
import { checkRequest } from "./checkRequest.js";
import { type FitReply, type FitWorkerHandle, fitOrder, followFit } from "./fitOrder.js";
import {
  type AnyFitRequest,
  type AsyncFitRequest,
  checkThreads,
  type FitInput,
  hooksOf,
  type LearnerChoice,
  type PreparedFit,
  prepareFit,
  type RowsHandle,
  type TargetName,
} from "./fitRequest.js";
import { fitsOnCallingThread } from "./smallFit.js";
import { stopped } from "./stopped.js";

/**
 * Learns a model from data: rows as objects, columns, a `Table`, or what `readSource` gives. The work is done in a worker,
 * so the page stays responsive. A learner given as an object stays on the calling thread, which lets others run between steps,
 * and so do tables of up to 2,000 cells unless `threads` is given, and all work where no worker can be started.
 */
export function fit<const D extends FitInput | RowsHandle, const L extends LearnerChoice = "cart">(
  data: D,
  request: AsyncFitRequest<L, TargetName<NoInfer<D>>>,
): Promise<ModelOf<L>>;
export async function fit(data: FitInput | RowsHandle, request: AnyFitRequest): Promise<Model> {
  checkRequest(request);
  checkThreads(request.threads);
  if (request.signal?.aborted) throw stopped();
  if (isDataHandle(data)) {
    const { fitHandle } = await import("./fitHandle.js");
    return readyToPredict(await fitHandle(data, request));
  }
  return readyToPredict(await fitPrepared(await prepareFit(data, request), request));
}

export async function fitPrepared(prepared: PreparedFit, request: AnyFitRequest): Promise<Model> {
  const { threads, workers } = request;
  const hooks = hooksOf(request);
  const worker = fitsOnCallingThread(prepared, threads) ? undefined : await startWorker(workers);
  if (worker === undefined) {
    // The learners are most of the library's code, and a page whose worker learns need not load them.
    const { fitHere } = await import("./fitHere.js");
    return fitHere(prepared, hooks);
  }
  const ordered = {
    table: prepared.training.table,
    spec: prepared.spec,
    ...(threads !== undefined && { threads }),
    ...(workers !== undefined && { workers: absolute(workers) }),
  };
  const following = followFit(handleOf(worker), hooks);
  worker.postMessage(fitOrder(ordered, prepared.learner, hooks));
  return following;
}

function absolute(folder: URL | string): string {
  return new URL(folder, globalThis.location?.href).href;
}

let isLogged = false;

/** A worker that is ready; undefined where none can be started: its file is missing, or the page forbids it. */
async function startWorker(workers: URL | string | undefined): Promise<Worker | undefined> {
  let worker: Worker | undefined;
  try {
    // Written out, so that bundlers find the file.
    worker = workers
      ? new Worker(new URL("browserFitWorker.js", absolute(workers)), { type: "module" })
      : new Worker(new URL("./browserFitWorker.js", import.meta.url), { type: "module" });
    await ready(worker);
    return worker;
  } catch (error) {
    worker?.terminate();
    if (!isLogged) {
      isLogged = true;
      const why = error instanceof Error ? error.message : String(error);
      console.debug(`coppice: cannot start a worker (${why}): learning on the calling thread`);
    }
    return undefined;
  }
}

/** The worker's first message means that it is ready. */
function ready(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve();
    worker.onerror = ({ message }) => reject(new Error(message ?? "its file cannot be loaded"));
  });
}

function handleOf(worker: Worker): FitWorkerHandle {
  return {
    send: (message) => worker.postMessage(message),
    listen(onReply, onDeath) {
      worker.onmessage = ({ data }: MessageEvent<FitReply>) => onReply(data);
      worker.onerror = ({ message }) => onDeath(message ?? "it failed");
      worker.onmessageerror = () => onDeath("its answer cannot be read");
    },
    end: async () => worker.terminate(),
  };
}

import type { ModelOf } from "../learn/fit.js";
import type { Model } from "../model/model.js";
import { type FitReply, type FitWorkerHandle, fitOrder, followFit, stopped } from "./fitOrder.js";
import {
  type AnyFitRequest,
  type AsyncFitRequest,
  checkThreads,
  type FitInput,
  heardOf,
  type LearnerChoice,
  type PreparedFit,
  prepareFit,
  type TargetName,
} from "./fitRequest.js";
import { staysHere } from "./smallFit.js";

/**
 * Learns a model from data: rows as objects, columns, a `Table`, or what `readSource` gives. The work is done in a worker,
 * so the page stays responsive. A learner given as an object stays on the calling thread, which lets others run between steps,
 * and so do tables of up to 2,000 cells unless `threads` is given, and all work where no worker can be started.
 */
export function fit<const D extends FitInput, const L extends LearnerChoice = "cart">(
  data: D,
  request: AsyncFitRequest<L, TargetName<NoInfer<D>>>,
): Promise<ModelOf<L>>;
export async function fit(data: FitInput, request: AnyFitRequest): Promise<Model> {
  checkThreads(request.threads);
  if (request.signal?.aborted) throw stopped();
  return fitPrepared(await prepareFit(data, request), request);
}

export async function fitPrepared(prepared: PreparedFit, request: AnyFitRequest): Promise<Model> {
  const { threads, workers } = request;
  const heard = heardOf(request);
  const worker = staysHere(prepared, threads) ? undefined : await started(workers);
  if (worker === undefined) {
    // Learning weighs more than all the rest, and a page whose worker learns does not need it.
    const { fitHere } = await import("./fitHere.js");
    return fitHere(prepared, heard);
  }
  const ordered = {
    table: prepared.training.table,
    spec: prepared.spec,
    ...(threads !== undefined && { threads }),
    ...(workers !== undefined && { workers: absolute(workers) }),
  };
  const following = followFit(handleOf(worker), heard);
  worker.postMessage(fitOrder(ordered, prepared.learner, heard));
  return following;
}

function absolute(folder: URL | string): string {
  return new URL(folder, globalThis.location?.href).href;
}

let isTold = false;

/** A worker that is up; undefined where none can be started: its file is missing, or the page forbids it. */
async function started(workers: URL | string | undefined): Promise<Worker | undefined> {
  let worker: Worker | undefined;
  try {
    // Written out, so that bundlers find the file.
    worker = workers
      ? new Worker(new URL("browserFitWorker.js", absolute(workers)), { type: "module" })
      : new Worker(new URL("./browserFitWorker.js", import.meta.url), { type: "module" });
    await up(worker);
    return worker;
  } catch (error) {
    worker?.terminate();
    if (!isTold) {
      isTold = true;
      const why = error instanceof Error ? error.message : String(error);
      console.debug(`coppice: no worker can be started (${why}), so learning goes on the calling thread`);
    }
    return undefined;
  }
}

/** The worker's first message says that it is up. */
function up(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve();
    worker.onerror = ({ message }) => reject(new Error(message ?? "its file cannot be loaded"));
  });
}

function handleOf(worker: Worker): FitWorkerHandle {
  return {
    send: (message) => worker.postMessage(message),
    listen(said, died) {
      worker.onmessage = ({ data }: MessageEvent<FitReply>) => said(data);
      worker.onerror = ({ message }) => died(message ?? "it failed");
      worker.onmessageerror = () => died("its answer cannot be read");
    },
    end: async () => worker.terminate(),
  };
}

import { parentPort, workerData } from "node:worker_threads";
import { useKernels } from "../kernels/support.js";
import type { OnProgress, RunningFigure } from "../learn/learner.js";
import type { Table } from "../table/table.js";
import { type Failure, failureOf } from "./failure.js";
import { type FitInParallelRequest, fitInParallel } from "./fitInParallel.js";
import { type ModelMessage, toMessage } from "./modelMessage.js";

/** What the thread of `fitOnThreads` is started with. */
export interface FitWorkerData {
  readonly table: Table;
  readonly request: Omit<FitInParallelRequest, "onProgress" | "signal" | "workers">;
  readonly kernels: boolean;
}

export type FitReply =
  | { readonly share: number; readonly figure?: RunningFigure }
  | { readonly message: ModelMessage }
  | Failure;

/** A message for each hundredth of the work. */
const STEP = 0.01;

const { table, request, kernels } = workerData as FitWorkerData;
useKernels(kernels);
const say = (reply: FitReply) => parentPort?.postMessage(reply);
let told = 0;

try {
  const onProgress: OnProgress = (share, figure) => {
    if (share < told + STEP) return;
    told = share;
    say({ share, ...(figure && { figure }) });
  };
  say({ message: toMessage(await fitInParallel(table, { ...request, onProgress })) });
} catch (error) {
  say(failureOf(error));
}

import { parentPort, workerData } from "node:worker_threads";
import { useKernels } from "../kernels/support.js";
import type { OnProgress, RunningFigure } from "../learn/learner.js";
import type { Table } from "../table/table.js";
import { type Failure, failureOf } from "./failure.js";
import { type FitTogetherRequest, fitTogether } from "./fitTogether.js";
import { type Parcel, parcelOf } from "./parcel.js";

/** What the thread of `fitOnThreads` is started with. */
export interface FitWorkerData {
  readonly table: Table;
  readonly request: Omit<FitTogetherRequest, "onProgress" | "signal" | "workers">;
  readonly kernels: boolean;
}

export type FitReply =
  | { readonly share: number; readonly figure?: RunningFigure }
  | { readonly parcel: Parcel }
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
  say({ parcel: parcelOf(await fitTogether(table, { ...request, onProgress })) });
} catch (error) {
  say(failureOf(error));
}

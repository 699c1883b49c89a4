import { parentPort, workerData } from "node:worker_threads";
import { useKernels } from "../kernels/support.js";
import { fitJob, fitSteps } from "../learn/fit.js";
import type { Table } from "../table/table.js";
import { type Failure, failureOf } from "./failure.js";
import { growShare } from "./growShare.js";
import { type ModelMessage, toMessage } from "./modelMessage.js";
import type { FitSpec } from "./trial.js";

/** The start data of a thread that grows some of a fit's trees. */
export interface TreeWorkerData {
  readonly table: Table;
  readonly spec: FitSpec;
  /** How many trees have been taken, by all threads together. */
  readonly taken: Int32Array;
  readonly kernels: boolean;
}

/** A tree and its index among those that the fit requested. */
export type GrownTree = { readonly index: number; readonly message: ModelMessage } | Failure;

const { table, spec, taken, kernels } = workerData as TreeWorkerData;
useKernels(kernels);
const post = (reply: GrownTree) => parentPort?.postMessage(reply);

try {
  const step = fitSteps(fitJob(table, spec)).next();
  if (!step.done) growShare(step.value, taken, (index, model) => post({ index, message: toMessage(model) }));
} catch (error) {
  post(failureOf(error));
}

import { parentPort, workerData } from "node:worker_threads";
import { useKernels } from "../kernels/support.js";
import type { Prediction } from "../predict/predictTable.js";
import type { Table } from "../table/table.js";
import { type Job, type Outcome, runJob } from "../use/evaluate/jobs.js";
import { type Failure, failureOf } from "./failure.js";
import { type FitSpec, trialOf } from "./trial.js";

/** The start data of a thread of `threadRunner`. */
export interface WorkerData {
  readonly table: Table;
  readonly recipes: readonly FitSpec[];
  /** Whether kernels may run; each job is done on one thread either way. */
  readonly kernels: boolean;
}

/** Its reply to a job. Errors cross threads as data. */
export type Reply = { readonly outcome: Outcome } | Failure;

const { table, recipes, kernels } = workerData as WorkerData;
useKernels(kernels);
const trials = recipes.map((spec) => trialOf(spec));

parentPort?.on("message", (job: Job) => {
  const reply = replyTo(job);
  parentPort?.postMessage(reply, "outcome" in reply ? buffersOf(reply.outcome) : []);
});

function replyTo(job: Job): Reply {
  try {
    return { outcome: runJob(trials[job.trial], table, job) };
  } catch (error) {
    return failureOf(error);
  }
}

/** Buffers to transfer instead of copying. */
function buffersOf({ prediction, onTrain }: Outcome): ArrayBuffer[] {
  const arrays = (p: Prediction) => (p.kind === "regression" ? [p.values] : [p.labels, p.probabilities]);
  return [prediction, ...(onTrain ? [onTrain] : [])]
    .flatMap(arrays)
    .map(({ buffer }) => buffer as ArrayBuffer);
}

import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { useKernels } from "../kernels/support.js";
import { fitInParallel } from "./fitInParallel.js";
import { type FitOrder, serveFit } from "./fitOrder.js";
import { isModule, learnerIn } from "./ownLearner.js";

/** The thread that `fitOnThreads` starts: it executes one order. */
const order = workerData as FitOrder;
const port = parentPort!;
useKernels(order.kernels);

await serveFit(
  order,
  { post: (reply) => port.postMessage(reply), nextMessage: () => once(port, "message") },
  async ({ table, spec, learner, threads, workers }, hooks) =>
    fitInParallel(table, {
      ...spec,
      ...hooks,
      learner: isModule(learner) ? await learnerIn(learner) : learner,
      ...(threads !== undefined && { threads }),
      ...(workers !== undefined && { workers: new URL(workers) }),
    }),
);

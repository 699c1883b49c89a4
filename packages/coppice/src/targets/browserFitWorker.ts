import { useKernels } from "../kernels/support.js";
import { fitLoaded } from "../learn/fitLoaded.js";
import { browserTeam, type ClosableTeam } from "./browserTeam.js";
import { type FitFunction, type FitOrder, serveFit } from "./fitOrder.js";
import { isModule, learnerIn } from "./ownLearner.js";

/** Cells below which one thread is faster: further threads must start and compile the kernels. */
const FEW_CELLS = 100_000;

/** The worker that a page's `fit` starts: it executes one order. */
const nextMessage = () =>
  new Promise<unknown>((resolve) => {
    self.onmessage = ({ data }) => resolve(data);
  });

const learn: FitFunction = async (order, hooks) => {
  const { table, spec, learner, kernels } = order;
  useKernels(kernels);
  const found = isModule(learner) ? await learnerIn(learner) : learner;
  const team = await teamFor(order);
  try {
    return await fitLoaded(table, { ...spec, ...hooks, learner: found, ...(team && { team }) });
  } finally {
    team?.close();
  }
};

void nextMessage().then((order) =>
  serveFit(order as FitOrder, { post: (reply) => self.postMessage(reply), nextMessage }, learn),
);
self.postMessage("started");

/** Threads, where memory can be shared and there is enough work. If they cannot be started, one thread does it all. */
async function teamFor({ table, threads, workers }: FitOrder): Promise<ClosableTeam | undefined> {
  const isSmall = table.rows * table.columns.length < FEW_CELLS;
  const wanted = threads ?? (isSmall ? 1 : navigator.hardwareConcurrency);
  if (wanted === 1 || !globalThis.crossOriginIsolated) return undefined;
  const worker = workers && new URL("browserWorker.js", workers);
  return browserTeam({ threads: wanted, ...(worker && { worker }) }).catch(() => undefined);
}

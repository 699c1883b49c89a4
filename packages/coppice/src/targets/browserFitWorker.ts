import { useKernels } from "../kernels/support.js";
import { fitLoaded } from "../learn/fitLoaded.js";
import { type FitFunction, type FitOrder, serveFit } from "./fitOrder.js";
import { fitTeam } from "./fitTeam.js";
import { isModule, learnerIn } from "./ownLearner.js";

/** The worker that a page's `fit` starts: it executes one order. */
const nextMessage = () =>
  new Promise<unknown>((resolve) => {
    self.onmessage = ({ data }) => resolve(data);
  });

const learn: FitFunction = async (order, hooks) => {
  const { table, spec, learner, kernels } = order;
  useKernels(kernels);
  const found = isModule(learner) ? await learnerIn(learner) : learner;
  const team = await fitTeam(order);
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

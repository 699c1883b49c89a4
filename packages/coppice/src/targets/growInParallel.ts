import { Worker } from "node:worker_threads";
import { CoppiceError } from "../base/errors.js";
import { kernelsUsable } from "../kernels/support.js";
import type { TreeToGrow } from "../learn/fit.js";
import type { TreeModel } from "../model/tree.js";
import { errorOf } from "./failure.js";
import { growShare } from "./growShare.js";
import { fromMessage } from "./modelMessage.js";
import type { GrownTree, TreeWorkerData } from "./treeWorker.js";

/**
 * Grows the trees on several threads, the calling one among them, and gives them in their order. Threads take trees
 * from one counter, so one that starts late takes fewer, and none is waited for that has taken nothing.
 */
export async function growInParallel(
  trees: readonly TreeToGrow[],
  fit: Pick<TreeWorkerData, "table" | "spec">,
  { threads, file }: { readonly threads: number; readonly file: URL },
): Promise<TreeModel[]> {
  const taken = new Int32Array(new SharedArrayBuffer(4));
  const workerData: TreeWorkerData = { ...fit, taken, kernels: kernelsUsable() };
  const helpers = Array.from({ length: threads - 1 }, () => new Worker(file, { workerData, execArgv: [] }));
  try {
    const harvest = new Harvest(trees.length, helpers);
    growShare(trees, taken, (index, model) => harvest.add(index, model));
    return await harvest.whole;
  } finally {
    await Promise.all(helpers.map((helper) => helper.terminate()));
  }
}

/** The trees that have been grown, by whichever thread. */
class Harvest {
  readonly whole: Promise<TreeModel[]>;
  private readonly models: TreeModel[];
  private missing: number;
  private resolve: (models: TreeModel[]) => void = () => {};

  constructor(count: number, helpers: readonly Worker[]) {
    this.models = new Array(count);
    this.missing = count;
    let alive = helpers.length;
    this.whole = new Promise((resolve, reject) => {
      this.resolve = resolve;
      for (const helper of helpers) {
        helper.on("message", (grown: GrownTree) => {
          if ("index" in grown) this.add(grown.index, fromMessage(grown.message) as TreeModel);
          else reject(errorOf(grown));
        });
        helper.on("error", (error) =>
          reject(new CoppiceError("THREAD_DIED", `a thread ended: ${error.message}`)),
        );
        // Whatever a thread has said is heard before its end.
        helper.on("exit", () => {
          if (--alive === 0)
            reject(new CoppiceError("THREAD_DIED", "a thread ended before its work was done"));
        });
      }
    });
    // The calling thread may fail first, and then nobody listens.
    this.whole.catch(() => {});
  }

  add(index: number, model: TreeModel): void {
    this.models[index] = model;
    if (--this.missing === 0) this.resolve(this.models);
  }
}

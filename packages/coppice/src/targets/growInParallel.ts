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
 * Grows all trees but the first, which is there already, on several threads including the calling one, and returns them in
 * order. Threads take trees from one counter, so a thread that starts late takes fewer, and a thread that has taken none is
 * not waited for.
 */
export async function growInParallel(
  trees: readonly TreeToGrow[],
  first: TreeModel,
  fit: Pick<TreeWorkerData, "table" | "spec">,
  { threads, file }: { readonly threads: number; readonly file: URL },
): Promise<TreeModel[]> {
  const taken = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  const workerData: TreeWorkerData = { ...fit, taken, kernels: kernelsUsable() };
  const helpers = Array.from({ length: threads - 1 }, () => new Worker(file, { workerData, execArgv: [] }));
  try {
    const grown = new GrownTrees(trees.length, helpers);
    grown.add(0, first);
    growShare(trees, taken, (index, model) => grown.add(index, model));
    return await grown.all;
  } finally {
    await Promise.all(helpers.map((helper) => helper.terminate()));
  }
}

/** Collects the trees grown by all threads. */
class GrownTrees {
  readonly all: Promise<TreeModel[]>;
  private readonly models: TreeModel[];
  private missing: number;
  private resolve: (models: TreeModel[]) => void = () => {};

  constructor(count: number, helpers: readonly Worker[]) {
    this.models = new Array(count);
    this.missing = count;
    let alive = helpers.length;
    this.all = new Promise((resolve, reject) => {
      this.resolve = resolve;
      for (const helper of helpers) {
        helper.on("message", (grown: GrownTree) => {
          if ("index" in grown) this.add(grown.index, fromMessage(grown.message) as TreeModel);
          else reject(errorOf(grown));
        });
        helper.on("error", (error) =>
          reject(new CoppiceError("THREAD_DIED", `a thread ended: ${error.message}`)),
        );
        // A thread's messages arrive before its exit event.
        helper.on("exit", () => {
          if (--alive === 0)
            reject(new CoppiceError("THREAD_DIED", "a thread ended before its work was done"));
        });
      }
    });
    // If the calling thread fails first, this promise is never awaited.
    this.all.catch(() => {});
  }

  add(index: number, model: TreeModel): void {
    this.models[index] = model;
    if (--this.missing === 0) this.resolve(this.models);
  }
}

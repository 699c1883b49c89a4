import { isEnsemble, type Model } from "../model/model.js";
import { inBlocks } from "./inBlocks.js";
import { walkedTree } from "./treeAnswers.js";
import { byWalking, type TreeTraversal } from "./treeTraversal.js";

/** With fewer rows the kernels would not be used, or not gain what loading them costs. */
const FEW_ROWS = 2000;

let kernels: TreeTraversal | undefined;
let loading: Promise<void> | undefined;

/** Loads the kernels of prediction and their drivers. If that fails, rows are walked in TypeScript. */
function loadKernels(): Promise<void> {
  loading ??= import("./byKernel.js").then(
    ({ byKernel }) => {
      kernels = byKernel;
    },
    () => {},
  );
  return loading;
}

/** For functions that are asynchronous anyway: makes sure that the predictions of an ensemble are fast from the first on. */
export async function readyToPredict<M extends Model>(model: M): Promise<M> {
  if (isEnsemble(model)) await loadKernels();
  return model;
}

/**
 * For pages: by the kernels once they are loaded, which the first table of many rows begins; until then in TypeScript, so
 * that a page which predicts few rows never loads them. The predictions are identical.
 */
export const onceLoaded: TreeTraversal = {
  inBlocks,
  ready: (model) => {
    if (kernels) return kernels.ready(model);
    const landAll = (_: unknown, rows: number) => loadFor(rows);
    return { ...walkedTree(model), landAll };
  },
  sums: (model, trees, isRow) => {
    if (kernels) return kernels.sums(model, trees, isRow);
    const sums = byWalking.sums(model, trees, isRow);
    return (cells, rows, team) => {
      loadFor(rows);
      return sums(cells, rows, team);
    };
  },
};

function loadFor(rows: number): undefined {
  if (rows >= FEW_ROWS) void loadKernels();
}

import type { KernelBinary } from "../kernels/binary.js";
import { classTreeKernel } from "../kernels/generated/classTree.js";
import { mixedTreeKernel } from "../kernels/generated/mixedTree.js";
import { raisingKernel } from "../kernels/generated/raising.js";
import { ratioTreeKernel } from "../kernels/generated/ratioTree.js";
import { valueTreeKernel } from "../kernels/generated/valueTree.js";
import { isTreeLearner, type Learner } from "../learn/learner.js";
import { checkOptions } from "../learn/options.js";
import { chooseByOf, type PruneOptions } from "../learn/prune/pruneOptions.js";
import { treeLearners } from "../learn/trees.js";
import type { ExpectedTable } from "../table/tableShape.js";

/** The kernels that will probably learn from a table of this shape. */
export function kernelsExpected(
  learner: Learner,
  options: Readonly<Record<string, unknown>>,
  shape: ExpectedTable,
): readonly KernelBinary[] {
  if (!isTreeLearner(learner))
    return ("kernels" in learner && learner.kernels?.(shape)) || memberKernels(options, shape);
  if (options.criterion === "gainRatio" && options.nominal === "perLevel") {
    const isRaised = options.prune === "errorBased" && options.raising === true;
    return isRaised ? [ratioTreeKernel, raisingKernel] : [ratioTreeKernel];
  }
  if (shape.classes === 0) return [valueTreeKernel];
  const byLists = !shape.levels && ["auto", "gini"].includes(String(options.criterion ?? "auto"));
  const own = byLists ? classTreeKernel : mixedTreeKernel;
  // Trees on folds that are only judged; see MixedBatch.
  return own === classTreeKernel && usesFolds(options) && !shape.fractions ? [own, mixedTreeKernel] : [own];
}

function usesFolds(options: Readonly<Record<string, unknown>>): boolean {
  return (
    options.prune === "costComplexity" && chooseByOf(options as unknown as PruneOptions) === "crossValidation"
  );
}

/** Those of the base learner, if options name one. */
function memberKernels(
  { of, settings = {} }: Readonly<Record<string, unknown>>,
  shape: ExpectedTable,
): readonly KernelBinary[] {
  const member = treeLearners.find(({ name }) => name === of);
  if (member === undefined) return [];
  try {
    return kernelsExpected(member, checkOptions(member, settings as Record<string, unknown>), shape);
  } catch {
    // The fit will say why.
    return [];
  }
}

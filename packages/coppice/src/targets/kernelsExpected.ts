import type { KernelBinary } from "../kernels/binary.js";
import { classTreeKernel } from "../kernels/generated/classTree.js";
import { mixedTreeKernel } from "../kernels/generated/mixedTree.js";
import { ratioTreeKernel } from "../kernels/generated/ratioTree.js";
import { valueTreeKernel } from "../kernels/generated/valueTree.js";
import { isTreeLearner, type Learner } from "../learn/learner.js";
import type { ExpectedTable } from "../table/tableShape.js";

/** The kernels that will probably learn from a table of this shape. */
export function kernelsExpected(
  learner: Learner,
  options: Readonly<Record<string, unknown>>,
  shape: ExpectedTable,
): readonly KernelBinary[] {
  if (!isTreeLearner(learner)) return ("kernels" in learner && learner.kernels?.(shape)) || [];
  if (options.criterion === "gainRatio") return [ratioTreeKernel];
  if (shape.classes === 0) return [valueTreeKernel];
  return [shape.levels || options.criterion === "entropy" ? mixedTreeKernel : classTreeKernel];
}

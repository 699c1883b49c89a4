import { exp } from "../../base/exp.js";
import { gatesOf, type SoftEvaluator, type SoftTree } from "../../kernels/drivers/soft/softRows.js";
import { minimise, type Objective } from "./lbfgs.js";

/**
 * A tree while it is trained. `point` has the coefficients of the gates, gate by gate, then for each leaf its value, or
 * for each class the logarithm of its probability up to a constant.
 */
export interface GrownSoft {
  readonly branches: Int32Array;
  readonly point: Float64Array;
}

/** What a tree's numbers mean for the kernel. */
export function softTreeOf({ branches, point }: GrownSoft, width: number, classes: number): SoftTree {
  const at = gatesOf({ branches }) * width;
  const leaves = point.subarray(at);
  return {
    branches,
    forms: point.subarray(0, at),
    answers: classes === 0 ? leaves : softmaxes(leaves, classes),
  };
}

function softmaxes(logits: Float64Array, classes: number): Float64Array {
  const shares = new Float64Array(logits.length);
  for (let at = 0; at < logits.length; at += classes) {
    let most = logits[at];
    for (let k = 1; k < classes; k++) most = Math.max(most, logits[at + k]);
    let sum = 0;
    for (let k = 0; k < classes; k++) {
      shares[at + k] = exp(logits[at + k] - most);
      sum += shares[at + k];
    }
    for (let k = 0; k < classes; k++) shares[at + k] /= sum;
  }
  return shares;
}

/**
 * The mean loss plus the weight decay: half the squares of all numbers but the gates' constants, times `decay` per unit
 * of weight. With the logarithmic loss, a decay of 1 is a normal prior of variance 1.
 */
function objectiveOf(
  evaluator: SoftEvaluator,
  branches: Int32Array,
  terms: number,
  decay: number,
): Objective {
  const { width, classes, totalWeight } = evaluator.data;
  const leavesAt = gatesOf({ branches }) * width;
  const penalty = decay / totalWeight;
  return (point, gradient) => {
    const tree = softTreeOf({ branches, point }, width, classes);
    const sums = evaluator.sums(tree);
    gradient.set(sums.gates);
    if (classes === 0) gradient.set(sums.leaves, leavesAt);
    else putLogitSlopes(gradient.subarray(leavesAt), sums.leaves, tree.answers, classes);
    let squares = 0;
    for (let i = 0; i < point.length; i++) {
      gradient[i] /= totalWeight;
      if (i < leavesAt && i % width >= terms) continue;
      squares += point[i] * point[i];
      gradient[i] += penalty * point[i];
    }
    return sums.loss / totalWeight + 0.5 * penalty * squares;
  };
}

/** From the leaves' parts of the rows of each class. */
function putLogitSlopes(
  into: Float64Array,
  parts: Float64Array,
  answers: Float64Array,
  classes: number,
): void {
  for (let at = 0; at < parts.length; at += classes) {
    let all = 0;
    for (let k = 0; k < classes; k++) all += parts[at + k];
    for (let k = 0; k < classes; k++) into[at + k] = all * answers[at + k] - parts[at + k];
  }
}

/** The tree with its numbers trained for so many steps. */
export function trained(
  evaluator: SoftEvaluator,
  tree: GrownSoft,
  terms: number,
  decay: number,
  steps: number,
): GrownSoft {
  const point = tree.point.slice();
  minimise(objectiveOf(evaluator, tree.branches, terms, decay), point, steps);
  return { branches: tree.branches, point };
}

/** The loss of each row. */
export function lossesOf(evaluator: SoftEvaluator, tree: GrownSoft): Float64Array {
  const { width, classes } = evaluator.data;
  return evaluator.losses(softTreeOf(tree, width, classes));
}

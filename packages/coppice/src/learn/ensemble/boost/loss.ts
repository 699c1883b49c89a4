import { exp, log } from "../../../base/exp.js";
import type { Bounds } from "../../../kernels/drivers/boost/grid.js";
import type { Loss, LossName } from "../../../kernels/drivers/boost/plan.js";

export { LOSSES, type Loss, type LossName } from "../../../kernels/drivers/boost/plan.js";

export function lossOf(name: LossName, classes: number, quantile: number, huberDelta: number): Loss {
  const plain = { name, parameter: 0, outputs: 1, link: "identity" } as const;
  switch (name) {
    case "logistic":
      return { ...plain, link: "logistic" };
    case "softmax":
      return { ...plain, outputs: classes, link: "softmax" };
    case "squared":
      return plain;
    case "absolute":
      return { ...plain, refit: 0.5 };
    case "huber":
      return { ...plain, parameter: huberDelta };
    case "quantile":
      return { ...plain, parameter: quantile, refit: quantile };
    case "poisson":
      return { ...plain, link: "exp" };
  }
}

/** The largest gradient and hessian of a row of weight 1; undefined where only the rows tell. */
export function boundsOf({ name, parameter, outputs }: Loss): Omit<Bounds, "counted"> | undefined {
  switch (name) {
    case "logistic":
      return { gradient: 1, hessian: 1 / 4 };
    case "softmax":
      return { gradient: 1, hessian: outputs / (outputs - 1) / 4 };
    case "absolute":
    case "quantile":
      return { gradient: 1, hessian: 1 };
    case "huber":
      return { gradient: parameter, hessian: 1 };
    case "squared":
    case "poisson":
      return undefined;
  }
}

/**
 * The hessian of a class vanishes as the model becomes sure of it: a leaf with a few rows that it is wrong about would take
 * an arbitrarily long step, and the next rounds longer ones still. A hessian of 1 (as in Chen and Guestrin 2016) bounds it.
 */
export function usualLambda({ name }: Loss): number {
  return name === "logistic" || name === "softmax" ? 1 : 0;
}

/** Whether every row of weight 1 has a hessian of 1. */
export function isCounted({ name }: Loss): boolean {
  return name !== "logistic" && name !== "softmax" && name !== "poisson";
}

/**
 * Gradient and hessian of one row of weight 1, for each output, into `to`: g, h, g, h … Twin of
 * kernels/assembly/boost/gradients.ts, operation by operation.
 */
export function differentiate(loss: Loss, scores: Float64Array, target: number, to: Float64Array): void {
  const { name, parameter } = loss;
  const ahead = scores[0] - target;
  to[1] = 1;
  switch (name) {
    case "logistic": {
      const p = 1 / (1 + exp(-scores[0]));
      to[0] = p - target;
      to[1] = p * (1 - p);
      return;
    }
    case "softmax":
      differentiateSoftmax(scores, target, to);
      return;
    case "squared":
      to[0] = ahead;
      return;
    case "absolute":
      to[0] = ahead > 0 ? 1 : ahead < 0 ? -1 : 0;
      return;
    case "huber":
      to[0] = Math.min(Math.max(ahead, -parameter), parameter);
      return;
    case "quantile":
      to[0] = ahead >= 0 ? 1 - parameter : -parameter;
      return;
    case "poisson":
      to[1] = exp(scores[0]);
      to[0] = to[1] - target;
  }
}

function differentiateSoftmax(scores: Float64Array, target: number, to: Float64Array): void {
  const k = scores.length;
  const factor = k / (k - 1);
  const top = scores.reduce((a, b) => Math.max(a, b));
  let sum = 0;
  for (let i = 0; i < k; i++) {
    to[2 * i] = exp(scores[i] - top);
    sum += to[2 * i];
  }
  const inverse = 1 / sum;
  for (let i = 0; i < k; i++) {
    const p = to[2 * i] * inverse;
    to[2 * i] = p - (i === target ? 1 : 0);
    to[2 * i + 1] = factor * p * (1 - p);
  }
}

/** The loss of one row of weight 1. */
export function lossAt({ name, parameter }: Loss, scores: Float64Array, target: number): number {
  const ahead = scores[0] - target;
  switch (name) {
    case "logistic": {
      const against = target === 1 ? -scores[0] : scores[0];
      // ln(1 + e^x), without e^x growing past its bounds
      return against > 0 ? against + log(1 + exp(-against)) : log(1 + exp(against));
    }
    case "softmax": {
      const top = scores.reduce((a, b) => Math.max(a, b));
      return log(scores.reduce((sum, s) => sum + exp(s - top), 0)) + top - scores[target];
    }
    case "squared":
      return ahead * ahead;
    case "absolute":
      return Math.abs(ahead);
    case "huber": {
      const size = Math.abs(ahead);
      return size <= parameter ? (size * size) / 2 : parameter * (size - parameter / 2);
    }
    case "quantile":
      return ahead >= 0 ? (1 - parameter) * ahead : -parameter * ahead;
    case "poisson":
      return exp(scores[0]) - target * scores[0];
  }
}

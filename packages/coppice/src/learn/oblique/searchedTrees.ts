import * as z from "../../base/schema.js";
import { tuneCoordinates } from "../propose/coordinate.js";
import { classWeightsOf } from "../propose/giniGain.js";
import { bestAxis, type Hyperplane } from "../propose/hyperplane.js";
import { perturbed } from "../propose/perturb.js";
import type { NodeToSplit } from "../propose/proposal.js";
import { labelledDesign } from "../propose/sides.js";
import { simplified } from "../propose/simplified.js";
import { singleAttributes } from "./fields.js";
import { linearFound } from "./linearTree.js";
import { type Found, obliqueLearner } from "./obliqueLearner.js";

/** Breiman et al. 1984, 5.2: coefficients tuned one by one to lower the Gini impurity, then dropped where they do little. */
export const cartLC = obliqueLearner({
  name: "cartLC",
  summary: "CART with linear combinations: coefficients tuned one by one, those that do little dropped",
  fields: {
    simplify: z
      .number()
      .min(0)
      .max(1)
      .default(0.1)
      .describe(
        "coefficients are dropped as long as that costs at most this share of what dropping the most important one would (0 keeps all)",
      ),
    singleAttributes,
  },
  find: (node, attributes, { simplify }) =>
    searched(node, attributes, (start) => {
      const plane = start.copy();
      tuneCoordinates(plane);
      return simplify > 0 ? simplified(plane, simplify) : plane;
    }),
});

/** Murthy, Kasif and Salzberg 1994. */
export const oc1 = obliqueLearner({
  name: "oc1",
  summary: "OC1: hyperplanes found by perturbing coefficients, with random jumps and restarts",
  fields: {
    restarts: z
      .int()
      .min(0)
      .max(1000)
      .default(10)
      .describe("number of random hyperplanes to start from at each node, besides the best single attribute"),
    jumps: z
      .int()
      .min(0)
      .max(1000)
      .default(5)
      .describe("number of random directions to try where perturbing single coefficients leads no further"),
    singleAttributes,
  },
  // As its authors do: some rows are held out to prune by, because a search as long as this is not repeated ten times.
  answers: { chooseBy: "holdOut" },
  find: (node, attributes, options) =>
    searched(node, attributes, (start) => perturbed(start, node.key, options)),
});

function searched(
  node: NodeToSplit,
  attributes: readonly number[],
  search: (start: Hyperplane) => Hyperplane,
): Found[] {
  const rows = labelledDesign(node, attributes);
  if (rows === undefined) return [];
  const { design, labels, classes } = rows;
  const classWeights = classWeightsOf(labels, design.weights, classes);
  const start = bestAxis(rows, { labels, weights: design.weights, classWeights });
  return linearFound(design, search(start).coefficients.slice(0, -1));
}

import * as z from "../../base/schema.js";
import { fitPerceptron } from "../propose/perceptron.js";
import { labelledDesign, sidesOf } from "../propose/sides.js";
import { type FitOptions, fitFields, singleAttributes } from "./fields.js";
import { groupingsOf } from "./groupings.js";
import { type Find, obliqueLearner } from "./obliqueLearner.js";

export interface PerceptronTreeOptions extends Pick<FitOptions, "groups" | "penalty" | "cut"> {
  readonly hidden: number;
  readonly starts: number;
}

export const hidden = z
  .int()
  .min(1)
  .max(100)
  .default(4)
  .describe("number of hidden units of a node's perceptron");

export const starts = z
  .int()
  .min(1)
  .max(100)
  .default(1)
  .describe("number of random starts per perceptron, of which the one with the lowest loss is kept");

/** A 9.6 (Guo and Gelfand 1992): a multilayer perceptron at each node. */
export const perceptronTree = obliqueLearner({
  name: "perceptronTree",
  summary: "curved nodes: a perceptron with one hidden layer at each node",
  fields: {
    hidden,
    starts,
    penalty: fitFields.penalty,
    groups: fitFields.groups,
    cut: fitFields.cut,
    singleAttributes,
  },
  find: (node, attributes, options) => perceptronTests(node, attributes, options),
});

export const perceptronTests: Find<PerceptronTreeOptions> = (node, attributes, options) => {
  const rows = labelledDesign(node, attributes);
  if (rows === undefined) return [];
  return groupingsOf(rows, options.groups).map((grouping) => {
    const measure = fitPerceptron(rows.design, sidesOf(rows.labels, grouping), node.key, options);
    return options.cut === "criterion" ? { measure } : { measure, threshold: 0 };
  });
};

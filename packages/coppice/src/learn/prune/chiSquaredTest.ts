import type { TreeModel } from "../../model/tree.js";
import { chiSquared } from "../stop/chiSquared.js";
import { bottomUp } from "./bottomUp.js";

/**
 * Removes tests that are not significant, from the leaves up: chi-squared of branches × classes, at this level. In Quinlan
 * 1986 it is a stopping rule; after growth, a test that leads to a significant one is kept.
 */
export function chiSquaredTest(model: TreeModel, significance: number): TreeModel {
  const classes = model.target.levels!.length;
  return bottomUp(model, ({ branches }) => {
    const counts = branches.map((branch) => {
      const node = model.nodes[branch];
      return "counts" in node && node.weight > 0 ? Float64Array.from(node.counts) : new Float64Array(classes);
    });
    return chiSquared(counts).tail > significance;
  });
}

import type { Choice } from "../choose.js";
import type { GrowNode } from "../growNode.js";
import type { Plan } from "../plan.js";
import { chiSquared } from "./chiSquared.js";

/** Why the best test is not good enough (D 8.3.3); undefined if it is. */
export type SplitStop = "noGain" | "notSignificant" | "size";

export function stopAtSplit(node: GrowNode, choice: Choice, plan: Plan): SplitStop | undefined {
  const { options } = plan;
  const slack = options.tolerance * node.impurity;
  const gained = choice.ahead ?? choice.gain;
  const gain = plan.inUserUnits(gained);
  if (options.minGain > 0 ? gain <= options.minGain : !options.zeroGain && gained <= slack) return "noGain";
  if (options.significance !== undefined && chiSquared(choice.branchSums!).tail > options.significance) {
    return "notSignificant";
  }
  // Equation 8: size counts nodes, and a test adds one for each branch.
  const added = choice.candidate.weights.length;
  if (options.sizePenalty !== undefined && gain * node.summary.weight <= options.sizePenalty * added)
    return "size";
  return undefined;
}

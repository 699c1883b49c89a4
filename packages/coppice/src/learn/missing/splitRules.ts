import type { MissingRule, PlainRule } from "../../model/tree.js";
import type { Candidate } from "../branch/candidate.js";
import type { TreeOptions } from "../treeOptions.js";
import { missingRule } from "./rule.js";

/**
 * The missing-value rules of a split, given the known weight of each branch: the one that training divides by
 * and, where it differs, the one that the model keeps. Surrogates are put in later (`findSurrogates`).
 */
export function splitRules(
  { missing, missingAtPrediction: later }: Pick<TreeOptions, "missing" | "missingAtPrediction">,
  { weights, own }: Pick<Candidate, "weights" | "own">,
): { missing: PlainRule; atPrediction?: MissingRule } {
  if (own) return { missing: { kind: "branch", to: weights.length - 1 } };
  const trained = missing === "share" || missing === "fraction" ? "share" : "majority";
  const rule = missingRule(trained, weights);
  const kept = later === "asTrained" ? trained : later === "share" ? "share" : "majority";
  // With missing=surrogate the rule is replaced, so what prediction does instead must be stored.
  if (kept === trained && (missing !== "surrogate" || later === "asTrained")) return { missing: rule };
  return later === "surrogate"
    ? { missing: rule }
    : { missing: rule, atPrediction: missingRule(kept, weights) };
}

import { CoppiceError } from "../../base/errors.js";
import type { TreeOptions } from "../treeOptions.js";

/**
 * `criterion=worstError` with an `acceptableError` guarantees that no training row is off by more (A 9.2.2). Every split
 * node of such a tree is off by more, so pruning could only break the guarantee: the preset's default pruning is disabled,
 * and any other option that would break it is rejected.
 */
export function keepWorstErrorBound(options: TreeOptions, usualPrune: TreeOptions["prune"]): TreeOptions {
  const { criterion, acceptableError, prune, missing, missingAtPrediction, leaf } = options;
  if (criterion !== "worstError" || acceptableError === 0) return options;
  const fail = (name: string, why: string) => {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      `${name}=${options[name as keyof TreeOptions]} cannot keep the bound that criterion=worstError and acceptableError=${acceptableError} promise for every training row: ${why}`,
      { name, value: options[name as keyof TreeOptions] },
    );
  };
  if (prune !== "none" && prune !== usualPrune) fail("prune", "use prune=none");
  if (options.alpha !== undefined) {
    throw new CoppiceError("OPTION_CONFLICT", "alpha is for prune=costComplexity, and prune is none", {
      name: "alpha",
    });
  }
  if (leaf !== "auto" && leaf !== "midrange") fail("leaf", "only the midrange does; leave leaf=auto");
  if (missing === "share" || missing === "fraction") {
    fail("missing", "it predicts a row with a missing value by the mean of several leaves; use majority");
  }
  if (missingAtPrediction !== "asTrained" && missingAtPrediction !== missing) {
    fail("missingAtPrediction", "rows with missing values would reach other leaves than in training");
  }
  return prune === "none" ? options : { ...options, prune: "none" };
}

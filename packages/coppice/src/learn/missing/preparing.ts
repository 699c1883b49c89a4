import type { MissingChoices, MissingStrategy } from "./strategies.js";

/**
 * The missing-value strategy of a learner that has a treatment of its own (without the option, or with `majority`):
 * strategies that prepare values or drop rows are applied before it gets the table.
 */
export function preparing({ missing }: Readonly<Record<string, unknown>>): MissingChoices | undefined {
  if (missing === undefined || missing === "majority") return undefined;
  return { missing: missing as MissingStrategy, missingAtPrediction: "asTrained" };
}

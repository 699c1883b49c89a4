import type { MissingChoices, MissingStrategy } from "./strategies.js";

/**
 * The strategy of a learner whose own way is not an option's value, or is what trees do anyhow: those that prepare
 * cells, or leave rows out, are done before it sees the table.
 */
export function preparing({ missing }: Readonly<Record<string, unknown>>): MissingChoices | undefined {
  if (missing === undefined || missing === "majority") return undefined;
  return { missing: missing as MissingStrategy, missingAtPrediction: "asTrained" };
}

import type { EnsembleSlice, ProgressStep } from "../learner.js";

/** The last step that an ensemble has made; none while it has no member. */
export function stepOf({ members, rounds }: EnsembleSlice): ProgressStep | undefined {
  if (rounds !== undefined) return { name: "round", number: rounds };
  return members > 0 ? { name: "tree", number: members } : undefined;
}

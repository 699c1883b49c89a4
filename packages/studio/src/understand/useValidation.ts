import { useStudioState } from "../state/context.js";
import type { Score } from "../work/protocol.js";

/** The score on rows that the model was not learned from, and what they are. */
export interface Validation {
  readonly score?: Score | undefined;
  readonly title: "Cross-validated" | "Held out";
}

export function useValidation(): Validation {
  const validation = useStudioState((state) => state.validation);
  const held = useStudioState((state) => state.model?.validation);
  return held ? { score: held, title: "Held out" } : { score: validation, title: "Cross-validated" };
}

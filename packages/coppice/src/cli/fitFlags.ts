import type { LearnFlags } from "./flags.js";

export interface FitFlags extends LearnFlags {
  readonly out?: string;
  readonly report?: string;
}

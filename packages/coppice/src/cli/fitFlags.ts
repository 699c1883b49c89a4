import type { EngineFlags } from "./engineFlags.js";
import type { LearnFlags } from "./flags.js";
import type { RulesFlags } from "./rulesFile.js";

/** How to measure a model on rows that it has not seen. */
export const ASSESS = ["auto", "folds", "holdout", "oob", "none"] as const;
export type Assess = (typeof ASSESS)[number];

export interface FitFlags extends LearnFlags, RulesFlags, EngineFlags {
  readonly out?: string;
  readonly report?: string;
  readonly assess: Assess;
  readonly plot?: string;
  readonly checkpoint?: string;
  readonly every: number;
  readonly resume?: boolean;
  readonly continue?: string;
  readonly pushDown?: boolean;
  readonly way?: string;
  /** The attributes of the model that is gone on from. */
  readonly keep?: readonly string[];
}

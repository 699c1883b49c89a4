import type { Assess } from "./assessment.js";
import type { LearnFlags } from "./flags.js";
import type { RulesFlags } from "./rulesFile.js";

export interface FitFlags extends LearnFlags, RulesFlags {
  readonly out?: string;
  readonly report?: string;
  readonly assess: Assess;
  readonly plot?: string;
  readonly checkpoint?: string;
  readonly every: number;
  readonly resume?: boolean;
}

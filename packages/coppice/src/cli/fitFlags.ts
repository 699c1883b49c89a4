import type { LearnFlags } from "./flags.js";

export interface FitFlags extends LearnFlags {
  readonly out?: string;
  readonly report?: string;
  readonly plot?: string;
  readonly checkpoint?: string;
  readonly every: number;
  readonly resume?: boolean;
}

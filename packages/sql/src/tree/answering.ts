import type { Stage } from "./landing.js";

/** How a query answers for a row: stages after "cells", and expressions over the last of them. */
export interface Answering {
  readonly stages: readonly Stage[];
  /** The class as text, or the value. */
  readonly answer: string;
  /** By class; absent for values. */
  readonly probabilities?: readonly string[];
}

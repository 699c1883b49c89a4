import type { HeldRows } from "../../../engine/boost/port.js";
import type { BoostedTree } from "../../../kernels/drivers/boost/boostedTree.js";
import type { RoundRules, TreeDraws } from "../../../kernels/drivers/boost/plan.js";
import type { Waiting } from "../../learner.js";

export type Asking<T> = Generator<Waiting, T, unknown>;

/** Work that never waits. */
export function* atOnce<T>(work: () => T): Asking<T> {
  yield* [];
  return work();
}

/** Who grows the trees of a round: kernels that have the rows, or the general way from sums (AskedRounds). */
export interface Rounds {
  /** The largest gradient and hessian of any training row. */
  largest(): Asking<{ readonly gradient: number; readonly hessian: number }>;
  /** The trees of all outputs; they are added to the scores. */
  grow(rules: RoundRules, draws: readonly TreeDraws[]): Asking<BoostedTree[]>;
  /** Adds any tree to the scores of all rows. */
  follow(output: number, tree: BoostedTree): Asking<void>;
  held(): Asking<HeldRows>;
  /** Makes the scores of all rows those of these trees, by output in turn, if they are asked for after the fit. */
  retrace?(base: readonly number[], trees: readonly BoostedTree[]): Asking<void>;
  /** The scores of one output, training rows first, where they are in this process. Valid until the next call. */
  scores?(output: number): Float64Array;
}

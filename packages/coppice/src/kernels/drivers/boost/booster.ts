import type { GrownTree } from "./grownTree.js";
import type { RoundRules, TreeDraws } from "./plan.js";

/** The rows that a leaf was grown from. */
export interface LeafRows {
  readonly node: number;
  readonly rows: Int32Array;
}

/** Whoever holds the binned rows and their scores: the kernels' memory, or their twin. */
export interface Booster {
  /** The scores of one output, all rows. Valid until the next call. */
  scores(output: number): Float64Array;
  setScores(base: readonly number[]): void;
  /** The largest gradient and hessian of any training row. */
  largest(): { gradient: number; hessian: number };
  /** Takes the gradients of all training rows. */
  startRound(rules: RoundRules): void;
  grow(output: number, draws: TreeDraws): GrownTree;
  /** The rows of the leaves of the tree just grown. */
  leafRows(tree: GrownTree): LeafRows[];
  /** Adds the tree just grown, with the values that it has now, to the scores. */
  add(output: number, tree: GrownTree): void;
  /** Adds any tree to the scores of all rows. */
  follow(output: number, tree: GrownTree): void;
}

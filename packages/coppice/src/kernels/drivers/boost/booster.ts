import type { BoostedTree } from "./boostedTree.js";
import type { RoundRules, TreeDraws } from "./plan.js";

/** The rows that a leaf was grown from. */
export interface LeafRows {
  readonly node: number;
  readonly rows: Int32Array;
}

/** Rows in the memory of kernels, which grow whole rounds: an offer beside the requests of engine/boost/port.ts. */
export interface Booster {
  /** The scores of one output, all rows. Valid until the next call. */
  scores(output: number): Float64Array;
  setScores(base: readonly number[]): void;
  /** The largest gradient and hessian of any training row. */
  largest(): { gradient: number; hessian: number };
  /** The gradients of all training rows are computed by these rules. */
  startRound(rules: RoundRules): void;
  /** Grows the trees of all outputs, and adds them to the scores. */
  growRound(draws: readonly TreeDraws[]): BoostedTree[];
  /** Grows one tree; it is not added. */
  grow(output: number, draws: TreeDraws): BoostedTree;
  /** The rows of the leaves of the tree just grown. */
  leafRows(tree: BoostedTree): LeafRows[];
  /** Adds the tree just grown, with its current leaf values, to the scores. */
  add(output: number, tree: BoostedTree): void;
  /** Adds any tree to the scores of all rows. */
  follow(output: number, tree: BoostedTree): void;
}

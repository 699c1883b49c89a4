import type { BoostedTree } from "../../kernels/drivers/boost/boostedTree.js";
import type { AttributeBins, Loss, RoundRules } from "../../kernels/drivers/boost/plan.js";

/**
 * What gradient boosting asks of rows, wherever they are. Requests and answers are plain data. Every sum is one of integers
 * (gradients are integers on a round's grid) or exact for another reason, so that all rows give the same answers, and the model
 * is the same to the bit.
 *
 * A row's *key* is its place among the rows with a target and a positive weight, from 0. Chance is `hash(key, row's key)`
 * everywhere. Rows held back for validation are not learned from, but have scores, and go down the trees with the others.
 */
export type BoostRequest =
  | FactsRequest
  | CodeRequest
  | LargestRequest
  | RoundRequest
  | GrowRequest
  | ResidualsRequest
  | AddRequest
  | FollowRequest
  | HeldRequest;

/** The first request: what is to be known of the rows before their bins are. */
export interface FactsRequest {
  readonly ask: "facts";
  /** Rows are held back whose hash by this key is below the limit; but one row at least is, and one is not. */
  readonly held?: { readonly key: number; readonly limit: number };
  /** Of the training rows a sample is taken: those with the lowest hashes by this key, `most` of them. */
  readonly sample: { readonly key: number; readonly most: number };
  /** The share of which the target's quantile is wanted (see `weightedQuantile`). */
  readonly quantile?: number;
}

export interface BoostFacts {
  readonly rows: number;
  readonly trainRows: number;
  /** By numeric or ordered attribute (codes as numbers): the cells of the sampled rows, in any order, NaN where missing. */
  readonly samples: readonly (Float64Array | undefined)[];
  /** By nominal attribute: how many training rows have each level. */
  readonly levels: readonly (Int32Array | undefined)[];
  /** Sums over the training rows. */
  readonly target: ClassFacts | ValueFacts;
  /** The greatest weight of any row, if they have weights. */
  readonly mostWeight?: number;
}

export interface ClassFacts {
  readonly kind: "classes";
  readonly weights: Float64Array;
  readonly total: number;
}

export interface ValueFacts {
  readonly kind: "values";
  /** Σ toGrid(w·u, quantum1) on the target's grid, or Σu without weights. */
  readonly sum: number;
  readonly total: number;
  /** The greatest |y| and the least y of all rows. */
  readonly largest: number;
  readonly least: number;
  readonly quantile?: number;
}

/** Codes the cells once, and sets the scores of every row. */
export interface CodeRequest {
  readonly ask: "code";
  readonly attributes: readonly AttributeBins[];
  readonly loss: Loss;
  /** Targets are divided by it, a power of two; nearly always 1. */
  readonly unit: number;
  readonly base: readonly number[];
  /** The most leaves of a tree. */
  readonly maxLeaves: number;
}

/** The greatest |g·w| and h·w of any training row at its score, for losses of one output that do not bound them. */
export interface LargestRequest {
  readonly ask: "largest";
}

/** Computes the gradients and hessians of all training rows and outputs, by the rules of a round. */
export interface RoundRequest {
  readonly ask: "round";
  readonly rules: RoundRules;
}

/** One pass over the rows: divides nodes, then tallies some. `fresh`: a tree begins, with all rows in node 0. */
export interface GrowRequest {
  readonly ask: "grow";
  readonly output: number;
  readonly fresh: boolean;
  readonly divisions: readonly BinDivision[];
  /** The nodes to tally: drawn training rows only. */
  readonly tallies: readonly number[];
  /** By attribute 1 where it is to be tallied. */
  readonly attributes: Uint8Array;
}

/** A test on bins: see `binGoesLeft`. */
export interface BinDivision {
  readonly node: number;
  readonly attribute: number;
  readonly bin: number;
  readonly flags: number;
  /** 1 for each bin that goes left, if the test is on levels. */
  readonly sides?: Uint8Array;
  readonly left: number;
  readonly right: number;
}

export interface GrowAnswer {
  /** Drawn training rows: of node 0 if the tree is fresh, otherwise of the left and the right branch of each division. */
  readonly rows: readonly number[];
  /** The sums of node 0, if the tree is fresh. */
  readonly root?: { readonly g: number; readonly h: number };
  /** By tallied node, by attribute. */
  readonly sums: readonly (readonly (BinSums | undefined)[])[];
}

/** Sums of gradients and hessians of every bin, the missing one included. */
export interface BinSums {
  readonly g: Float64Array;
  readonly h: Float64Array;
}

/** What is left in leaves, target - score, of the drawn training rows: for losses whose leaves predict a quantile of it. */
export interface ResidualsRequest {
  readonly ask: "residuals";
  readonly divisions: readonly BinDivision[];
  /** Of every node that rows are in after the divisions: the leaf that it is part of. */
  readonly leaves: Int32Array;
  readonly count: number;
}

export interface Residuals {
  readonly values: Float64Array;
  readonly weights?: Float64Array;
}

/** Ends a tree: the last divisions, then each row's score grows by the value of its node. */
export interface AddRequest {
  readonly ask: "add";
  readonly output: number;
  readonly divisions: readonly BinDivision[];
  readonly values: Float64Array;
}

/** Adds a whole tree to the scores of all rows: when a run is resumed. */
export interface FollowRequest {
  readonly ask: "follow";
  readonly output: number;
  readonly tree: BoostedTree;
}

/** The rows held back, in the order of their keys. */
export interface HeldRequest {
  readonly ask: "held";
}

export interface HeldRows {
  /** By output. */
  readonly scores: readonly Float64Array[];
  /** Class codes, or values in the unit of `code`. */
  readonly targets: ArrayLike<number>;
  readonly weights?: Float64Array;
}

export interface BoostAnswers {
  readonly facts: BoostFacts;
  readonly code: undefined;
  readonly largest: { readonly gradient: number; readonly hessian: number };
  readonly round: undefined;
  readonly grow: GrowAnswer;
  readonly residuals: readonly Residuals[];
  readonly add: undefined;
  readonly follow: undefined;
  readonly held: HeldRows;
}

export type BoostAnswer<R extends BoostRequest> = BoostAnswers[R["ask"]];

/** Rows that boosting can ask, at once or later. */
export interface BoostRows {
  answer<R extends BoostRequest>(request: R): BoostAnswer<R> | Promise<BoostAnswer<R>>;
  /** Bytes of sums, 16 for a bin, that one request should ask for at most; known once they are coded. */
  readonly sumBytes?: number | undefined;
  /** Sets the scores of all rows again, if they are looked at after the fit: they are to be those of the model. */
  restart?(base: readonly number[]): Promise<void>;
  close?(): void | Promise<void>;
}

import type { AttributeCosts } from "../base/attributeCosts.js";
import type { ImpurityRule, TreeImpurity } from "../base/impurity.js";
import type { ForestRules } from "../kernels/drivers/forest/rules.js";
import type { GrownTree } from "../model/grownTree.js";
import type { Measure } from "../model/measure.js";
import type { PackedTrees } from "../model/packed.js";
import type { Test } from "../model/test.js";
import type { MissingRule, TreeNode } from "../model/tree.js";
import type { Bag } from "./bag.js";

/**
 * The engine port: the requests a learner may make about data. A learner never reads rows. It requests statistics and
 * divisions of nodes, and an engine, which holds the rows (typed arrays, a database), answers.
 *
 * Glossary
 *   node       a set of rows with weights, identified by a number that the learner chose; node 0 is all rows
 *   code       the number that represents a cell: the rank of a numeric value among the attribute's
 *              distinct values, or the level's code
 *   statistic  a short vector of sums over a set of rows (see Statistic)
 *   tally      for one attribute at one node: the statistic of each code that occurs there, and of the missing values
 *
 * All sums are exact (see grid.ts), so they do not depend on the order of addition, and all engines give the same sums.
 * Summaries, tallies and divisions are the first tier, which every engine implements. Anything an engine offers beyond it
 * must give the same trees as the first tier, bit for bit.
 */
export type Request =
  | SummariseRequest
  | TallyRequest
  | SidesRequest
  | DivideRequest
  | LandingsRequest
  | JudgeRequest
  | RowsRequest
  | ProjectRequest
  | AdoptRequest
  | SubtreeRequest
  | DrawnTreesRequest
  | RatioTreeRequest;

/** What is summed over rows. */
export type Statistic =
  /** The weight of each class. Width: the number of classes. */
  | "classes"
  /** Weight, weight·u and weight·u², u being the target on its grid. Width 3. */
  | "moments"
  /** The weight of each target value that occurs, sparse: medians and absolute errors need it. */
  | "ranks";

/** Growth may monitor rows that it does not learn from: the same requests can be made about the validation rows. */
export type RowSet = "training" | "validation";

export interface SummariseRequest {
  readonly ask: "summarise";
  readonly of?: RowSet;
  readonly statistic: Statistic;
  readonly nodes: readonly number[];
}

export interface TallyRequest {
  readonly ask: "tally";
  readonly of?: RowSet;
  readonly statistic: Statistic;
  readonly nodes: readonly { readonly node: number; readonly attributes: readonly number[] }[];
  /** What the tallies are for, if that is to find the best threshold: the engine may then merge codes that cannot matter. */
  readonly rules?: MergeRules;
}

/**
 * Thresholds are compared by plain gain, the lowest of equal ones is taken, and nothing else is read from a tally of numbers.
 * Neighbouring codes may be merged where no threshold between them, or beside them, can be chosen.
 */
export interface MergeRules {
  readonly criterion: ImpurityRule;
  readonly tolerance: number;
  readonly minLeaf: number;
  /** For classes: what the criterion multiplies the weight of each by. */
  readonly factors?: readonly number[];
  /** Of the attributes of a node the best among the first so many is sure to be compared with the others; absent: all. */
  readonly examined?: number;
}

/**
 * Tallies whose classes are the branches of a test, followed by one for the rows whose branch is unknown: how other
 * attributes relate to the branch a row takes. Surrogates are found from these.
 */
export interface SidesRequest {
  readonly ask: "sides";
  readonly of?: RowSet;
  readonly nodes: readonly {
    readonly node: number;
    readonly test: Test;
    /** The number of outcomes of the test; the tallies are one wider. */
    readonly branches: number;
    readonly attributes: readonly number[];
  }[];
}

export interface DivideRequest {
  readonly ask: "divide";
  readonly of?: RowSet;
  readonly statistic: Statistic;
  readonly divisions: readonly Division[];
}

export interface Division {
  readonly node: number;
  readonly test: Test;
  readonly missing: MissingRule;
  /** The numbers of the new nodes, one per branch. The divided node itself is gone. */
  readonly branches: readonly number[];
}

/**
 * Optional: where all rows come to in a tree, whose splits send each row down one branch. The answer has a summary for each node of
 * the tree: of the rows that end there; a learner that is not offered it divides node 0 as the tree does.
 */
export interface LandingsRequest {
  readonly ask: "landings";
  readonly of?: RowSet;
  readonly statistic: "classes" | "ranks";
  readonly nodes: readonly TreeNode[];
}

/**
 * Optional: adds a tree to what the rows that are not in its bag have been told by other trees, and judges all rows by the sum of
 * what they were told. The engine keeps the sums by row; it is asked tree after tree, and begins with none.
 */
export interface JudgeRequest {
  readonly ask: "judge";
  readonly of?: RowSet;
  readonly bag: Bag;
  /** Each row goes down one branch. */
  readonly nodes: readonly TreeNode[];
  /** By node `width` numbers: the shares of classes, or a value. */
  readonly answers: Float64Array;
  readonly width: number;
  /** Answers are added up; or a vote for the class with the largest share, the first of these. */
  readonly combine: "mean" | "vote";
}

/** Of the rows that some tree has judged. */
export interface Judged {
  readonly weight: number;
  /**
   * The weight of the rows whose largest sum is another class's (sums are equal within 1e-12 for each tree, and the first of them
   * counts); or the sum of w·d², rounded to multiples of 4·quantum2, where d is the mean answer minus the target, in units.
   */
  readonly loss: number;
}

/** Optional: the rows of nodes, for learners that look at cells. Only an engine whose rows are in this process answers it. */
export interface RowsRequest {
  readonly ask: "rows";
  readonly of?: RowSet;
  readonly nodes: readonly number[];
}

/** Rows of the problem, ascending, each with the weight that it has at a node. */
export interface NodeRows {
  readonly rows: Int32Array;
  readonly weights: Float64Array;
}

/**
 * Optional, with `rows`: new attributes whose cells are measures of the rows of one node. They are numbered from `first`,
 * and tallies, sides and divisions of this node take them as they take the attributes of the table.
 */
export interface ProjectRequest {
  readonly ask: "project";
  readonly of?: RowSet;
  readonly node: number;
  readonly measures: readonly Measure[];
  readonly first: number;
}

/**
 * Optional, with `rows`: makes a node of some of the rows of another, whole rows in ascending order. The other node stays, but
 * must not be asked for any more.
 */
export interface AdoptRequest {
  readonly ask: "adopt";
  readonly of?: RowSet;
  readonly from: number;
  readonly nodes: readonly { readonly node: number; readonly rows: Int32Array }[];
}

/**
 * The third tier, which is optional: whole subtrees of small nodes, grown by rules that are data. An engine returns exactly
 * what the learner would have grown from its tallies, or undefined if it cannot. (A second tier between the two, best
 * candidates only, is left to engines that will need it.)
 */
export interface SubtreeRequest {
  readonly ask: "subtree";
  readonly of?: RowSet;
  readonly nodes: readonly {
    readonly node: number;
    readonly attributes: readonly number[];
    readonly depth: number;
  }[];
  readonly rules: SubtreeRules;
}

/** Binary splits by plain gain: thresholds, and sets of levels; missing values go to the branch with the larger weight. */
export interface SubtreeRules {
  readonly criterion: TreeImpurity;
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly maxDepth?: number;
  readonly zeroGain: boolean;
  /** For classes: up to this many levels all sets are tried if more than two classes occur at a node. */
  readonly maxExhaustive?: number;
  /** For classes: what the criterion multiplies the weight of each by (priors and losses); absent: 1. */
  readonly factors?: readonly number[];
  /** For classes: a split must gain more. */
  readonly minGain?: number;
  /** For classes: a node with no more impurity, or with at least this share of one class, is a leaf. */
  readonly minImpurity?: number;
  readonly purity?: number;
  /** For classes: tests on different attributes are compared by their gain over the split's own entropy; absent: by their gain. */
  readonly scaled?: true;
  /** For classes: what the impurity is multiplied by; absent: 1. */
  readonly unit?: number;
  /** For criteria that are made of losses: by true class and prediction. */
  readonly loss?: readonly (readonly number[])[];
  /** For classes: tests on different attributes are compared by their scores divided by what attributes cost. */
  readonly attributeCosts?: AttributeCosts;
  /** For classes: a test must gain nearly the average over the attributes; of those, by number, that count for it. */
  readonly averaged?: readonly boolean[];
  /** For classes: what a split must gain in all, for each branch. */
  readonly sizePenalty?: number;
  /** For classes: tests on levels are of one against all others. */
  readonly oneHot?: true;
}

/**
 * Also third tier: the whole tree of all rows and attributes as C4.5 grows it, before collapsing and pruning. Undefined
 * if the engine cannot grow it.
 */
export interface RatioTreeRequest {
  readonly ask: "ratioTree";
  readonly of?: RowSet;
  readonly rules: RatioTreeRules;
}

/**
 * Thresholds and a branch per level, by gain ratio (entropy gain over the split's own entropy); rows with a missing value
 * go down every branch with fractional weights.
 */
export interface RatioTreeRules {
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly maxDepth?: number;
  readonly zeroGain: boolean;
  readonly averageGain: boolean;
  readonly mdlCorrection: boolean;
  readonly adaptiveMinLeaf: boolean;
  readonly minGap: number;
  /** Tests are compared by their gain ratio; otherwise by their gain. */
  readonly scaled: boolean;
  /** Rows with missing values go to every branch with fractional weights; otherwise to the largest branch. */
  readonly shared: boolean;
}

/**
 * Also third tier: whole subtrees of small nodes whose tests are drawn, as the trees of forests are: packed, with what their leaves
 * predict and nothing else. Undefined where the engine cannot grow one.
 */
export interface DrawnTreesRequest {
  readonly ask: "drawnTrees";
  readonly of?: RowSet;
  readonly nodes: readonly {
    readonly node: number;
    /** From which everything random there is derived. */
    readonly key: number;
    readonly depth: number;
  }[];
  readonly rules: ForestRules;
}

/** A statistic of a node's rows. */
export interface Summary {
  /** Rows with any weight here; a row with fractional weights in several branches counts in each. */
  readonly rows: number;
  readonly weight: number;
  /** All rows have the same target; for a numeric one the sums cannot show that. */
  readonly pure: boolean;
  /** The sums, for `classes` and `moments`; empty for `ranks`. */
  readonly sums: Float64Array;
  /** For `ranks`: the target values that occur, ascending, with their weights. */
  readonly ranks?: RankWeights;
}

export interface RankWeights {
  readonly ranks: Int32Array;
  readonly weights: Float64Array;
}

export interface Tally {
  readonly attribute: number;
  /** The codes that occur with positive weight, ascending. */
  readonly codes: Int32Array;
  /** The numbers of the codes, if these are of the tally alone and not those of the attribute's facts. */
  readonly values?: Float64Array;
  /** The statistic of each code, one after another, in the order of `codes`; empty for `ranks`. */
  readonly cells: Float64Array;
  /** The statistic of the rows whose cell is missing. */
  readonly missing: Float64Array;
  /** For `ranks`: the pairs of code i are at [starts[i], starts[i + 1]); those of missing values come last. */
  readonly pairs?: RankWeights & { readonly starts: Int32Array };
}

/**
 * Answers are in the order of the request's nodes. Each node's tallies are in the order of its attributes and are iterated
 * lazily: a tally may be computed on demand and is valid until the next is taken, and a learner may stop early.
 */
export type Answer<R extends Request = Request> = R extends SummariseRequest | LandingsRequest
  ? Summary[]
  : R extends TallyRequest | SidesRequest
    ? Iterable<Tally>[]
    : R extends DivideRequest
      ? Summary[][]
      : R extends RowsRequest
        ? NodeRows[]
        : R extends JudgeRequest
          ? Judged
          : R extends ProjectRequest
            ? AttributeFacts[]
            : R extends AdoptRequest
              ? undefined
              : R extends SubtreeRequest
                ? (GrownTree | undefined)[]
                : R extends DrawnTreesRequest
                  ? (PackedTrees | undefined)[]
                  : R extends RatioTreeRequest
                    ? GrownTree | undefined
                    : never;

/** Constant facts about an attribute. */
export interface AttributeFacts {
  readonly kind: "numeric" | "ordered" | "nominal";
  /** The number of codes: distinct values, or declared levels. */
  readonly codes: number;
  /** Numeric: the distinct values, ascending; a code is an index into them. */
  readonly values?: Float64Array;
  /** If the engine merges codes where it may: about how many are left. `codes` and `values` may then be made when they are read. */
  readonly bins?: number;
}

export type TargetFacts =
  | { readonly kind: "classes"; readonly classes: number }
  /** value = (center + u) / denominator; `units` are the distinct u, ascending: a rank is an index into them. */
  | {
      readonly kind: "values";
      readonly center: number;
      readonly denominator: number;
      readonly units: Float64Array;
    };

export interface EngineFacts {
  readonly attributes: readonly AttributeFacts[];
  readonly target: TargetFacts;
  /** Whether it prefers requests for a whole level of the tree, or node by node. */
  readonly prefers: "level" | "node";
  /** Nodes of up to this many rows may be requested as whole subtrees; absent: none. */
  readonly subtreeRows?: number;
  /** Whether landings may be requested, and judgements of trees. */
  readonly landings?: boolean;
  readonly judges?: boolean;
  /** The same with tests that are drawn; absent: none. */
  readonly drawnRows?: number;
  /** Whether rows and projections may be requested. */
  readonly rows?: boolean;
  /** Whether a whole tree by gain ratio may be requested. */
  readonly ratioTrees?: boolean;
}

export interface Engine {
  readonly facts: EngineFacts;
  answer(request: Request): Answer;
  /** Releases what it holds beside memory. May be called twice; nothing is asked afterwards. */
  close?(): void;
}

export interface AsyncEngine {
  readonly facts: EngineFacts;
  answer(request: Request): Promise<Answer>;
  close?(): void | Promise<void>;
}

/** Learning is a generator: it yields requests, receives answers, and returns what it learned. */
export type Conversation<T> = Generator<Request, T, Answer>;

/** Makes one request inside a conversation; typed by the request. */
export function* ask<R extends Request>(request: R): Generator<R, Answer<R>, Answer> {
  return (yield request) as Answer<R>;
}

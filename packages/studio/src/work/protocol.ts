import type { Column, ColumnType, OptionFacts, PruningRow, Warning } from "coppice";
import type { EditTest, NodeCounts, ValidationScores } from "coppice/edit";

/** What the page and its worker tell each other of: plain data and typed arrays. */

/** How a table is read: the types that the user changed, and what repairs added. */
export interface Reading {
  readonly types: Readonly<Record<string, ColumnType>>;
  readonly missing?: readonly string[];
  readonly decimal?: "," | ".";
  readonly dates?: "dmy" | "mdy";
  readonly skipLastLines?: number;
}

/** What is learned, and how. */
export interface Recipe {
  readonly target: string;
  readonly ignore: readonly string[];
  readonly use: readonly string[];
  readonly learner: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  /** How the tree is judged on rows that it has not seen; absent: by ten folds. */
  readonly judge?: Judge;
}

/** By cross-validation of the recipe, or by rows that are held out, which can judge edits as well. */
export type Judge = Folds | HoldOut;

export interface Folds {
  readonly kind: "folds";
  readonly folds: number;
}

/** Shares of the rows: those that judge, and those that are sealed for the end. */
export interface HoldOut {
  readonly kind: "holdOut";
  readonly validation: number;
  readonly test: number;
}

export interface TableFacts {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** The target that the file names, or else the likeliest one. */
  readonly target: string;
  readonly warnings: readonly Warning[];
}

/** Bars of a small histogram: `counts[bar * groups + group]`. */
export interface Bars {
  /** Where bars begin and end if they are ranges of numbers. */
  readonly from?: number;
  readonly to?: number;
  /** The names of bars that are levels. */
  readonly levels?: readonly string[];
  /** The same as the table has them. */
  readonly names?: readonly string[];
  /** Levels that share the last bar. */
  readonly others?: number;
  readonly counts: Float64Array;
  readonly bars: number;
  readonly groups: number;
}

export interface ColumnFacts {
  readonly name: string;
  readonly type: Column["type"];
  readonly missing: number;
  /** Distinct values, of the rows looked at. */
  readonly distinct: number;
  readonly bars: Bars;
  readonly min?: number;
  readonly max?: number;
  readonly mean?: number;
  readonly median?: number;
  /** How informative it is about the target, from 0 to 1; absent for the target. */
  readonly tells?: number;
  /** Whether a learner gets it. */
  readonly isUsed: boolean;
}

/** The classes of the target with their colours, or that it is a number. */
export interface TargetFacts {
  readonly name: string;
  readonly task: "classification" | "regression";
  readonly classes: readonly string[];
  /** The classes as the table has them. */
  readonly levels: readonly string[];
  readonly colours: readonly string[];
  /** Which group of a bar each class is drawn in; classes without a colour share the last. */
  readonly group: readonly number[];
  readonly groupColours: readonly string[];
  readonly groupNames: readonly string[];
}

export interface Description {
  readonly columns: readonly ColumnFacts[];
  readonly target?: TargetFacts;
  readonly warnings: readonly Warning[];
  /** Rows looked at, if not all. */
  readonly sample?: number;
  /** Why nothing can be learned from this choice. */
  readonly fault?: Fault;
}

export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** A tree as columns, one entry per node in preorder. */
export interface TreeView {
  readonly task: "classification" | "regression";
  readonly attributes: readonly string[];
  /** The same as the model has them. */
  readonly names: readonly string[];
  readonly target: TargetFacts;
  /** What the error of a value is: `MSE`. */
  readonly error: string;
  readonly range: readonly [number, number];
  readonly size: number;
  readonly parent: Int32Array;
  /** The end of the subtree. */
  readonly end: Int32Array;
  readonly depth: Int32Array;
  /** The attribute that is tested; -1 for a leaf. */
  readonly attribute: Int32Array;
  readonly threshold: Float64Array;
  readonly weight: Float64Array;
  /** The predicted class or value. */
  readonly answer: Float64Array;
  /** The share of the predicted class; for a value its error. */
  readonly figure: Float64Array;
  /** Weights by group of classes: `mix[node * groups + group]`; empty for regression. */
  readonly mix: Float64Array;
  readonly groups: number;
  /** The condition of the edge from the parent, without and with the attribute. */
  readonly edge: readonly string[];
  readonly words: readonly string[];
}

export interface Score {
  readonly kind: "classification" | "regression";
  readonly rows: number;
  /** Accuracy or R². */
  readonly main: number;
  readonly rmse?: number;
  readonly mae?: number;
  /** 95% confidence interval of the RMSE. */
  readonly rmseLow?: number;
  readonly rmseHigh?: number;
  /** 95% confidence interval of the accuracy. */
  readonly low?: number;
  readonly high?: number;
  readonly confusion?: readonly (readonly number[])[];
}

export interface ModelFacts {
  readonly kind: "tree" | "ensemble" | "rules";
  readonly learner: string;
  readonly target: string;
  readonly size: Readonly<Record<string, number>>;
  readonly tree?: TreeView;
  /** A tree of one leaf that computes its answer by a formula, such as a list of rules with coefficients. */
  readonly isFormula?: boolean;
  readonly train?: Score;
  /** On the rows that were held out. */
  readonly validation?: Score;
  /** Validation rows at each node, with the losses of the node's own answer. */
  readonly held?: NodeCounts;
  readonly importance: readonly { readonly attribute: string; readonly value: number }[];
  /** The columns that its tests and formulas read. */
  readonly reads: readonly string[];
  /** The nested trees of cost-complexity pruning, from the root alone to the whole. */
  readonly pruning?: readonly PruningRow[];
  /** Which of them is shown. */
  readonly pruned?: number;
  readonly warnings: readonly Warning[];
  /** How long it took to learn. */
  readonly seconds?: number;
  /** The edits of the model, for people. */
  readonly edits: readonly string[];
  /** Nodes that an edit made what they are, and locked ones. */
  readonly edited: readonly number[];
  readonly locked: readonly number[];
  readonly notes: readonly { readonly node: number; readonly text: string }[];
  /** Nodes at which attributes were forbidden or preferred, there and below. */
  readonly constraints: readonly NodeConstraints[];
  /** The nodes as edits name them. */
  readonly paths?: readonly string[];
}

/** Attributes that tests at a node and below may not use, and those that go first, by their names in the table. */
export interface NodeConstraints {
  readonly node: number;
  readonly forbidden: readonly string[];
  readonly preferred: readonly string[];
}

/** The tests that a node could have, best first. */
export interface CandidateList {
  /** The score of the tree as it is and with the node as a leaf, on the rows that were held out. */
  readonly validation?: ValidationScores;
  readonly list: readonly CandidateFacts[];
}

/** The rows that edits are judged by, at one node and by one attribute, as sums like those of a profile. */
export interface Judged {
  /** Training rows if none are held out: then the score says less. */
  readonly on: "validation" | "training";
  /** All rows that judge, and the loss of those that do not come to the node. */
  readonly rows: number;
  readonly elsewhere: number;
  /** What the node answers as a leaf. */
  readonly answer: number;
  /** Where a test sends rows without a value: to the heavier branch, in parts to both, to a branch of their own. */
  readonly rule: "majority" | "share" | "own";
  readonly values?: Float64Array;
  readonly sums: Float64Array;
  readonly missing: Float64Array;
}

/** A test that a node could have. */
export interface CandidateFacts {
  readonly attribute: string;
  readonly test: EditTest;
  readonly text: string;
  readonly gain: number;
  readonly isCurrent: boolean;
  /** Why the learner would not split by it. */
  readonly stops?: string;
  /** On the rows that were held out: the score of the tree with this test, and its change from that with a leaf. */
  readonly validation?: { readonly score: number; readonly change: number };
  /** Weight and weights by group of classes of each branch. */
  readonly branches: readonly GhostBranch[];
}

/** A branch that is not there yet. */
export interface GhostBranch {
  /** The condition of its edge. */
  readonly edge: string;
  readonly weight: number;
  readonly mix: readonly number[];
  /** The class or the number that it would answer. */
  readonly answer: number;
}

export const SAVED_FORMS = [
  ...(["model", "compact", "workbook", "edits", "code", "svg", "dot", "text", "report"] as const),
  ...(["rules", "rulesCsv", "rulesMarkdown", "typescript", "train"] as const),
] as const;
export type SavedForm = (typeof SAVED_FORMS)[number];

export interface NodeFacts {
  readonly node: number;
  /** The conditions from the root, shortened. */
  readonly path: readonly string[];
  /** What the measure that is tested, or the formula of the leaf, is made of. */
  readonly formulas?: readonly string[];
  /** What happens to a missing value. */
  readonly missing?: string;
  readonly gain?: number;
  /** Distribution of the tested attribute among the rows of the node; absent without a table. */
  readonly bars?: Bars;
  readonly threshold?: number;
  /** The test by names, as edits have it. */
  readonly test?: EditTest;
  readonly missingTo?: MissingTo;
  readonly surrogates?: readonly SurrogateFacts[];
  readonly rows?: RowsPage;
  readonly rowCount?: number;
}

/** Where rows without a value go: to a branch, or in parts to all. */
export interface MissingTo {
  readonly to: number | "parts";
  readonly isByHand: boolean;
}

/** A test that stands in for the node's own where that has no value. */
export interface SurrogateFacts {
  readonly text: string;
  readonly agreement: number;
  readonly adjusted: number;
}

export interface RowsPage {
  readonly columns: readonly string[];
  /** The number of each row in the table, from 0, and its cells as text; undefined is missing. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly (string | undefined)[] }[];
}

export interface RowAnswer {
  readonly row?: number;
  readonly cells: Readonly<Record<string, string | number | null>>;
  readonly prediction: string;
  readonly probabilities?: readonly { readonly name: string; readonly share: number }[];
  readonly truth?: string;
  /** The nodes of the path that most of the row takes. */
  readonly path: readonly number[];
  readonly because: readonly string[];
  /** Rules that led to the answer: of a rule set those that match, of an ensemble the paths of its trees. */
  readonly rules?: RowRules;
}

/** The rules that carried a row's vote. */
export interface RowRules {
  /** Rules of the model, or trees. */
  readonly of: number;
  /** Trees that are for the answer. */
  readonly carrying?: number;
  /** What the weights add up to. */
  readonly sum?: "probability" | "value" | "score";
  readonly matched: readonly {
    readonly if: readonly string[];
    /** Its place in a rule set; absent for the default. */
    readonly rule?: number;
    readonly then?: string;
    readonly support?: number;
    readonly confidence?: number;
    /** What it adds, and how many trees have it. */
    readonly weight?: number;
    readonly trees?: number;
  }[];
  /** Matched rules that are not listed. */
  readonly more: number;
}

export interface LearnerFacts {
  readonly name: string;
  readonly kind: "tree" | "ensemble" | "rules";
  readonly summary: string;
  readonly tasks: readonly string[];
  readonly options: readonly OptionFacts[];
}

import type { PruningRow } from "coppice";
import type { RowsPage, TreeView } from "./protocol.js";

/** A row by the names of its columns. */
export type Cells = Readonly<Record<string, string | number | null>>;

/** What a step of a lesson asks the library: a table of a textbook, what is learned from it, and what is looked at. */
export interface LessonQuestion {
  readonly table: "tennis" | "sunny" | "fruit" | "people" | "points";
  /** Absent: nothing is learned yet. */
  readonly learner?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly attributes?: readonly string[];
  /** A cell that is made missing. */
  readonly gap?: { readonly column: string; readonly row: number };
  /** The tree as the book draws it, which is not learned. */
  readonly isDrawn?: boolean;
  /** The same tree with two branches at every node. */
  readonly isBinary?: boolean;
  /** A node whose rows and candidates are wanted. */
  readonly node?: string;
  /** Rows to predict. */
  readonly rows?: readonly Cells[];
  /** Columns of rows by which the rules of the tree are pruned. */
  readonly seen?: Readonly<Record<string, readonly (string | number)[]>>;
  /** The class whose rules are reduced to the fewest conditions. */
  readonly simplest?: string;
  /** A rule for a class that is being learned. */
  readonly covers?: Covering;
}

export interface Covering {
  readonly class: string;
  /** The conditions that it has already: attribute and level. */
  readonly has: readonly (readonly [string, string])[];
  /** The rules before it, whose rows are gone. */
  readonly after: readonly (readonly (readonly [string, string])[])[];
}

export interface LessonBranch {
  readonly name: string;
  readonly weight: number;
  readonly counts: readonly number[];
  /** In bits; absent for parts of rows. */
  readonly entropy?: number | undefined;
}

export interface LessonCandidate {
  readonly attribute: string;
  readonly text: string;
  readonly gain: number;
  readonly branches: readonly LessonBranch[];
}

export interface LessonRule {
  readonly if: readonly string[];
  readonly then: string;
  readonly support: number;
}

/** A condition that a rule could get: of `total` rows that it then covers, `hits` are of its class. */
export interface FoilCondition {
  readonly attribute: string;
  readonly level: string;
  readonly hits: number;
  readonly total: number;
  readonly gain: number;
}

export interface Covered {
  readonly hits: number;
  readonly total: number;
  readonly rows: readonly number[];
  /** Best first. */
  readonly conditions: readonly FoilCondition[];
}

export interface LessonNode {
  readonly path: string;
  readonly rows: readonly number[];
  readonly weight: number;
  readonly counts: readonly number[];
  readonly entropy?: number | undefined;
  readonly gain?: number;
  /** What the tree has below it, parts of rows included. */
  readonly branches?: readonly LessonBranch[];
}

/** What the library found: the parts that the question leads to. */
export interface LessonAnswer {
  readonly page: RowsPage;
  readonly target: string;
  readonly classes: readonly string[];
  readonly tree?: TreeView;
  readonly paths?: readonly string[];
  readonly node?: LessonNode;
  readonly candidates?: readonly LessonCandidate[];
  readonly surrogates?: readonly { readonly text: string; readonly agrees: number }[];
  /** With the cost of the leaves, in errors. */
  readonly pruning?: readonly (PruningRow & { readonly cost: number })[];
  readonly rules?: readonly LessonRule[];
  readonly shorter?: readonly LessonRule[];
  readonly simplest?: readonly string[];
  readonly predicted?: readonly string[];
  readonly covers?: Covered;
}

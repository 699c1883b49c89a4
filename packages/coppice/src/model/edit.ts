import type { ColumnSchema } from "../table/schema.js";

/**
 * A change that a person made to a tree, as data. Nodes are named by their path (`nodePath.ts`), attributes, levels and
 * classes by their names, so that edits can be written by hand and survive another order of columns.
 */
export type Edit = (
  | SplitEdit
  | ThresholdEdit
  | LevelsEdit
  | MissingEdit
  | AttributesEdit
  | LabelEdit
  | NoteEdit
  | PlainEdit
) & {
  /** The path of the node. */
  readonly node: string;
  /** What the step is called in a history. */
  readonly name?: string;
};

export type EditKind = Edit["kind"];

/** The node is split by this test, whether it was a leaf or had another. */
export interface SplitEdit {
  readonly kind: "split";
  readonly test: EditTest;
  /** The branch that rows without a value take; absent: as the learner does it. */
  readonly missing?: number;
}

/** The threshold of the node's test is moved; for an ordered attribute it is the last level of branch 0. */
export interface ThresholdEdit {
  readonly kind: "threshold";
  readonly threshold: number | string;
}

/** These levels of the node's test on sets of levels move to branch 0 or 1. */
export interface LevelsEdit {
  readonly kind: "levels";
  readonly levels: readonly string[];
  readonly to: number;
}

/** Rows without a value take this branch of the node's test. */
export interface MissingEdit {
  readonly kind: "missing";
  readonly to: number;
}

/**
 * Tests at the node and below may not use these attributes, or use them wherever one of them is good enough to split by. It
 * replaces the same kind of edit at the same node; an empty list lifts it.
 */
export interface AttributesEdit {
  readonly kind: "forbid" | "prefer";
  readonly attributes: readonly string[];
}

/** The leaf predicts this class or value. */
export interface LabelEdit {
  readonly kind: "label";
  readonly label: string | number;
}

export interface NoteEdit {
  readonly kind: "note";
  readonly text: string;
}

/**
 * `prune` makes a leaf of the node. `lock` keeps the node and all below as they are, `unlock` ends that. `regrow` makes of the node
 * what the learner makes of its rows.
 */
export interface PlainEdit {
  readonly kind: "prune" | "lock" | "unlock" | "regrow";
}

/** A test by names. */
export type EditTest =
  | { readonly kind: "threshold"; readonly attribute: string; readonly threshold: number | string }
  /** `right` absent: all other levels that occur at the node. */
  | {
      readonly kind: "subset";
      readonly attribute: string;
      readonly left: readonly string[];
      readonly right?: readonly string[];
    }
  | { readonly kind: "levels"; readonly attribute: string }
  | { readonly kind: "intervals"; readonly attribute: string; readonly edges: readonly number[] }
  /** The test that the learner finds best on this attribute. */
  | { readonly kind: "best"; readonly attribute: string };

/** What a model was made of: a table, what was learned from it, and the edits. Replaying it gives the same model. */
export interface Workbook {
  readonly format: "coppice-workbook";
  readonly version: 1;
  readonly table: {
    readonly name?: string;
    readonly rows: number;
    readonly columns: readonly ColumnSchema[];
  };
  readonly recipe: Recipe;
  readonly edits: readonly Edit[];
}

export interface Recipe {
  readonly learner: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly target: string;
  readonly attributes: readonly string[];
  readonly weight?: string;
  readonly seed: number;
}

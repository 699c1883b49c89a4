import type { Costs } from "../model/costs.js";
import type { LeafError } from "../model/head.js";
import type { Measure } from "../model/measure.js";
import type { Derived, Hardening, Optimality, TreeNode } from "../model/tree.js";
import type { ColumnSchema } from "../table/schema.js";

/** What a learner returns: the nodes, and whatever else belongs in the model. */
export interface Learned {
  readonly nodes: readonly TreeNode[];
  /** What nodes test besides the attributes: measure i has the number of attributes plus i. */
  readonly measures?: readonly Measure[];
  /** What formulas of leaves read besides the attributes: numbered like measures; a learner has one or the other. */
  readonly added?: readonly AddedAttribute[];
  readonly costs?: Costs;
  readonly optimality?: Optimality;
  /** Regression: what the nodes' errors are; absent: mean squared errors. */
  readonly leafError?: LeafError;
  readonly hardening?: Hardening;
}

/** An attribute that no table has, and how it is derived from those before it. */
export interface AddedAttribute {
  readonly schema: ColumnSchema;
  readonly step: Derived;
}

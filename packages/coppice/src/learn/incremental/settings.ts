import type { Criterion } from "../criterion/criterion.js";

/** What decides about the tests of a tree. */
export interface TreeSettings {
  readonly criterion: Criterion;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly maxDepth: number;
  /** Gains that differ by less than this share of the node's impurity are a tie. */
  readonly tolerance: number;
  readonly kinds: readonly ("numeric" | "ordered" | "nominal")[];
  /** Tests on nominal attributes: one level against the rest, or two sets of levels. */
  readonly nominal: "oneHot" | "subset";
}

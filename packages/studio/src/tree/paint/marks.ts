import type { NodeCounts } from "coppice/edit";
import type { GhostBranch, NodeFacts } from "../../work/protocol.js";

/** What a picture of a tree shows beside the tree. */
export interface Marks {
  readonly selected: number;
  readonly hover: number;
  readonly path: ReadonlySet<number>;
  readonly matches: ReadonlySet<number>;
  readonly edited: ReadonlySet<number>;
  readonly locked: ReadonlySet<number>;
  readonly isCollapsed: (node: number) => boolean;
  /** What near nodes show, where it is known already. */
  readonly facts: ReadonlyMap<number, NodeFacts>;
  readonly notes?: ReadonlyMap<number, string> | undefined;
  /** Nodes at which attributes are forbidden or preferred. */
  readonly constrained?: ReadonlySet<number> | undefined;
  /** A test that a node does not have: its branches are drawn over the others. */
  readonly ghost?: GhostMark | undefined;
  /** Validation rows at each node. */
  readonly held?: NodeCounts | undefined;
}

export interface GhostMark {
  readonly node: number;
  readonly branches: readonly GhostBranch[];
}

import type { CellList } from "./cellList.js";
import type { NodeOrders } from "./nodeOrders.js";
import type { NodeTest } from "./nodeTest.js";

/** A node of a tree that is revised row by row. */
export interface IncNode {
  /** Rows of each class. */
  counts: Float64Array;
  rows: number;
  /** Something changed here, or below, since the test was chosen. If it is set, it is set in all nodes above. */
  stale: boolean;
  /** Its rows, if no node below has them: of a leaf, or of a node of few rows, whose subtree is grown anew if one changes. */
  members: number[] | undefined;
  split: IncSplit | undefined;
  /** Its rows in the order of each attribute, once they were needed. */
  orders: NodeOrders | undefined;
  /** What is known of its attributes, once its test has been chosen. */
  known: KnownTests | undefined;
  /** Bits that encode the subtree, pruned where that takes fewer; absent: to be computed again. See `virtualPruning.ts`. */
  bits?: number | undefined;
  /** Whether the pruned tree ends here. */
  isCut?: boolean;
}

export interface IncSplit {
  test: NodeTest;
  /** Total gain of the test, when it was last chosen. */
  gain: number;
  low: IncNode;
  high: IncNode;
}

/**
 * What a node remembers about the tests on each attribute. Most attributes never win, and a bound shows it; only those that
 * might are looked at again: in the order of the node's rows, or, at large nodes, in a list of their cells.
 */
export interface KnownTests {
  /** No test on attribute a leaves less impurity than bounds[a] - fallen; see `ImpurityScale`. */
  readonly bounds: Float64Array;
  /** By how much removed rows may have lowered impurities since the node's tests were first compared. */
  fallen: number;
  /** The rows of each class without a value of attribute a, if there are any. */
  readonly missing: (Float64Array | undefined)[];
  readonly lists: (CellList | undefined)[];
  /** How often tests on attribute a were compared again. */
  readonly looks: Uint32Array;
  /** How much of the log of the node's orders list a has. */
  readonly consumed: number[];
}

export function newLeaf(width: number): IncNode {
  return {
    counts: new Float64Array(width),
    rows: 0,
    stale: true,
    members: [],
    split: undefined,
    orders: undefined,
    known: undefined,
  };
}

export function isPure({ counts }: IncNode): boolean {
  let classes = 0;
  for (let k = 0; k < counts.length; k++) if (counts[k] > 0) classes++;
  return classes < 2;
}

/** All rows of a subtree. */
export function membersUnder(node: IncNode): number[] {
  if (node.members !== undefined) return node.members;
  const found: number[] = [];
  const stack: IncNode[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.members) for (const row of next.members) found.push(row);
    else if (next.split) stack.push(next.split.high, next.split.low);
  }
  return found;
}

export function* nodesUnder(node: IncNode): Generator<IncNode> {
  const stack = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    if (next.split) stack.push(next.split.high, next.split.low);
  }
}

import type { TreeShape } from "./treeShape.js";

/**
 * The alphas at which nodes collapse in rpart, by the recursion of its `partition.c` (Therneau and Atkinson 1997). They
 * differ slightly from Breiman's: a node's complexity counts everything below it, except that a child pruned before its
 * parent counts as a leaf for every ancestor, including one pruned even earlier. `least` is rpart's cp × the root's cost:
 * a split whose complexity does not exceed it is not made, and whatever is below it is ignored. `bound` is for a part of a
 * tree: what the nodes above it allow.
 */
export function rpartLinks(
  shape: TreeShape,
  costs: Float64Array,
  least: number,
  bound?: number,
): Float64Array {
  return settled(shape, costs, least, bound).complexity;
}

/** What each node's ancestors allow its complexity to be: the bound of `rpartLinks` for that part of the tree. */
export function rpartBounds(shape: TreeShape, costs: Float64Array, least: number): Float64Array {
  return settled(shape, costs, least).bound;
}

function settled(
  { first, heirs }: TreeShape,
  costs: Float64Array,
  least: number,
  bound = Number.POSITIVE_INFINITY,
): State {
  const at = new State(costs, least);
  at.bound[0] = bound;
  const stack: [node: number, stage: number][] = [[0, 0]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [i, stage] = next;
    const reach = Math.min(costs[i], at.bound[i]);
    if (first[i] === first[i + 1] || reach <= least) {
      at.stay(i);
      continue;
    }
    const left = heirs[first[i]];
    const right = heirs[first[i] + 1];
    if (stage === 0) {
      at.bound[left] = reach - least;
      stack.push([i, 1], [left, 0]);
    } else if (stage === 1) {
      at.bound[right] = at.boundAfter(i, left) - least;
      stack.push([i, 2], [right, 0]);
    } else {
      at.settle(i, left, right);
    }
  }
  return at;
}

class State {
  /** An upper bound of a node's complexity, from its ancestors; none where an ancestor is a leaf. */
  readonly bound: Float64Array;
  readonly complexity: Float64Array;
  private readonly below: Float64Array;
  private readonly splits: Int32Array;

  constructor(
    private readonly costs: Float64Array,
    private readonly least: number,
  ) {
    this.bound = new Float64Array(costs.length).fill(Number.POSITIVE_INFINITY);
    this.complexity = new Float64Array(costs.length).fill(least);
    this.below = new Float64Array(costs.length);
    this.splits = new Int32Array(costs.length);
  }

  /** Node i is a leaf. */
  stay(i: number): void {
    this.complexity[i] = this.least;
    this.below[i] = this.costs[i];
    this.splits[i] = 0;
  }

  /** An upper bound of node i's complexity, once its left child is known. */
  boundAfter(i: number, left: number): number {
    const whole = (this.costs[i] - this.below[left]) / (this.splits[left] + 1);
    return Math.min(Math.max(whole, this.costs[i] - this.costs[left]), this.bound[i]);
  }

  /** Node i's own complexity: the child that collapses first counts as a leaf if it does so before node i. */
  settle(i: number, left: number, right: number): void {
    const { costs, complexity, below, splits } = this;
    const risk = new Map([
      [left, below[left]],
      [right, below[right]],
    ]);
    const count = new Map([
      [left, splits[left]],
      [right, splits[right]],
    ]);
    const worth = () =>
      (costs[i] - (risk.get(left)! + risk.get(right)!)) / (count.get(left)! + count.get(right)! + 1);
    const order = complexity[right] > complexity[left] ? [left, right] : [right, left];
    for (const son of order) {
      if (!(worth() > complexity[son])) break;
      risk.set(son, costs[son]);
      count.set(son, 0);
    }
    if (worth() <= this.least) {
      this.stay(i);
      return;
    }
    complexity[i] = worth();
    below[i] = risk.get(left)! + risk.get(right)!;
    splits[i] = count.get(left)! + count.get(right)! + 1;
  }
}

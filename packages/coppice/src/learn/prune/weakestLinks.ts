import type { TreeShape } from "./treeShape.js";

/**
 * Breiman et al. 1984, chapter 3: for each node the alpha from which it is better as a leaf, once everything below it that
 * is pruned earlier has been pruned. It depends on the node's own subtree, so one pass from the leaves up finds them all.
 *
 * `costs` is each node's cost as a leaf. The lowest cost of a subtree, as a function of alpha, is piecewise linear; each
 * split node adds one bend, where it collapses. Bends are kept in a heap with the greatest alpha on top:
 * a node that collapses before some bends below it makes them void. Each bend enters and leaves once: n log n.
 */
export function weakestLinks({ count, first, heirs }: TreeShape, costs: Float64Array): Float64Array {
  const bends = new Bends(count);
  const tops = new Int32Array(count).fill(NONE);
  for (let i = count - 1; i >= 0; i--) {
    let leaves = first[i + 1] - first[i];
    if (leaves === 0) continue;
    let below = 0;
    for (let k = first[i]; k < first[i + 1]; k++) {
      below += costs[heirs[k]];
      tops[i] = bends.merge(tops[i], tops[heirs[k]]);
    }
    let alpha = slope(costs[i] - below, leaves);
    for (
      let top = tops[i];
      top !== NONE && alpha < bends.alpha[top] - SLACK * bends.alpha[top];
      top = tops[i]
    ) {
      below -= bends.saved[top];
      leaves += bends.leaves[top];
      tops[i] = bends.pop(top);
      alpha = slope(costs[i] - below, leaves);
    }
    bends.alpha[i] = alpha;
    bends.saved[i] = costs[i] - below;
    bends.leaves[i] = leaves - 1;
    tops[i] = bends.merge(tops[i], i);
  }
  return bends.alpha;
}

/** Alphas are equal if they differ by less than this share. */
export const SLACK = 1e-10;

/** A test that does not reduce the cost is pruned at any alpha; so is one with a single branch. */
function slope(saved: number, leaves: number): number {
  return leaves > 1 ? Math.max(0, saved / (leaves - 1)) : 0;
}

const NONE = -1;

/** A leftist heap (Crane 1972) of bends, greatest alpha on top. A bend is known by its node. */
class Bends {
  readonly alpha: Float64Array;
  /** By how much the cost rises when the node collapses, and how many leaves that saves. */
  readonly saved: Float64Array;
  readonly leaves: Int32Array;
  private readonly left: Int32Array;
  private readonly right: Int32Array;
  private readonly rank: Int32Array;

  constructor(size: number) {
    this.alpha = new Float64Array(size);
    this.saved = new Float64Array(size);
    this.leaves = new Int32Array(size);
    this.left = new Int32Array(size).fill(NONE);
    this.right = new Int32Array(size).fill(NONE);
    this.rank = new Int32Array(size).fill(1);
  }

  pop(top: number): number {
    return this.merge(this.left[top], this.right[top]);
  }

  /** Recursion is as deep as the right spines, which a leftist heap keeps below log2 of its size. */
  merge(a: number, b: number): number {
    if (a === NONE) return b;
    if (b === NONE) return a;
    const top = this.alpha[a] >= this.alpha[b] ? a : b;
    const merged = this.merge(this.right[top], top === a ? b : a);
    const { left, right } = this;
    const isLeft = this.rankOf(left[top]) < this.rankOf(merged);
    right[top] = isLeft ? left[top] : merged;
    if (isLeft) left[top] = merged;
    this.rank[top] = this.rankOf(right[top]) + 1;
    return top;
  }

  private rankOf(node: number): number {
    return node === NONE ? 0 : this.rank[node];
  }
}

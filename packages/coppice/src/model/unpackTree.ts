import type { ColumnSchema } from "../table/schema.js";
import { type Costs, labelOf } from "./costs.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees } from "./packed.js";
import type { Test } from "./test.js";
import type { NodeFacts, Task, TreeNode } from "./tree.js";

/**
 * One of the trees as nodes, for inspection. Counts are the leaves' class shares times their weights; gains are the
 * decrease in Gini impurity or squared error per unit of weight, whichever criterion chose the test. Trees of scores have
 * the task regression, whatever the ensemble predicts.
 */
export function unpackTree(
  trees: PackedTrees,
  tree: number,
  attributes: readonly ColumnSchema[],
  task: Task,
  costs?: Costs,
): TreeNode[] {
  const start = trees.starts[tree];
  const count = trees.starts[tree + 1] - start;
  const nodes = new Array<TreeNode>(count);
  const stats = new Array<NodeStats>(count);
  // In reverse preorder a node's branches are known before it.
  for (let i = count - 1; i >= 0; i--) {
    const at = start + i;
    const skip = trees.skip[at];
    if (trees.attribute[at] === LEAF) {
      stats[i] = statsAt(trees, at);
      nodes[i] = factsOf(stats[i], task, costs);
      continue;
    }
    const [left, right] = [stats[i + 1], stats[i + skip]];
    stats[i] = joined(left, right);
    nodes[i] = {
      ...factsOf(stats[i], task, costs),
      test: packedTest(trees, at, attributes),
      branches: [i + 1, i + skip],
      missing: { kind: "branch", to: (trees.flags[at] & MISSING_LEFT) !== 0 ? 0 : 1 },
      gain: gainOf(stats[i], left, right),
    };
  }
  return nodes;
}

/** The weight of a node's rows and their mean prediction. */
interface NodeStats {
  readonly weight: number;
  readonly mean: Float64Array;
}

function statsAt({ threshold, skip, values, width }: PackedTrees, leaf: number): NodeStats {
  return { weight: threshold[leaf], mean: values.slice(skip[leaf] * width, (skip[leaf] + 1) * width) };
}

/** Without weights both sides count the same. */
function joined(left: NodeStats, right: NodeStats): NodeStats {
  const weight = left.weight + right.weight;
  const share = weight > 0 ? left.weight / weight : 0.5;
  return { weight, mean: left.mean.map((x, k) => share * x + (1 - share) * right.mean[k]) };
}

/** Σ over classes of the variance between the two sides; for one number, the decrease in squared error. */
function gainOf(whole: NodeStats, left: NodeStats, right: NodeStats): number {
  if (!(whole.weight > 0)) return 0;
  const shares = (left.weight / whole.weight) * (right.weight / whole.weight);
  const gain = left.mean.reduce((sum, x, k) => sum + shares * (x - right.mean[k]) ** 2, 0);
  return Math.min(gain, Number.MAX_VALUE);
}

/** Counts must not all be zero: without a weight they are the shares themselves. */
function factsOf({ weight, mean }: NodeStats, task: Task, costs: Costs | undefined): NodeFacts {
  if (task === "regression") return { weight, value: mean[0], error: 0 };
  const counts = Array.from(mean, (share) => (weight > 0 ? share * weight : share));
  return { weight, counts, label: labelOf(mean, costs) };
}

/** The test of a packed split. */
export function packedTest(trees: PackedTrees, node: number, attributes: readonly ColumnSchema[]): Test {
  const attribute = trees.attribute[node];
  const threshold = trees.threshold[node];
  if ((trees.flags[node] & ON_LEVELS) === 0) return { kind: "threshold", attribute, threshold };
  const left: number[] = [];
  const right: number[] = [];
  const levels = attributes[attribute].levels?.length ?? 0;
  for (let code = 0; code < levels; code++) {
    const isLeft = ((trees.sets[threshold + (code >> 5)] >>> (code & 31)) & 1) === 1;
    (isLeft ? left : right).push(code);
  }
  return { kind: "subset", attribute, left, right };
}

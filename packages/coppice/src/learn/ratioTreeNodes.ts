import { type GrownTree, grownBranches, grownWeights, isGrownLeaf } from "../model/grownTree.js";
import type { ClassFacts, TreeNode } from "../model/tree.js";
import { splitOf } from "./flatten.js";
import { grownTestAt } from "./grownNodes.js";
import { classFactsAt } from "./label/facts.js";
import { splitRules } from "./missing/splitRules.js";
import type { Plan } from "./plan.js";
import { COLLAPSE_SLACK } from "./prune/collapse.js";

/** The nodes of a tree that an engine grew by the gain ratio, in preorder; collapsed first where the options say so. */
export function ratioTreeNodes(tree: GrownTree, plan: Plan): TreeNode[] {
  const isLeaf = plan.options.collapse ? collapsed(tree) : undefined;
  const classes = tree.sums.length / tree.nodes;
  const nodes: TreeNode[] = [];
  const waiting: Waiting[] = [{ node: 0, parent: undefined, of: undefined, at: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent, of, at } = next;
    const facts = classFactsAt(tree.sums, node * classes, classes, parent);
    if (of) of[at] = nodes.length;
    if (isGrownLeaf(tree, node) || isLeaf?.[node]) {
      nodes.push(facts);
      continue;
    }
    const places = grownBranches(tree, node);
    const branches = new Array<number>(places.length);
    const { missing, atPrediction } = splitRules(plan.options, { weights: grownWeights(tree, node) });
    const test = grownTestAt(tree, node, plan);
    const planned = { test, gain: tree.gain[node], missing: atPrediction ?? missing };
    nodes.push(splitOf(facts, planned, branches, plan));
    for (let b = places.length - 1; b >= 0; b--)
      waiting.push({ node: places[b], parent: facts, of: branches, at: b });
  }
  return nodes;
}

interface Waiting {
  readonly node: number;
  readonly parent: ClassFacts | undefined;
  /** Where the parent stores the node's index. */
  readonly of: number[] | undefined;
  readonly at: number;
}

/** See prune/collapse.ts: 1 where a subtree makes no fewer errors than its root would as a leaf. */
function collapsed(tree: GrownTree): Uint8Array {
  const below = new Float64Array(tree.nodes);
  const goes = new Uint8Array(tree.nodes);
  const classes = tree.sums.length / tree.nodes;
  for (let node = tree.nodes - 1; node >= 0; node--) {
    const own = errorsAt(tree.sums, node * classes, classes);
    below[node] = own;
    if (isGrownLeaf(tree, node)) continue;
    below[node] = 0;
    const branches = grownBranches(tree, node);
    for (let b = 0; b < branches.length; b++) below[node] += below[branches[b]];
    if (below[node] >= own - COLLAPSE_SLACK) goes[node] = 1;
  }
  return goes;
}

/**
 * The misclassified weight of a leaf, computed from its share as stored in nodes: labelOf and lossOf of model/costs.ts
 * without costs, in one loop each.
 */
function errorsAt(sums: Float64Array, at: number, classes: number): number {
  let weight = 0;
  let label = at;
  for (let k = at; k < at + classes; k++) {
    weight += sums[k];
    if (sums[k] > sums[label] + 1e-9 * sums[label]) label = k;
  }
  if (!(weight > 0)) return 0;
  let wrong = 0;
  for (let k = at; k < at + classes; k++) if (k !== label) wrong += sums[k];
  return (wrong / weight) * weight;
}

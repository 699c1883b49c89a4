import type { RatioTree } from "../engine/ratioTree.js";
import type { Test } from "../model/test.js";
import type { ClassFacts, TreeNode } from "../model/tree.js";
import { placeThreshold } from "./branch/placement.js";
import { splitOf } from "./flatten.js";
import { classFacts } from "./label/facts.js";
import { splitRules } from "./missing/splitRules.js";
import type { Plan } from "./plan.js";
import { COLLAPSE_SLACK } from "./prune/collapse.js";

/** The nodes of a tree that an engine grew by the gain ratio, in preorder; collapsed first where the options say so. */
export function ratioTreeNodes(tree: RatioTree, plan: Plan): TreeNode[] {
  const isLeaf = plan.options.collapse ? collapsed(tree, plan) : undefined;
  const nodes: TreeNode[] = [];
  const waiting: Waiting[] = [{ node: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent, link } = next;
    const facts = classFacts(sumsAt(tree, node), parent);
    if (link) link.of[link.at] = nodes.length;
    if (tree.attribute[node] < 0 || isLeaf?.[node]) {
      nodes.push(facts);
      continue;
    }
    const weights = weightsAt(tree, node, plan);
    const branches = new Array<number>(weights.length);
    const planned = {
      test: testAt(tree, node, weights, plan),
      gain: tree.gain[node],
      ...splitRules(plan.options, { weights }),
    };
    nodes.push(splitOf(facts, planned, branches, plan));
    for (let b = weights.length - 1; b >= 0; b--)
      waiting.push({ node: tree.first[node] + b, parent: facts, link: { of: branches, at: b } });
  }
  return nodes;
}

interface Waiting {
  readonly node: number;
  readonly parent?: ClassFacts;
  /** Where the parent stores the node's index. */
  readonly link?: { readonly of: number[]; readonly at: number };
}

function outcomesOf({ attribute }: RatioTree, node: number, { facts }: Plan): number {
  const { kind, codes } = facts.attributes[attribute[node]];
  return kind === "nominal" ? codes : 2;
}

function sumsAt({ sums, nodes }: RatioTree, node: number): Float64Array {
  const width = sums.length / nodes;
  return sums.subarray(node * width, (node + 1) * width);
}

function weightsAt(tree: RatioTree, node: number, plan: Plan): number[] {
  const at = tree.weightsAt[node];
  return Array.from(tree.weights.subarray(at, at + outcomesOf(tree, node, plan)));
}

function testAt(tree: RatioTree, node: number, weights: readonly number[], { facts, options }: Plan): Test {
  const attribute = tree.attribute[node];
  const { kind, values } = facts.attributes[attribute];
  if (kind === "nominal") return { kind: "levels", attribute };
  const [low, high] = [tree.low[node], tree.high[node]];
  if (values === undefined) return { kind: "threshold", attribute, threshold: low };
  const share = weights[0] / (weights[0] + weights[1]);
  const threshold = placeThreshold(options.threshold, values[low], values[high], share, values);
  return { kind: "threshold", attribute, threshold };
}

/** See prune/collapse.ts: 1 where a subtree makes no fewer errors than its root would as a leaf. */
function collapsed(tree: RatioTree, plan: Plan): Uint8Array {
  const below = new Float64Array(tree.nodes);
  const goes = new Uint8Array(tree.nodes);
  const classes = tree.sums.length / tree.nodes;
  for (let node = tree.nodes - 1; node >= 0; node--) {
    const own = errorsAt(tree.sums, node * classes, classes);
    below[node] = own;
    if (tree.attribute[node] < 0) continue;
    below[node] = 0;
    const first = tree.first[node];
    const outcomes = outcomesOf(tree, node, plan);
    for (let b = 0; b < outcomes; b++) below[node] += below[first + b];
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

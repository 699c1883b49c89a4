import type { Test } from "../../../model/test.js";
import type { LeafNode, TreeNode } from "../../../model/tree.js";
import type { AddedAttribute, Learned } from "../../learner.js";
import type { StreamSchema } from "../streamLearner.js";
import { bayesFormulas, Squares } from "./bayesFormulas.js";
import type { StreamTest } from "./candidates.js";
import type { HoeffdingTree } from "./hoeffdingTree.js";
import { eachNode, greatest, type Leaf, type Split, type StreamNode } from "./streamNode.js";

/** A tree so far, as the nodes of a model: leaves where naive Bayes is ahead have formulas that say the same. */
export function learnedTree(tree: HoeffdingTree, schema: StreamSchema): Learned {
  const squares = new Squares(schema, leavesByBayes(tree));
  const writer = new NodeWriter(tree, schema, squares);
  writer.write(tree.root, new Float64Array(schema.target.levels!.length));
  const added: readonly AddedAttribute[] = squares.added;
  return { nodes: writer.nodes, ...(added.length > 0 && { added }) };
}

function leavesByBayes(tree: HoeffdingTree): Leaf[] {
  const found: Leaf[] = [];
  eachMain(tree.root, (node) => {
    if (node.isLeaf && !tree.byMajority(node)) found.push(node);
  });
  return found;
}

/** Every node of the tree itself; those of alternates are not part of the model. */
function eachMain(node: StreamNode, visit: (node: StreamNode) => void): void {
  visit(node);
  if (!node.isLeaf) for (const child of node.children) if (child) eachMain(child, visit);
}

/** Writes nodes in preorder. */
class NodeWriter {
  readonly nodes: TreeNode[] = [];

  constructor(
    private readonly tree: HoeffdingTree,
    private readonly schema: StreamSchema,
    private readonly squares: Squares,
  ) {}

  /** Writes a subtree and returns where it begins. A branch without rows has the class weights of its parent. */
  write(node: StreamNode | undefined, parent: Float64Array): number {
    const own = node ? this.countsOf(node) : parent;
    const counts = own.some((weight) => weight > 0)
      ? own
      : parent.fill(1, 0, parent.some((w) => w > 0) ? 0 : 1);
    const weight = node ? own.reduce((sum, w) => sum + w, 0) : 0;
    const facts = { weight, counts: [...counts], label: Math.max(0, greatest(counts, 0)) };
    const at = this.nodes.length;
    if (node === undefined || node.isLeaf) {
      this.nodes.push(this.leaf(facts, node));
      return at;
    }
    this.nodes.push(facts);
    const branches = Array.from({ length: this.branchesOf(node) }, (_, i) =>
      this.write(node.children[i], counts),
    );
    const { gain } = node;
    const missing = { kind: "branch" as const, to: Math.max(0, node.heaviest()) };
    this.nodes[at] = { ...facts, test: this.testOf(node.test), branches, missing, gain };
    return at;
  }

  private leaf(facts: LeafNode, leaf: Leaf | undefined): LeafNode {
    if (leaf === undefined || this.tree.byMajority(leaf)) return facts;
    const formulas = bayesFormulas(leaf, this.schema, this.squares);
    return formulas ? { ...facts, answer: { kind: "classifier", formulas } } : facts;
  }

  /** Those of a leaf; of a split, the sums of its branches. */
  private countsOf(node: StreamNode): Float64Array {
    const counts = new Float64Array(this.schema.target.levels!.length);
    eachMain(node, (one) => {
      if (one.isLeaf) for (let k = 0; k < one.counts.length; k++) counts[k] += one.counts[k];
    });
    return counts;
  }

  private branchesOf({ test }: Split): number {
    return test.kind === "levels" ? this.schema.attributes[test.attribute].levels!.length : 2;
  }

  private testOf(test: StreamTest): Test {
    if (test.kind === "levels") return { ...test };
    if (test.kind === "threshold") {
      // Of ranks the threshold is a rank.
      const isRank = this.schema.attributes[test.attribute].type === "ordered";
      return isRank ? { ...test, threshold: Math.floor(test.threshold) } : { ...test };
    }
    const { attribute, level } = test;
    const all = this.schema.attributes[attribute].levels!.map((_, code) => code);
    return { kind: "subset", attribute, left: [level], right: all.filter((code) => code !== level) };
  }
}

/** Nodes, leaves, bytes: what there is to say about a tree. */
export function treeFigures(tree: HoeffdingTree): Record<string, number> {
  let nodes = 0;
  let leaves = 0;
  eachNode(tree.root, (node) => {
    nodes++;
    if (node.isLeaf) leaves++;
  });
  return { nodes, leaves, inactive: tree.inactive, bytes: tree.bytes };
}

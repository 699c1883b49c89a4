import { type ClassFacts, isSplit, type SplitNode, type TreeModel, type TreeNode } from "../../model/tree.js";
import { classFacts } from "../label/facts.js";
import { leafOf } from "./cutAt.js";

/** A node of a tree that is being rebuilt, with the training rows that reach it. */
export interface Limb {
  /** Its place in the model, and that of the node whose test it has. */
  readonly node: number;
  splitOf: number;
  counts: Float64Array;
  /** What the model says of the node; absent once other rows reach it. */
  facts: TreeNode | undefined;
  /** Absent for a leaf. */
  split: SplitNode | undefined;
  branches: Limb[];
  /** The errors that it promises as a leaf, once they have been asked for. */
  promise: number | undefined;
}

/** A classification tree whose branches can be moved, rows and all. */
export interface Growth {
  readonly model: TreeModel;
  readonly root: Limb;
  makeLeaf(limb: Limb): void;
  /** The limb becomes its branch b, down which all its rows now go. */
  raise(limb: Limb, b: number): void;
  /**
   * The class weights of the leaves below `branch` if all rows of `limb` went down it, one after the other, the last
   * leaf first. Valid until the next call.
   */
  countsIfRaised(branch: Limb, limb: Limb): Float64Array;
}

export function limbsOf(model: TreeModel): Limb[] {
  const limbs = model.nodes.map(
    (node, i): Limb => ({
      node: i,
      splitOf: i,
      counts: NO_COUNTS,
      facts: node,
      split: isSplit(node) ? node : undefined,
      branches: [],
      promise: undefined,
    }),
  );
  for (const limb of limbs) if (limb.split) limb.branches = limb.split.branches.map((b) => limbs[b]);
  return limbs;
}

const NO_COUNTS = new Float64Array(0);

/** The rebuilt tree as a model, in preorder. Nodes that their rows have not left keep their figures to the bit. */
export function modelOfGrowth({ root, model }: Growth): TreeModel {
  const nodes: TreeNode[] = [];
  const stack: { limb: Limb; parent?: ClassFacts; link?: { of: number[]; at: number } }[] = [{ limb: root }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { limb, parent, link } = next;
    const facts = (
      limb.facts ? leafOf(limb.facts) : classFacts(limb.counts, parent, model.costs)
    ) as ClassFacts;
    if (link) link.of[link.at] = nodes.length;
    if (limb.split === undefined) {
      nodes.push(facts);
      continue;
    }
    const branches = new Array<number>(limb.branches.length);
    nodes.push({ ...limb.split, ...facts, branches });
    for (let b = limb.branches.length - 1; b >= 0; b--) {
      stack.push({ limb: limb.branches[b], parent: facts, link: { of: branches, at: b } });
    }
  }
  return { ...model, nodes };
}

import type { Condition } from "../model/condition.js";
import { depthsOf, isSplit, type SplitNode, type TreeModel } from "../model/tree.js";
import { parentsOf } from "../model/walk.js";
import { conditionOf } from "../model/words.js";
import { merge } from "./merge.js";
import { neededConditions } from "./neededConditions.js";
import { type StatedRule, statedFacts } from "./statedRule.js";

/** The rule of one leaf. */
export interface Rule extends StatedRule {
  /** Index of the leaf in the model's nodes. */
  readonly leaf: number;
}

/** One rule per leaf, leaves from left to right. */
export function rulesOf(model: TreeModel): Rule[] {
  const rules: Rule[] = [];
  const path = new PathConditions(model);
  model.nodes.forEach((node, i) => {
    path.moveTo(i);
    if (!isSplit(node))
      rules.push({
        leaf: i,
        if: neededConditions(path.conditions(), model),
        ...statedFacts(node, model.nodes[0], model),
      });
  });
  return rules;
}

/** The merged conditions on the path to each node, in the order of the path. */
export function nodeConditions(tree: Pick<TreeModel, "nodes" | "attributes">): Condition[][] {
  const path = new PathConditions(tree);
  return tree.nodes.map((_, i) => {
    path.moveTo(i);
    return path.conditions();
  });
}

/**
 * The merged conditions on the path to the current node, updated while the nodes are visited in preorder. Each level
 * of the tree remembers what it replaced, so that leaving a branch undoes it; even in a deep tree the cost per leaf
 * is proportional to the leaf's conditions.
 */
class PathConditions {
  private readonly depths;
  private readonly parents;
  /** By attribute, in the order of the path. */
  private readonly current = new Map<number, Condition>();
  private readonly replaced: { attribute: number; before: Condition | undefined }[] = [];

  constructor(private readonly model: Pick<TreeModel, "nodes" | "attributes">) {
    this.depths = depthsOf(model);
    this.parents = parentsOf(model);
  }

  moveTo(node: number): void {
    if (node === 0) return;
    while (this.replaced.length >= this.depths[node]) this.undo();
    const { nodes, attributes } = this.model;
    const { test } = nodes[this.parents.parent[node]] as SplitNode;
    const { attribute } = test;
    const before = this.current.get(attribute);
    const condition = conditionOf(test, this.parents.branch[node], attributes);
    this.current.set(attribute, before ? merge(before, condition, attributes[attribute]) : condition);
    this.replaced.push({ attribute, before });
  }

  conditions(): Condition[] {
    return [...this.current.values()];
  }

  private undo(): void {
    const { attribute, before } = this.replaced.pop()!;
    if (before) this.current.set(attribute, before);
    else this.current.delete(attribute);
  }
}

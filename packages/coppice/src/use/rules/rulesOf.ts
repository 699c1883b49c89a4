import type { Condition } from "../../model/condition.js";
import { depthsOf, isSplit, type SplitNode, type TreeModel, type TreeNode } from "../../model/tree.js";
import { parentsOf } from "../../model/walk.js";
import { conditionOf, textOf } from "../../model/words.js";
import { merge } from "./merge.js";

/** What one leaf says, as a sentence. */
export interface Rule {
  /** Index of the leaf in the model's nodes. */
  readonly leaf: number;
  /** All must hold; at most one condition per attribute, in the order in which the path first asks. None: always. */
  readonly if: readonly Condition[];
  /** The class, or the value. */
  readonly then: string | number;
  /** Training weight that reached the leaf; 0 when no row did, and then the figures below are its parent's. */
  readonly support: number;
  /** `support` as a share of all training weight. */
  readonly coverage: number;
  /** Classification: the share of the leaf's weight that has the class. */
  readonly confidence?: number;
  /** `confidence` over the class's share of all rows; absent when no row has the class. */
  readonly lift?: number;
  /** Regression: the error around the value, as the model states it. */
  readonly error?: number;
}

/** One rule per leaf, leaves from left to right. */
export function rulesOf(model: TreeModel): Rule[] {
  const rules: Rule[] = [];
  const path = new PathConditions(model);
  model.nodes.forEach((node, i) => {
    path.moveTo(i);
    if (!isSplit(node)) rules.push({ leaf: i, if: path.conditions(), ...factsOf(model, node) });
  });
  return rules;
}

function factsOf(model: TreeModel, leaf: TreeNode): Omit<Rule, "leaf" | "if"> {
  const root = model.nodes[0];
  const support = leaf.weight;
  const coverage = root.weight > 0 ? support / root.weight : 0;
  if ("value" in leaf) return { then: leaf.value, support, coverage, error: leaf.error };
  const { counts, label } = leaf;
  const confidence = counts[label] / total(counts);
  const all = "counts" in root ? root.counts : counts;
  const prior = all[label] / total(all);
  return {
    // parseModel: a classification's target has levels.
    then: model.target.levels![label],
    support,
    coverage,
    confidence,
    ...(prior > 0 && { lift: confidence / prior }),
  };
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/**
 * The merged conditions on the way to the current node, kept up while the nodes are visited in preorder. Each level
 * of the tree remembers what it replaced, so that leaving a branch undoes it; a deep tree costs no more per leaf than
 * the conditions that the leaf has.
 */
class PathConditions {
  private readonly depths;
  private readonly parents;
  /** By attribute, in the order of the path. */
  private readonly current = new Map<number, Condition>();
  private readonly replaced: { attribute: number; before: Condition | undefined }[] = [];

  constructor(private readonly model: TreeModel) {
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

/** What `coppice rules --json` prints of each rule. */
export interface RuleJson extends Omit<Rule, "leaf" | "if"> {
  readonly if: readonly string[];
}

export interface RulesJson {
  readonly rules: readonly RuleJson[];
  /** How many conditions all rules have together. */
  readonly conditions: number;
}

export function rulesJson(model: TreeModel): RulesJson {
  let conditions = 0;
  const rules = rulesOf(model).map(({ leaf: _, if: all, ...facts }) => {
    conditions += all.length;
    return { if: all.map((condition) => textOf(condition, model.attributes)), ...facts };
  });
  return { rules, conditions };
}

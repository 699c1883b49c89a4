import { checkNoOptions } from "../base/checkOptions.js";
import { CoppiceError, unreachable } from "../base/errors.js";
import { checkModel } from "../model/checkModel.js";
import { type EnsembleModel, type Importance, memberCount } from "../model/ensemble.js";
import { isMeasure } from "../model/measure.js";
import type { Model } from "../model/model.js";
import { columnsOf } from "../model/packedTree.js";
import { isSplit, type TreeModel, type TreeNode } from "../model/tree.js";
import { unpackTree } from "../model/unpackTree.js";
import { answerCredit, creditsOf } from "./attributeCredit.js";

/** The importance of each attribute in a model. */
export interface AttributeImportance {
  /** Impurity and gain: the decrease by the splits on it, weighted by their rows, normalised to sum to 1. */
  readonly kind: Importance["kind"];
  /** By attribute name, most important first. */
  readonly values: Readonly<Record<string, number>>;
}

/**
 * The importance of each attribute. For a tree: gain times weight of its splits, normalised to sum to 1 (mean
 * decrease in impurity). The gain of a test on a measure is divided among the attributes that it reads, by |coefficient| ×
 * standard deviation, and formulas of leaves count with what they explain. For an ensemble: what was measured during training, else the mean over its trees.
 */
export function importance(model: Model): AttributeImportance;
export function importance(model: Model, ...others: readonly unknown[]): AttributeImportance {
  checkNoOptions("importance", others);
  checkModel(model);
  switch (model.format) {
    case "coppice-tree":
      return named(model, "impurity", normalised(creditedGains(model)));
    case "coppice-ensemble":
      return ensembleImportance(model);
    case "coppice-rules":
      throw new CoppiceError(
        "MODEL_KIND",
        `importance is the gain of splits; a model of ${model.learner} is a rule set and has no splits`,
        { name: model.learner, rule: "a tree or an ensemble" },
      );
    default:
      return unreachable(model);
  }
}

function ensembleImportance(model: EnsembleModel): AttributeImportance {
  const stored = model.report?.importance;
  if (stored) return named(model, stored.kind, stored.values);
  const sums = new Map<string, number>();
  for (let member = 0; member < memberCount(model); member++) {
    const { attributes, gains } = memberGains(model, member);
    normalised(gains).forEach((gain, a) => {
      sums.set(attributes[a].name, (sums.get(attributes[a].name) ?? 0) + gain);
    });
  }
  // Members may have additional attributes, added by their `derived`.
  const others = [...sums.keys()].filter((name) => !model.attributes.some((one) => one.name === name));
  const attributes = [...model.attributes.map(({ name }) => name), ...others];
  const values = normalised(Float64Array.from(attributes, (name) => sums.get(name) ?? 0));
  return byName("impurity", attributes, values);
}

function memberGains({ members, attributes, combine, task }: EnsembleModel, member: number) {
  if (members.kind === "models") {
    const tree = members.models[member];
    return { attributes: tree.attributes, gains: creditedGains(tree) };
  }
  // Score trees are regression trees, regardless of the ensemble's task.
  const kind = combine.kind === "sum" ? "regression" : task;
  const nodes = unpackTree(members.trees, member, attributes, kind);
  return { attributes, gains: nodeGains(nodes, attributes.length) };
}

/** Gains of tests on measures, and what formulas of leaves explain, go to the attributes that these read. */
function creditedGains(model: TreeModel): Float64Array {
  const own = treeGains(model);
  if (model.spreads === undefined && !(model.derived ?? []).some(isMeasure)) return own;
  const credits = creditsOf(model);
  const gains = new Float64Array(own.length);
  own.forEach((gain, a) => {
    for (const [attribute, share] of credits[a]) gains[attribute] += share * gain;
  });
  for (const node of model.nodes)
    for (const [attribute, gain] of answerCredit(node, model, credits))
      gains[attribute] += gain * node.weight;
  return gains;
}

function treeGains(model: TreeModel): Float64Array {
  const columns = columnsOf(model);
  if (columns === undefined) return nodeGains(model.nodes, model.attributes.length);
  const gains = new Float64Array(model.attributes.length);
  columns.attribute.forEach((a, node) => {
    if (a >= 0) gains[a] += columns.gain[node] * columns.weight[node];
  });
  return gains;
}

function nodeGains(nodes: readonly TreeNode[], attributes: number): Float64Array {
  const gains = new Float64Array(attributes);
  for (const node of nodes) if (isSplit(node)) gains[node.test.attribute] += node.gain * node.weight;
  return gains;
}

/** As shares of their sum; zeros stay zeros. */
function normalised(gains: Float64Array): Float64Array {
  const total = gains.reduce((sum, gain) => sum + gain, 0);
  return total > 0 ? gains.map((gain) => gain / total) : gains;
}

function named(model: Model, kind: Importance["kind"], values: ArrayLike<number>): AttributeImportance {
  const names = model.attributes.map(({ name }) => name);
  return byName(kind, names, values);
}

function byName(
  kind: Importance["kind"],
  names: readonly string[],
  values: ArrayLike<number>,
): AttributeImportance {
  const order = names.map((_, a) => a).sort((a, b) => values[b] - values[a] || a - b);
  return { kind, values: Object.fromEntries(order.map((a) => [names[a], values[a]])) };
}

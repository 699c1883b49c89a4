import type { Condition } from "../../src/model/condition.js";
import type { RuleModel } from "../../src/model/ruleSet.js";
import type { Test } from "../../src/model/test.js";
import { isSplit, type MissingRule, type TreeModel, type TreeNode } from "../../src/model/tree.js";
import type { ColumnSchema } from "../../src/table/schema.js";

/** What a handmade tree consists of: columns, tests, conditions, and nodes that are counted and numbered by themselves. */

/** Columns such as schemas`age, color=red|green, size:ordered=s|m|l`. */
export function schemas(texts: TemplateStringsArray): ColumnSchema[] {
  return texts.raw[0].split(/,\s*/).map((text) => {
    const [, name, ordered, levels] = /^(.*?)(:ordered)?(?:=(.*))?$/.exec(text)!;
    if (levels === undefined) return { name, type: "numeric" };
    return { name, type: ordered ? "ordered" : "nominal", levels: levels.split("|") };
  });
}

/** A leaf of these class weights, with the label of the first of the greatest. */
export function leaf(...counts: number[]): TreeNode {
  return { weight: sum(counts), counts, label: counts.indexOf(Math.max(...counts)) };
}

/** A test whose branches are leaves or further tests, as a list in preorder. Missing values take branch 0 by default. */
export function split(
  test: Test,
  branches: readonly (TreeNode | readonly TreeNode[])[],
  missing: MissingRule = { kind: "branch", to: 0 },
): TreeNode[] {
  const lists = branches.map((branch) => [branch].flat());
  const starts = lists.map((_, i) => 1 + sum(lists.slice(0, i).map(({ length }) => length)));
  const below = lists.flatMap((list, i) =>
    list.map((node) =>
      isSplit(node) ? { ...node, branches: node.branches.map((child) => child + starts[i]) } : node,
    ),
  );
  const roots = lists.map(([root]) => root as { weight: number; counts?: readonly number[] });
  const facts =
    roots[0].counts === undefined
      ? { weight: sum(roots.map(({ weight }) => weight)), value: 0, error: 0 }
      : leaf(...roots[0].counts.map((_, k) => sum(roots.map(({ counts }) => counts![k]))));
  return [{ ...facts, test, branches: starts, missing, gain: 1 } as TreeNode, ...below];
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

export function threshold(attribute: number, threshold: number): Test {
  return { kind: "threshold", attribute, threshold };
}
export const byLevel = (attribute: number): Test => ({ kind: "levels", attribute });
export function subset(attribute: number, left: number[], right: number[]): Test {
  return { kind: "subset", attribute, left, right };
}
export const to = (branch: number): MissingRule => ({ kind: "branch", to: branch });
export const shares = (...parts: number[]): MissingRule => ({ kind: "share", shares: parts });

/** A tree of these nodes for y, whose two classes are no and yes, any others c0, c1, …. */
export function treeOf(
  attributes: readonly ColumnSchema[],
  nodes: readonly TreeNode[],
  more: Partial<TreeModel> = {},
): TreeModel {
  const root = nodes[0] as { weight: number; counts?: readonly number[] };
  const levels = root.counts?.length === 2 ? ["no", "yes"] : root.counts?.map((_, k) => `c${k}`);
  return {
    ...{ format: "coppice-tree", version: 2, learner: "cart", options: {} },
    task: levels === undefined ? "regression" : "classification",
    target: levels === undefined ? { name: "y", type: "numeric" } : { name: "y", type: "nominal", levels },
    attributes,
    training: { rows: root.weight, weight: root.weight, seed: 0 },
    nodes,
    ...more,
  };
}

/** Rules for the same target, of which the first that matches decides. */
export function rulesFrom(
  attributes: readonly ColumnSchema[],
  rules: RuleModel["rules"],
  otherwise: RuleModel["otherwise"],
  more: Partial<RuleModel> = {},
): RuleModel {
  const { nodes: _, derived: __, ...head } = treeOf(attributes, [otherwise as TreeNode]);
  return { ...head, format: "coppice-rules", learner: "ripper", order: "first", rules, otherwise, ...more };
}

/** A number above a bound, up to another one; undefined is no bound. */
export const range = (attribute: number, above?: number, atMost?: number): Condition => ({
  ...{ kind: "range", attribute },
  ...(above !== undefined && { above }),
  ...(atMost !== undefined && { atMost }),
});
export function levelsOf(attribute: number, ...levels: number[]): Condition {
  return { kind: "levels", attribute, levels };
}
export const missing = (attribute: number): Condition => ({ kind: "missing", attribute });
export const known = (attribute: number): Condition => ({ kind: "known", attribute });

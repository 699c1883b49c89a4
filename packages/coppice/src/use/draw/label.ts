import { errorName } from "../../model/errorName.js";
import { isSplit, type TreeModel, type TreeNode } from "../../model/tree.js";
import { brief, percent, rowsText, word } from "../../model/words.js";
import { formulaText } from "../../rules/formulaText.js";
import { termList } from "../../rules/termList.js";

/** What a node predicts: the class, or the value to six digits. */
export function labelText(node: TreeNode, model: TreeModel): string {
  if (node.answer?.kind === "linear") return formulaName(node, model);
  if ("value" in node) return valueText(node.value);
  return word(model.target.levels?.[node.label] ?? "");
}

/** The share of the node's weight that has its label; undefined for regression. */
export function purity(node: TreeNode): number | undefined {
  if ("value" in node) return undefined;
  return node.counts[node.label] / node.counts.reduce((sum, count) => sum + count, 0);
}

/** `48 rows, 98%`, `6 rows, MSE 20`, `no rows`. */
export function figuresText(node: TreeNode, model: TreeModel): string {
  const rows = rowsText(node.weight);
  if (node.weight === 0) return rows;
  if ("value" in node) return `${rows}, ${errorName(model)} ${brief(node.error)}`;
  const by = node.answer ? `, ${formulaName(node, model)}` : "";
  return `${rows}, ${percent(purity(node)!)}${by}`;
}

/** Formulas with more terms have a name in drawings. */
const FEW_TERMS = 2;

function hasNamedFormula({ answer }: TreeNode): boolean {
  return answer !== undefined && (answer.kind !== "linear" || answer.formula.terms.length > FEW_TERMS);
}

/** A leaf's formula if it is short, else its name, by the order of the leaves: `formula 3`. */
export function formulaName(leaf: TreeNode, { nodes, attributes }: TreeModel): string {
  const { answer } = leaf;
  if (answer?.kind === "linear" && !hasNamedFormula(leaf)) return formulaText(answer.formula, attributes);
  const place = nodes.filter(hasNamedFormula).indexOf(leaf) + 1;
  return answer?.kind === "linear" ? `formula ${place}` : `classifier ${place}`;
}

/** What the names of the formulas stand for, a line each. */
export function formulaLines(model: TreeModel, shown: readonly number[], width?: number): string[] {
  const { nodes, attributes, target } = model;
  return shown.flatMap((i) => {
    const { answer } = nodes[i];
    if (answer === undefined) return [];
    const name = formulaName(nodes[i], model);
    const list = termList(answer, model, name);
    if (list) return list;
    if (answer.kind === "linear") {
      const short = answer.formula.terms.length <= FEW_TERMS;
      return short ? [] : [`${name}: ${formulaText(answer.formula, attributes, undefined, width)}`];
    }
    const each = answer.formulas.map(
      (formula, k) => `  ${word(target.levels![k])}: ${formulaText(formula, attributes, undefined, width)}`,
    );
    return [`${name}:`, ...each];
  });
}

/** The least and the greatest value among the leaves of a regression tree. */
export function valueRange({ nodes }: Pick<TreeModel, "nodes">): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const node of nodes) {
    if (isSplit(node) || !("value" in node)) continue;
    least = Math.min(least, node.value);
    most = Math.max(most, node.value);
  }
  return [least, most];
}

export const valueText = (value: number) => String(Number(value.toPrecision(6)));

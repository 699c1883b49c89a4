import { isMeasure } from "../../model/measure.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { measureText } from "../../rules/measureText.js";
import { formulaLines } from "./label.js";

/** What a short name in a drawing stands for. */
export interface FormulaNote {
  /** Empty where the text itself begins with the name: a line of a leaf's formula. */
  readonly name: string;
  readonly text: string;
}

/** The formulas of a tree, or of some of its nodes: the measures that they test, and those of leaves. */
export function formulaNotes(
  model: TreeModel,
  shown: readonly number[] = Array.from(model.nodes.keys()),
): FormulaNote[] {
  const { attributes, derived = [], nodes } = model;
  const tested = new Set<number>();
  for (const i of shown) {
    const node = nodes[i];
    if (isSplit(node)) tested.add(node.test.attribute);
  }
  const measures = derived.filter(isMeasure).flatMap((step) => {
    if (!tested.has(step.attribute)) return [];
    return [{ name: attributes[step.attribute].name, text: measureText(step, attributes) }];
  });
  const leaves = formulaLines(model, shown, Number.POSITIVE_INFINITY);
  return [...measures, ...leaves.map((text) => ({ name: "", text }))];
}

import type { Answer } from "../../model/answer.js";
import type { Formula } from "../../model/formula.js";
import type { TreeNode } from "../../model/tree.js";
import type { AddedAttribute, Learned } from "../learner.js";

/** A leaf of formulas, with those of the added attributes that they read, numbered after the others in the order of use. */
export function usedFeatures(
  leaf: TreeNode,
  added: readonly AddedAttribute[],
  attributes: number,
): Pick<Learned, "nodes" | "added"> {
  const { answer } = leaf;
  if (answer === undefined) return { nodes: [leaf] };
  const used: number[] = [];
  for (const { terms } of formulasOf(answer)) {
    for (const { attribute } of terms)
      if (attribute >= attributes && !used.includes(attribute)) used.push(attribute);
  }
  const numberOf = (attribute: number) =>
    attribute < attributes ? attribute : attributes + used.indexOf(attribute);
  const renumbered = (formula: Formula): Formula => ({
    ...formula,
    terms: formula.terms.map((term) => ({ ...term, attribute: numberOf(term.attribute) })),
  });
  const kept = used.map((attribute): AddedAttribute => {
    const { schema, step } = added[attribute - attributes];
    return { schema, step: { ...step, attribute: numberOf(attribute) } };
  });
  const changed: Answer =
    answer.kind === "linear"
      ? { ...answer, formula: renumbered(answer.formula) }
      : { ...answer, formulas: answer.formulas.map(renumbered) };
  return { nodes: [{ ...leaf, answer: changed }], added: kept };
}

/** The formulas of an answer: one, or one per class. */
function formulasOf(answer: Answer): readonly Formula[] {
  return answer.kind === "linear" ? [answer.formula] : answer.formulas;
}

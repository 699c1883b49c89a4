import { AMOUNT, checkAmount, checkFinite, checkIndex, fault, isAmount, type Json } from "./checks.js";
import { amount, listOf, objectOf, optional } from "./parseHead.js";
import type { TreeModel } from "./tree.js";

/** Priors and losses in the head of a model. */
export const costsField = optional(
  objectOf(
    {
      factors: optional(listOf(amount, "a list of numbers")),
      loss: optional(listOf(listOf(amount, "a list of numbers"), "a list of lists of numbers")),
    },
    "an object with factors or loss",
  ),
);

export function checkCosts({ costs, target }: Pick<TreeModel, "costs" | "target">): void {
  const classes = target.levels?.length ?? 0;
  const rule = `${classes} numbers, one for each class`;
  if (costs?.factors && costs.factors.length !== classes)
    throw fault("costs.factors", rule, costs.factors.length);
  const { loss } = costs ?? {};
  if (loss && (loss.length !== classes || loss.some((row) => row.length !== classes))) {
    throw fault("costs.loss", `a ${classes} x ${classes} matrix`, loss.length);
  }
}

export function checkClassFacts(node: Json, path: string, classes: number): void {
  checkAmount(node.weight, `${path}.weight`);
  const { counts } = node;
  if (!Array.isArray(counts) || counts.length !== classes) {
    throw fault(`${path}.counts`, `a list of ${classes} class weights`, counts);
  }
  let total = 0;
  for (let k = 0; k < classes; k++) {
    if (!isAmount(counts[k])) throw fault(`${path}.counts[${k}]`, AMOUNT, counts[k]);
    total += counts[k];
  }
  if (total === 0) throw fault(`${path}.counts`, "class weights that are not all zero", counts);
  checkIndex(node.label, classes, `${path}.label`, "a class code");
}

export function checkValueFacts(node: Json, path: string): void {
  checkAmount(node.weight, `${path}.weight`);
  checkFinite(node.value, `${path}.value`);
  checkAmount(node.error, `${path}.error`);
}

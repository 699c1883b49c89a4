import {
  AMOUNT,
  checkAmount,
  checkFinite,
  checkIndex,
  fault,
  isAmount,
  type Json,
  need,
  needList,
} from "./checks.js";
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
  const { factors, loss } = costs ?? {};
  if (factors) need(factors.length === classes, "costs.factors", rule, factors.length);
  if (loss) {
    const isSquare = [loss, ...loss].every(({ length }) => length === classes);
    need(isSquare, "costs.loss", `a ${classes} x ${classes} matrix`, loss.length);
  }
}

export function checkClassFacts(node: Json, path: string, classes: number): void {
  checkAmount(node.weight, `${path}.weight`);
  const { counts } = node;
  needList(counts, `${path}.counts`, `a list of ${classes} class weights`, classes);
  need(
    sumOf(counts, `${path}.counts`) !== 0,
    `${path}.counts`,
    "class weights that are not all zero",
    counts,
  );
  checkIndex(node.label, classes, `${path}.label`, "a class code");
}

/** The sum of a list's amounts. */
export function sumOf(amounts: readonly unknown[], path: string): number {
  return amounts.reduce((sum: number, amount, i) => {
    if (!isAmount(amount)) throw fault(`${path}[${i}]`, AMOUNT, amount);
    return sum + amount;
  }, 0);
}

export function checkValueFacts(node: Json, path: string): void {
  checkAmount(node.weight, `${path}.weight`);
  checkFinite(node.value, `${path}.value`);
  checkAmount(node.error, `${path}.error`);
}

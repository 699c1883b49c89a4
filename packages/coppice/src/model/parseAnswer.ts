import { checkFinite, fault, need, needList, needObject } from "./checks.js";
import { checkFormula } from "./parseFormula.js";
import type { TreeModel } from "./tree.js";

/** What a leaf predicts: a formula for a value, or one for each class. */
export function checkAnswer(
  answer: unknown,
  path: string,
  { task, target, attributes }: Pick<TreeModel, "task" | "target" | "attributes">,
): void {
  needObject(answer, path);
  const kind = task === "regression" ? "linear" : "classifier";
  need(answer.kind === kind, `${path}.kind`, `"${kind}" for ${task}`, answer.kind);
  if (task === "classification") {
    const { formulas } = answer;
    const classes = target.levels!.length;
    needList(formulas, `${path}.formulas`, `a list of ${classes} formulas, one for each class`, classes);
    formulas.forEach((formula, k) => {
      checkFormula(formula, `${path}.formulas[${k}]`, attributes);
    });
    return;
  }
  checkFormula(answer.formula, `${path}.formula`, attributes);
  const { limits } = answer;
  if (limits === undefined) return;
  needList(limits, `${path}.limits`, "a list of two numbers", 2);
  for (const i of [0, 1]) checkFinite(limits[i], `${path}.limits[${i}]`);
  if ((limits[0] as number) > (limits[1] as number))
    throw fault(`${path}.limits`, "in ascending order", limits);
}

import { type ColumnSchema, hasOrder } from "../table/schema.js";
import { attributeOf, checkFinite, checkLevels, need, needList, needObject } from "./checks.js";

/** With `mayLack`, the formula need not have a value for rows whose cells are missing. */
export function checkFormula(
  formula: unknown,
  path: string,
  attributes: readonly ColumnSchema[],
  mayLack = false,
): void {
  needObject(formula, path, "an object with intercept and terms");
  checkFinite(formula.intercept, `${path}.intercept`);
  const { terms } = formula;
  needList(terms, `${path}.terms`, "a list of terms");
  terms.forEach((term, i) => {
    checkTerm(term, `${path}.terms[${i}]`, attributes, mayLack);
  });
}

function checkTerm(term: unknown, path: string, attributes: readonly ColumnSchema[], mayLack: boolean): void {
  needObject(term, path);
  const attribute = attributeOf(term, path, attributes);
  checkFinite(term.coefficient, `${path}.coefficient`);
  if (!mayLack || term.missing !== undefined) checkFinite(term.missing, `${path}.missing`);
  if (term.levels === undefined && hasOrder(attribute)) return;
  need(attribute.type !== "numeric", `${path}.levels`, "absent on a numeric attribute", term.levels);
  checkLevels(term.levels, attribute, `${path}.levels`);
}

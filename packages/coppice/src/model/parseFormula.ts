import type { ColumnSchema } from "../table/schema.js";
import { checkFinite, checkIndex, fault, isJson } from "./checks.js";
import { checkLevels } from "./parseLevels.js";

export function checkFormula(formula: unknown, path: string, attributes: readonly ColumnSchema[]): void {
  if (!isJson(formula)) throw fault(path, "an object with intercept and terms", formula);
  checkFinite(formula.intercept, `${path}.intercept`);
  if (!Array.isArray(formula.terms)) throw fault(`${path}.terms`, "a list of terms", formula.terms);
  formula.terms.forEach((term: unknown, i) => {
    checkTerm(term, `${path}.terms[${i}]`, attributes);
  });
}

function checkTerm(term: unknown, path: string, attributes: readonly ColumnSchema[]): void {
  if (!isJson(term)) throw fault(path, "an object", term);
  checkIndex(term.attribute, attributes.length, `${path}.attribute`, "the index of an attribute");
  checkFinite(term.coefficient, `${path}.coefficient`);
  checkFinite(term.missing, `${path}.missing`);
  const { type, levels = [] } = attributes[term.attribute as number];
  if (term.levels !== undefined) {
    if (type === "numeric") throw fault(`${path}.levels`, "absent on a numeric attribute", term.levels);
    checkLevels(term.levels, `${path}.levels`, levels.length);
  } else if (type === "nominal" || type === "string") {
    throw fault(`${path}.levels`, "a list of level codes", term.levels);
  }
}

import { checkFinite, checkIndex, fault, isJson, type Json } from "./checks.js";
import type { Condition } from "./condition.js";
import type { ModelHead } from "./head.js";
import { checkLevels } from "./parseLevels.js";

/** Checks a condition; returns its attribute. */
export function checkCondition(
  condition: unknown,
  path: string,
  { attributes }: Pick<ModelHead, "attributes">,
): number {
  if (!isJson(condition)) throw fault(path, "an object", condition);
  checkIndex(condition.attribute, attributes.length, `${path}.attribute`, "the index of an attribute");
  const attribute = condition.attribute as number;
  const { type, levels = [] } = attributes[attribute];
  switch (condition.kind as Condition["kind"]) {
    case "range":
      checkRange(condition, path, type, levels.length);
      break;
    case "levels":
      if (type === "numeric")
        throw fault(`${path}.kind`, "range, missing or known on a numeric attribute", condition.kind);
      checkLevels(condition.levels, `${path}.levels`, levels.length);
      break;
    case "missing":
    case "known":
      break;
    default:
      throw fault(`${path}.kind`, "range, levels, missing or known", condition.kind);
  }
  return attribute;
}

function checkRange(condition: Json, path: string, type: string, levels: number): void {
  if (type !== "numeric" && type !== "ordered") {
    throw fault(`${path}.kind`, "levels, missing or known on an attribute without order", condition.kind);
  }
  for (const side of ["above", "atMost"] as const) {
    const bound = condition[side];
    if (bound === undefined) continue;
    if (type === "numeric") checkFinite(bound, `${path}.${side}`);
    else checkIndex(bound, levels, `${path}.${side}`, "a level code");
  }
}

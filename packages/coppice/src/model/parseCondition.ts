import { type ColumnSchema, hasOrder } from "../table/schema.js";
import { attributeOf, checkCell, checkLevels, fault, type Json, need, needObject } from "./checks.js";
import type { Condition } from "./condition.js";
import type { ModelHead } from "./head.js";

/** Checks a condition; returns its attribute. */
export function checkCondition(
  condition: unknown,
  path: string,
  { attributes }: Pick<ModelHead, "attributes">,
): number {
  needObject(condition, path);
  const attribute = attributeOf(condition, path, attributes);
  const { kind, levels } = condition;
  const at = `${path}.kind`;
  switch (kind as Condition["kind"]) {
    case "range":
      need(hasOrder(attribute), at, "levels, missing or known on an attribute without order", kind);
      checkRange(condition, path, attribute);
      break;
    case "levels":
      need(attribute.type !== "numeric", at, "range, missing or known on a numeric attribute", kind);
      checkLevels(levels, attribute, `${path}.levels`);
      break;
    case "missing":
    case "known":
      break;
    default:
      throw fault(at, "range, levels, missing or known", kind);
  }
  return condition.attribute as number;
}

function checkRange(condition: Json, path: string, attribute: ColumnSchema): void {
  for (const side of ["above", "atMost"]) {
    if (condition[side] !== undefined) checkCell(condition[side], attribute, `${path}.${side}`);
  }
}

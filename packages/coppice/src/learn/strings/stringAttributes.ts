import type { Problem } from "../../engine/problem.js";
import { isStringType } from "../../table/schema.js";

/** The string attributes of a problem. */
export function stringAttributes({ attributes }: Pick<Problem, "attributes">): number[] {
  return attributes.flatMap(({ type }, a) => (isStringType(type) ? [a] : []));
}

import { unreachable } from "../../base/errors.js";
import type { Condition } from "../../model/condition.js";
import type { ExampleAttribute } from "./examples.js";
import type { Literal } from "./literal.js";

/** Conditions given by hand in terms of the rows' codes; bounds stay as they were given. */
export function literalsOf(
  conditions: readonly Condition[],
  attributes: readonly ExampleAttribute[],
): Literal[] {
  return conditions.flatMap((condition) => literalsFor(condition, attributes[condition.attribute]));
}

function literalsFor(condition: Condition, { values, count }: ExampleAttribute): Literal[] {
  const { attribute } = condition;
  switch (condition.kind) {
    case "range": {
      const { above, atMost } = condition;
      const bounded = (kind: "above" | "atMost", bound: number | undefined): Literal[] =>
        bound === undefined ? [] : [{ kind, attribute, code: codeUpTo(bound, values), bound }];
      return [...bounded("above", above), ...bounded("atMost", atMost)];
    }
    case "levels":
      return [{ kind: "levels", attribute, levels: condition.levels }];
    case "missing":
      return [{ kind: "levels", attribute, levels: [count] }];
    case "known":
      return [{ kind: "above", attribute, code: -1 }];
    default:
      return unreachable(condition);
  }
}

/** The greatest code whose value is at most the bound; -1 where all are above it. Without values, codes are levels. */
export function codeUpTo(bound: number, values: Float64Array | undefined): number {
  if (values === undefined) return Math.floor(bound);
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= bound) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

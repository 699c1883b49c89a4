import type { Condition } from "../model/condition.js";
import type { ColumnSchema } from "../table/schema.js";

/**
 * Two conditions on one attribute as one: ranges and level sets are intersected. `is missing` takes precedence, since
 * a missing value takes the earlier branches by their missing rules, not by their conditions.
 */
export function merge(a: Condition, b: Condition, attribute: ColumnSchema): Condition {
  if (a.kind === "missing" || b.kind === "missing") return { kind: "missing", attribute: a.attribute };
  if (a.kind === "known") return b;
  if (b.kind === "known") return a;
  if (a.kind === "range" && b.kind === "range") {
    const above = Math.max(a.above ?? -Infinity, b.above ?? -Infinity);
    const atMost = Math.min(a.atMost ?? Infinity, b.atMost ?? Infinity);
    return {
      kind: "range",
      attribute: a.attribute,
      ...(above > -Infinity && { above }),
      ...(atMost < Infinity && { atMost }),
    };
  }
  const held = new Set(codesOf(b, attribute));
  const levels = codesOf(a, attribute).filter((code) => held.has(code));
  return { kind: "levels", attribute: a.attribute, levels };
}

/** The level codes that satisfy a condition on an attribute with levels. */
export function codesOf(
  condition: Condition & { kind: "range" | "levels" },
  attribute: ColumnSchema,
): readonly number[] {
  if (condition.kind === "levels") return condition.levels;
  const { above = -Infinity, atMost = Infinity } = condition;
  return (attribute.levels ?? []).map((_, code) => code).filter((code) => code > above && code <= atMost);
}

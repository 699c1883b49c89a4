import { unreachable } from "../base/errors.js";
import type { Condition } from "../model/condition.js";
import type { ColumnSchema } from "../table/schema.js";
import { codesOf, merge } from "./merge.js";

type Attributes = readonly ColumnSchema[];

/** Conditions that must all hold, by attribute. */
export type Conjunction = ReadonlyMap<number, Condition>;

/**
 * The canonical form of a condition: no bounds or all levels is `known`; consecutive levels of an ordered attribute
 * are a range, whose bounds are absent if no level lies beyond them.
 */
export function normal(condition: Condition, attribute: ColumnSchema): Condition {
  const { attribute: index } = condition;
  if (condition.kind === "missing" || condition.kind === "known") return condition;
  if (attribute.type === "numeric") {
    const isBounded =
      condition.kind !== "range" || condition.above !== undefined || condition.atMost !== undefined;
    return isBounded ? condition : { kind: "known", attribute: index };
  }
  const codes = [...codesOf(condition, attribute)].sort((a, b) => a - b);
  const last = (attribute.levels?.length ?? 0) - 1;
  if (codes.length > last) return { kind: "known", attribute: index };
  const [low, high] = [codes[0], codes[codes.length - 1]];
  if (attribute.type !== "ordered" || codes.length === 0 || high - low >= codes.length) {
    return { kind: "levels", attribute: index, levels: codes };
  }
  return {
    kind: "range",
    attribute: index,
    ...(low > 0 && { above: low - 1 }),
    ...(high < last && { atMost: high }),
  };
}

/** Whether no value satisfies the condition. */
export function isEmpty(condition: Condition): boolean {
  switch (condition.kind) {
    case "range":
      return (condition.above ?? Number.NEGATIVE_INFINITY) >= (condition.atMost ?? Number.POSITIVE_INFINITY);
    case "levels":
      return condition.levels.length === 0;
    case "missing":
    case "known":
      return false;
    default:
      return unreachable(condition);
  }
}

/** The intersection of two conditions on one attribute; undefined if no value satisfies both. */
function intersection(a: Condition, b: Condition, attribute: ColumnSchema): Condition | undefined {
  if ((a.kind === "missing") !== (b.kind === "missing")) return undefined;
  const met = normal(merge(a, b, attribute), attribute);
  return isEmpty(met) ? undefined : met;
}

/** All conditions of both; undefined if no row satisfies them. */
export function join(a: Conjunction, b: Conjunction, attributes: Attributes): Conjunction | undefined {
  const all = new Map(a);
  for (const [attribute, condition] of b) {
    const before = all.get(attribute);
    const met = before ? intersection(before, condition, attributes[attribute]) : condition;
    if (met === undefined) return undefined;
    all.set(attribute, met);
  }
  return all;
}

/**
 * The negation as alternatives: a value that fails the condition satisfies one of them; a missing value satisfies
 * only `missing`.
 */
export function negated(condition: Condition, attribute: ColumnSchema): Condition[] {
  const { attribute: index } = condition;
  switch (condition.kind) {
    case "missing":
      return [{ kind: "known", attribute: index }];
    case "known":
      return [{ kind: "missing", attribute: index }];
    case "range":
      return attribute.type === "numeric" ? outside(condition) : otherLevels(condition, attribute);
    case "levels":
      return otherLevels(condition, attribute);
    default:
      return unreachable(condition);
  }
}

function outside({ attribute, above, atMost }: Condition & { kind: "range" }): Condition[] {
  return [
    ...(above === undefined ? [] : [{ kind: "range" as const, attribute, atMost: above }]),
    ...(atMost === undefined ? [] : [{ kind: "range" as const, attribute, above: atMost }]),
  ];
}

function otherLevels(
  condition: Condition & { kind: "range" | "levels" },
  attribute: ColumnSchema,
): Condition[] {
  const held = new Set(codesOf(condition, attribute));
  const levels = (attribute.levels ?? []).map((_, code) => code).filter((code) => !held.has(code));
  if (levels.length === 0) return [];
  return [normal({ kind: "levels", attribute: condition.attribute, levels }, attribute)];
}

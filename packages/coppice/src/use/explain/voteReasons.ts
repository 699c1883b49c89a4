import { type Conjunction, join } from "../../rules/conjunction.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { CommonCondition, VoteReason, VoteReasons } from "./explanation.js";
import type { MemberPath } from "./memberPaths.js";

/** The paths as rules, equal ones added up, and what the supporting ones have in common. */
export function reasonsFrom(
  paths: readonly MemberPath[],
  attributes: readonly ColumnSchema[],
): Pick<VoteReasons, "rules" | "common" | "carrying"> {
  const carrying = paths.filter(({ isFor }) => isFor);
  return {
    carrying: new Set(carrying.map(({ member }) => member)).size,
    rules: added(paths),
    common: commonTo(carrying, attributes),
  };
}

function added(paths: readonly MemberPath[]): VoteReason[] {
  const found = new Map<string, { if: VoteReason["if"]; weight: number; trees: number }>();
  for (const { if: all, weight } of paths) {
    if (weight === 0) continue;
    const conditions = [...all.values()];
    const key = JSON.stringify([...conditions].sort((a, b) => a.attribute - b.attribute));
    const before = found.get(key);
    if (before === undefined) found.set(key, { if: conditions, weight, trees: 1 });
    else {
      before.weight += weight;
      before.trees++;
    }
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight);
}

function commonTo(paths: readonly MemberPath[], attributes: readonly ColumnSchema[]): CommonCondition[] {
  const askedBy = new Map<number, Set<number>>();
  let all: Conjunction = new Map();
  for (const { member, if: mine } of paths) {
    // One row satisfies them all.
    all = join(all, mine, attributes)!;
    for (const attribute of mine.keys())
      askedBy.set(attribute, (askedBy.get(attribute) ?? new Set()).add(member));
  }
  return [...all.values()]
    .map((condition) => ({ condition, trees: askedBy.get(condition.attribute)!.size }))
    .sort((a, b) => b.trees - a.trees || a.condition.attribute - b.condition.attribute);
}

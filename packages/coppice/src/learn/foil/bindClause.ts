import type { Bindings } from "../../engine/relations/bindings.js";
import { extend, rowsAfter } from "../../engine/relations/extend.js";
import type { FactIndexes } from "../../engine/relations/factIndex.js";
import { ANY } from "../../engine/relations/literal.js";
import type { FoilLiteral } from "./predicate.js";

/** Bindings of a part of a clause's literals, and the column of each variable that they bind. */
export interface PartlyBound {
  readonly bindings: Bindings;
  readonly columns: ReadonlyMap<number, number>;
}

/** Nothing but the head is bound. */
export function boundHead(start: Bindings): PartlyBound {
  return { bindings: start, columns: new Map(Array.from({ length: start.width }, (_, v) => [v, v])) };
}

/** Variables that occur once in a clause: they may have any value, and need no column. */
export function singlesOf(literals: readonly FoilLiteral[], arity: number): Set<number> {
  const [once, twice] = [new Set<number>(), new Set<number>()];
  for (const { terms } of literals) for (const term of terms) (once.has(term) ? twice : once).add(term);
  return new Set([...once].filter((term) => term >= arity && !twice.has(term)));
}

/** Adds a literal, with variables of any numbers; undefined if that would create more than this many rows. */
export function bindNext(
  { bindings, columns }: PartlyBound,
  literal: FoilLiteral,
  singles: ReadonlySet<number>,
  indexes: FactIndexes,
  most: number,
): PartlyBound | undefined {
  const all = new Map(columns);
  const terms = literal.terms.map((term) => {
    if (term < 0) return term;
    if (singles.has(term)) return ANY;
    if (!all.has(term)) all.set(term, all.size);
    return all.get(term)!;
  });
  const bound = { ...literal, terms } as FoilLiteral;
  if (rowsAfter(bindings, bound, indexes) > Math.max(most, bindings.rows)) return undefined;
  return { bindings: extend(bindings, bound, indexes), columns: all };
}

/** Adds one literal after the other; undefined if that would create too many rows. */
export function bindAll(
  from: PartlyBound,
  literals: readonly FoilLiteral[],
  singles: ReadonlySet<number>,
  indexes: FactIndexes,
  most: number,
): PartlyBound | undefined {
  let part: PartlyBound | undefined = from;
  for (const literal of literals) part = part && bindNext(part, literal, singles, indexes, most);
  return part;
}

/** An example that the whole clause covers has at least one binding. */
export function bindClause(
  indexes: FactIndexes,
  literals: readonly FoilLiteral[],
  start: Bindings,
): Bindings {
  const singles = singlesOf(literals, start.width);
  return bindAll(boundHead(start), literals, singles, indexes, Number.POSITIVE_INFINITY)!.bindings;
}

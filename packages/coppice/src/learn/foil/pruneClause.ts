import { type Bindings, examplesIn } from "../../engine/relations/bindings.js";
import { extend } from "../../engine/relations/extend.js";
import type { Measure } from "./orders.js";
import type { FoilLiteral } from "./predicate.js";
import type { Space } from "./space.js";

/** Drops literals, last ones first, as long as the clause covers no more negatives. */
export function pruneClause(
  space: Space,
  literals: readonly FoilLiteral[],
  start: Bindings,
  measures: readonly Measure[],
): readonly FoilLiteral[] {
  let kept = literals;
  let { negatives } = examplesIn(bindClause(space, kept, start));
  for (let i = literals.length - 1; i >= 0; i--) {
    const fewer = renumbered(
      kept.filter((_, l) => l !== i),
      start.width,
    );
    if (fewer === undefined || measuresAfter(space, fewer, measures).length === 0) continue;
    const covered = examplesIn(bindClause(space, fewer, start));
    if (covered.negatives > negatives) continue;
    kept = fewer;
    negatives = covered.negatives;
  }
  return kept;
}

/** The bindings of the examples under which the whole clause holds. */
export function bindClause({ indexes }: Space, literals: readonly FoilLiteral[], start: Bindings): Bindings {
  return literals.reduce((bindings, literal) => extend(bindings, literal, indexes), start);
}

/** The measures left when all recursive literals of a clause have been admitted. */
export function measuresAfter(
  { orders, target }: Space,
  literals: readonly FoilLiteral[],
  measures: readonly Measure[],
): readonly Measure[] {
  return literals.reduce(
    (left, literal, i) =>
      literal.predicate === target ? orders.admit(left, literals.slice(0, i), literal.terms) : left,
    measures,
  );
}

/**
 * The literals with variables numbered in order of first sight, as bindings have them; nothing when a negated literal
 * or a comparison is left with a variable that no literal before it binds.
 */
function renumbered(literals: readonly FoilLiteral[], arity: number): FoilLiteral[] | undefined {
  const numbers = new Map(Array.from({ length: arity }, (_, v) => [v, v]));
  const result: FoilLiteral[] = [];
  for (const literal of literals) {
    const binds = literal.kind === "relation" && !literal.negated;
    const terms: number[] = [];
    for (const term of literal.terms) {
      if (term >= 0 && !numbers.has(term)) {
        if (!binds) return undefined;
        numbers.set(term, numbers.size);
      }
      terms.push(term < 0 ? term : numbers.get(term)!);
    }
    result.push({ ...literal, terms } as FoilLiteral);
  }
  return result;
}

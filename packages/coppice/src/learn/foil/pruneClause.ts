import { type Bindings, examplesIn } from "../../engine/relations/bindings.js";
import { bindAll, bindNext, boundHead, type PartlyBound, singlesOf } from "./bindClause.js";
import type { Measure } from "./orders.js";
import type { FoilLiteral } from "./predicate.js";
import type { Space } from "./space.js";

/**
 * Drops literals, the last ones first, as long as the clause covers no more negatives. The bindings of the literals before
 * each are known from binding the whole clause, so little is repeated.
 */
export function pruneClause(
  space: Space,
  literals: readonly FoilLiteral[],
  start: Bindings,
  measures: readonly Measure[],
): readonly FoilLiteral[] {
  const { indexes, options } = space;
  const singles = singlesOf(literals, start.width);
  const before: PartlyBound[] = [boundHead(start)];
  for (const literal of literals) {
    before.push(bindNext(before.at(-1)!, literal, singles, indexes, Number.POSITIVE_INFINITY)!);
  }
  let { negatives } = examplesIn(before.at(-1)!.bindings);
  let after: readonly FoilLiteral[] = [];
  for (let i = literals.length - 1; i >= 0; i--) {
    const fewer = renumbered([...literals.slice(0, i), ...after], start.width);
    const sound = fewer !== undefined && measuresAfter(space, fewer, measures).length > 0;
    const left = sound ? bindAll(before[i], after, singles, indexes, options.maxBindings) : undefined;
    const covered = left === undefined ? Number.POSITIVE_INFINITY : examplesIn(left.bindings).negatives;
    if (covered > negatives) after = [literals[i], ...after];
    else negatives = covered;
  }
  return renumbered(after, start.width)!;
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

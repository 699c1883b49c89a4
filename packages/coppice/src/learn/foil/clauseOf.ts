import { bindingsOf, examplesIn } from "../../engine/relations/bindings.js";
import { ANY, codeOfTerm } from "../../engine/relations/literal.js";
import type { Clause, Literal, Term } from "../../model/clauses.js";
import { bindClause } from "./bindClause.js";
import type { Examples } from "./examples.js";
import type { FoilLiteral } from "./predicate.js";
import type { Space } from "./space.js";

/** A learned clause as stored in a model, with what it covers. */
export function clauseOf(space: Space, literals: readonly FoilLiteral[], examples: Examples): Clause {
  const { constants } = space.relations;
  const termOf = (term: number): Term =>
    term >= 0 ? term : term === ANY ? null : constants[codeOfTerm(term)];
  const body = literals.map((literal): Literal => {
    const negated = literal.negated ? { negated: true as const } : {};
    if (literal.kind === "equal") {
      const [left, right] = literal.terms;
      return { kind: "equal", terms: [termOf(left), termOf(right)], ...negated };
    }
    return {
      kind: "relation",
      relation: literal.predicate!.name,
      terms: literal.terms.map(termOf),
      ...negated,
    };
  });
  const start = bindingsOf(space.target.types.length, examples.positives, examples.negatives);
  return { body, ...examplesIn(bindClause(space.indexes, literals, start)) };
}

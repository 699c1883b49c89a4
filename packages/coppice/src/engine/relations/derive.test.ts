import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import type { Clause, Literal, Term } from "../../model/clauses.js";
import { makeRelations } from "../../table/makeRelations.js";
import { namesOf, type Relations } from "../../table/relations.js";
import { derive } from "./derive.js";

const NAMES = ["a", "b", "c", "d"];

/** What follows, by trying all values of all variables until nothing new is found. */
function naive(clauses: readonly Clause[], facts: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const known = new Set<string>();
  const holds = (literal: Literal, values: readonly string[]): boolean => {
    const valueIn = (term: Term) => (typeof term === "number" ? values[term] : term);
    if (literal.kind === "equal") {
      return (valueIn(literal.terms[0]) === valueIn(literal.terms[1])) !== (literal.negated === true);
    }
    const tuples = literal.relation === "p" ? known : facts.get(literal.relation)!;
    const found = [...tuples].some((tuple) =>
      tuple.split(",").every((name, i) => literal.terms[i] === null || valueIn(literal.terms[i]) === name),
    );
    return found !== (literal.negated === true);
  };
  const all = [1, 2, 3].reduce(
    (values) => values.flatMap((some) => NAMES.map((name) => [...some, name])),
    NAMES.map((name) => [name]),
  );
  for (let before = -1; before < known.size; ) {
    before = known.size;
    for (const { body } of clauses) {
      for (const values of all) {
        if (body.every((literal) => holds(literal, values))) known.add(`${values[0]},${values[1]}`);
      }
    }
  }
  return known;
}

const pairs = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES)), {
  minLength: 1,
  maxLength: 6,
});
const variable = fc.nat(3);
const term: fc.Arbitrary<Term> = fc.oneof(
  { weight: 8, arbitrary: variable },
  fc.constantFrom<Term>("a", "nobody", null),
);
const positive: fc.Arbitrary<Literal> = fc.record({
  kind: fc.constant("relation" as const),
  relation: fc.constantFrom("q", "q", "p"),
  terms: fc.tuple(term, term),
});
/** Variables that the positive literals do not bind are replaced by those of the head. */
const clause: fc.Arbitrary<Clause> = fc
  .record({
    positives: fc.array(positive, { maxLength: 3 }),
    denied: fc.array(fc.record({ terms: fc.tuple(term, term), equal: fc.boolean(), negated: fc.boolean() }), {
      maxLength: 2,
    }),
  })
  .map(({ positives, denied }) => {
    const bound = new Set<Term>([0, 1, "a", "nobody", ...positives.flatMap(({ terms }) => terms)]);
    const safe = (each: Term, any: boolean): Term => (bound.has(each) && (any || each !== null) ? each : 0);
    const others = denied.map(({ terms: [l, r], equal, negated }): Literal => {
      if (!equal)
        return { kind: "relation", relation: "q", terms: [safe(l, true), safe(r, true)], negated: true };
      return { kind: "equal", terms: [safe(l, false), safe(r, false)], ...(negated && { negated: true }) };
    });
    return { body: [...positives, ...others] };
  });

function derived(clauses: readonly Clause[], relations: Relations): Set<string> {
  const tuples = derive({ name: "p", types: [0, 0], clauses }, relations);
  return new Set(
    Array.from({ length: tuples.length / 2 }, (_, i) => namesOf(relations, tuples, 2, i).join()),
  );
}

describe("what follows from clauses", () => {
  itHolds(
    "equals the result of trying every value, with recursion, negation, comparisons and cycles",
    300,
    [pairs, fc.array(clause, { minLength: 1, maxLength: 3 })],
    (q, clauses) => {
      const relations = makeRelations({
        relations: [{ name: "q", tuples: q, types: ["t", "t"] }],
        types: new Map([["t", NAMES]]),
      });
      const facts = new Map([["q", new Set(q.map((tuple) => tuple.join()))]]);
      expect([...derived(clauses, relations)].sort()).toEqual([...naive(clauses, facts)].sort());
    },
  );

  it("terminates on a cycle: each of 300 towns reaches all others", () => {
    const towns = Array.from({ length: 300 }, (_, i) => String(i));
    const road = towns.map((town, i) => [town, towns[(i + 1) % 300]]);
    const relations = makeRelations({ relations: [{ name: "q", tuples: road }] });
    const q = (terms: Term[]): Literal => ({ kind: "relation", relation: "q", terms });
    const reach = [{ body: [q([0, 1])] }, { body: [q([0, 2]), { ...q([2, 1]), relation: "p" } as Literal] }];
    expect(derived(reach, relations).size).toBe(90_000);
  });
});

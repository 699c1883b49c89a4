import fc from "fast-check";
import { expect, it } from "vitest";
import { cases, unescaped } from "../../test/kit/cases.js";
import { itHolds } from "../../test/kit/forAll.js";
import { refusal } from "../../test/kit/refusal.js";
import type { Clause, Literal, Term } from "../model/clauses.js";
import { clausesText, variableName } from "./clauseText.js";
import { parseClauseText } from "./parseClauseText.js";

const daughter = { name: "daughter", types: ["person", "person"] };
const literal = (relation: string, ...terms: Term[]): Literal => ({ kind: "relation", relation, terms });

it("clauses in logical notation are printed with the usual symbols", () => {
  const not = (one: Literal): Literal => ({ ...one, negated: true });
  const equal = (...terms: [Term, Term]): Literal => ({ kind: "equal", terms });
  const bodies = [
    [literal("father", 1, 0), literal("female", 0)],
    [literal("Mother", 1, 2), not(literal("male", 0)), equal(0, 2)],
    [not(equal(0, 'O\'Hara, \n"Eve"')), not(literal("no one", 0, null))],
    [],
  ];
  const clauses: Clause[] = bodies.map((body) => ({ body }));
  expect(clausesText({ target: daughter, clauses })).toBe(
    [
      "daughter(X,Y) ← father(Y,X) ∧ female(X)",
      "daughter(X,Y) ← Mother(Y,Z) ∧ ¬male(X) ∧ X = Z",
      'daughter(X,Y) ← X ≠ "O\'Hara, \\n\\"Eve\\"" ∧ ¬"no one"(X,_)',
      "daughter(X,Y) ← ⊤\n",
    ].join("\n"),
  );
});

it("clauses in logical notation have names for any number of variables", () => {
  expect([0, 1, 2, 3, 12, 13, 26].map(variableName)).toEqual(["X", "Y", "Z", "W", "M", "X1", "X2"]);
});

const odd = "father Father __proto__ not x X _ é 名前 ǅ ⊤ 1 -2.5 %".split(" ");
const name = fc.oneof(
  fc.constantFrom(...odd, "", " ", "\u2028", "\ud800", '"', "\\"),
  fc.string({ unit: "binary", maxLength: 5 }),
);
const term = fc.oneof<fc.Arbitrary<Term>[]>(fc.nat(16), fc.nat(3), name, fc.constant(null));
const bare = fc.oneof<fc.Arbitrary<Term>[]>(fc.nat(4), name);
const kind = <K extends string>(of: K) => ({ kind: fc.constant(of), negated: fc.boolean() });
const terms = fc.array(term, { minLength: 1, maxLength: 3 });
const related = fc.record({ ...kind("relation"), relation: name, terms });
const equal = fc.record({ ...kind("equal"), terms: fc.tuple(bare, bare) });
const body = fc.array(fc.oneof(related, equal), { maxLength: 4 });

/** Variables numbered in order of first occurrence after the head's, as by the parser. */
function canonical(
  literals: readonly (Omit<Literal, "negated" | "terms"> & { negated: boolean; terms: readonly Term[] })[],
  arity: number,
): Clause {
  const numbers = new Map(Array.from({ length: arity }, (_, v) => [v, v]));
  const renumber = (each: Term) => {
    if (typeof each !== "number") return each;
    if (!numbers.has(each)) numbers.set(each, numbers.size);
    return numbers.get(each)!;
  };
  return {
    body: literals.map(({ negated, terms, ...rest }) => {
      const read = { ...rest, terms: terms.map(renumber), ...(negated && { negated }) };
      return read as unknown as Literal;
    }),
  };
}

const bodies = fc.array(body, { minLength: 1, maxLength: 3 });
const arities = fc.integer({ min: 1, max: 3 });
itHolds(
  "clauses read from text are what was printed",
  1000,
  [name, arities, bodies],
  (head, arity, bodies) => {
    const target = { name: head, types: Array.from({ length: arity }, () => "t") };
    const clauses = bodies.map((each) => canonical(each, arity));
    const text = clausesText({ target, clauses });
    expect(text.split("\n")).toHaveLength(clauses.length + 1);
    expect(parseClauseText(text)).toEqual({ name: head, arity, clauses });
  },
);

const readBack = (text: string, arity: number) =>
  clausesText({ target: { name: "p", types: new Array(arity).fill("t") }, ...parseClauseText(text) });

it("clauses read from text may be typed as in Prolog", () => {
  const typed = 'p(X,Y) :- q(X,Z), \\+ r(Z,_), Z \\= Y. % so far\np(A,B) <- q(A,B) & A = "b c".';
  expect(readBack(typed, 2)).toBe('p(X,Y) ← q(X,Z) ∧ ¬r(Z,_) ∧ Z ≠ Y\np(X,Y) ← q(X,Y) ∧ X = "b c"\n');
});

it("clauses read from text may have constants and the same variable twice in the head: that is a comparison", () => {
  expect(readBack("p(X,tom,X,_) ← q(X,Y)", 4)).toBe("p(X,Y,Z,W) ← q(X,V) ∧ Y = tom ∧ X = Z\n");
});

it.each(cases`
    → line 1, column 1: there is no clause
    p(X) → line 1, column 5: expected "←", found the end of the text
    p(X) ← \n q(X → line 2, column 5: expected ")", found the end of the text
    p(X) ← ∧ → line 1, column 8: expected a variable or a constant, found "∧"
    p(X) ← ¬ X = Y → line 1, column 10: expected a relation, found "X"
    p(X) ← _ = X → line 1, column 8: expected a variable or a constant on either side, found "_"
    3(X) ← q(X) → line 1, column 1: expected a relation, found "3"
    p(X) ← q(X) ; r(X) → line 1, column 13: "; r(X)" is not understood
    p(X) ← q("\\z") → line 1, column 10: "\"\\z\"" is not a valid JSON string
    p(X) ← q(X)\nr(X) ← q(X) → line 2, column 1: this clause defines "r" with 1 arguments, the first "p" with 1
  `)("the text %s is rejected", (text, message) => {
  expect(refusal(() => parseClauseText(unescaped(text)))).toBe(`CLAUSE_SYNTAX: ${message}`);
});

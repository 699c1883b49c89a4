import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Clause, Literal, Term } from "../model/clauses.js";
import { clausesText, variableName } from "./clauseText.js";
import { parseClauseText } from "./parseClauseText.js";

const daughter = { name: "daughter", types: ["person", "person"] };
const literal = (relation: string, ...terms: Term[]): Literal => ({ kind: "relation", relation, terms });

describe("clauses in logical notation", () => {
  it("are printed with the usual symbols", () => {
    const clauses: Clause[] = [
      { body: [literal("father", 1, 0), literal("female", 0)] },
      {
        body: [
          literal("Mother", 1, 2),
          { ...literal("male", 0), negated: true },
          { kind: "equal", terms: [0, 2] },
        ],
      },
      {
        body: [
          { kind: "equal", terms: [0, 'O\'Hara, \n"Eve"'], negated: true },
          { ...literal("no one", 0, null), negated: true },
        ],
      },
      { body: [] },
    ];
    expect(clausesText({ target: daughter, clauses })).toBe(
      [
        "daughter(X,Y) ← father(Y,X) ∧ female(X)",
        "daughter(X,Y) ← Mother(Y,Z) ∧ ¬male(X) ∧ X = Z",
        'daughter(X,Y) ← X ≠ "O\'Hara, \\n\\"Eve\\"" ∧ ¬"no one"(X,_)',
        "daughter(X,Y) ← ⊤\n",
      ].join("\n"),
    );
  });

  it("have names for any number of variables", () => {
    expect([0, 1, 2, 3, 12, 13, 26].map(variableName)).toEqual(["X", "Y", "Z", "W", "M", "X1", "X2"]);
  });
});

describe("clauses read from text", () => {
  const name = fc.oneof(
    fc.constantFrom(
      "father",
      "Father",
      "__proto__",
      "not",
      "x",
      "X",
      "_",
      "é",
      "名前",
      "ǅ",
      "⊤",
      "1",
      "-2.5",
      "",
      " ",
      "\u2028",
      "\ud800",
      "%",
      '"',
      "\\",
    ),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  const term = fc.oneof<fc.Arbitrary<Term>[]>(fc.nat(16), fc.nat(3), name, fc.constant(null));
  const bare = fc.oneof<fc.Arbitrary<Term>[]>(fc.nat(4), name);
  const body = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant("relation" as const),
        relation: name,
        terms: fc.array(term, { minLength: 1, maxLength: 3 }),
        negated: fc.boolean(),
      }),
      fc.record({ kind: fc.constant("equal" as const), terms: fc.tuple(bare, bare), negated: fc.boolean() }),
    ),
    { maxLength: 4 },
  );

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
      body: literals.map(
        ({ negated, ...rest }) =>
          ({
            ...rest,
            terms: rest.terms.map(renumber),
            ...(negated && { negated: true }),
          }) as unknown as unknown as Literal,
      ),
    };
  }

  it("are what was printed, whatever the names", () => {
    fc.assert(
      fc.property(
        name,
        fc.integer({ min: 1, max: 3 }),
        fc.array(body, { minLength: 1, maxLength: 3 }),
        (head, arity, bodies) => {
          const target = { name: head, types: Array.from({ length: arity }, () => "t") };
          const clauses = bodies.map((each) => canonical(each, arity));
          const text = clausesText({ target, clauses });
          expect(text.split("\n")).toHaveLength(clauses.length + 1);
          expect(parseClauseText(text)).toEqual({ name: head, arity, clauses });
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("may be typed as in Prolog", () => {
    const typed = 'p(X,Y) :- q(X,Z), \\+ r(Z,_), Z \\= Y. % so far\np(A,B) <- q(A,B) & A = "b c".';
    expect(
      clausesText({ target: { name: "p", types: ["t", "t"] }, clauses: parseClauseText(typed).clauses }),
    ).toBe('p(X,Y) ← q(X,Z) ∧ ¬r(Z,_) ∧ Z ≠ Y\np(X,Y) ← q(X,Y) ∧ X = "b c"\n');
  });

  it("may have constants and the same variable twice in the head: that is a comparison", () => {
    const { clauses } = parseClauseText("p(X,tom,X,_) ← q(X,Y)");
    expect(clausesText({ target: { name: "p", types: ["t", "t", "t", "t"] }, clauses })).toBe(
      "p(X,Y,Z,W) ← q(X,V) ∧ Y = tom ∧ X = Z\n",
    );
  });

  it.each([
    ["", "line 1, column 1: there is no clause"],
    ["p(X)", 'line 1, column 5: expected "←", found the end of the text'],
    ["p(X) ← \n q(X", 'line 2, column 5: expected ")", found the end of the text'],
    ["p(X) ← ∧", 'line 1, column 8: expected a variable or a constant, found "∧"'],
    ["p(X) ← ¬ X = Y", 'line 1, column 10: expected a relation, found "X"'],
    ["p(X) ← _ = X", 'line 1, column 8: expected a variable or a constant on either side, found "_"'],
    ["3(X) ← q(X)", 'line 1, column 1: expected a relation, found "3"'],
    ["p(X) ← q(X) ; r(X)", 'line 1, column 13: "; r(X)" is not understood'],
    ['p(X) ← q("\\z")', 'line 1, column 10: "\\"\\\\z\\"" is not a valid JSON string'],
    [
      "p(X) ← q(X)\nr(X) ← q(X)",
      'line 2, column 1: this clause defines "r" with 1 arguments, the first "p" with 1',
    ],
  ])("%j is rejected", (text, message) => {
    expect(() => parseClauseText(text)).toThrow(expect.objectContaining({ code: "CLAUSE_SYNTAX", message }));
  });
});

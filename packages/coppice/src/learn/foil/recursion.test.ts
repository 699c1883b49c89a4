import { describe, expect, it } from "vitest";
import { cases, tuples } from "../../../test/kit/index.js";
import { numbersBelow, pairsOf, related } from "../../../test/kit/relations.js";
import { clausesText } from "../../clauses/clauseText.js";
import { evaluateClauses } from "../../clauses/evaluateClauses.js";
import { makeRelations } from "../../table/makeRelations.js";
import { foil, relationNamed } from "./foil.js";

describe("Foil learns by recursion", () => {
  it("a path in a network by recursion (Quinlan 1990)", () => {
    const links = "0 1; 0 3; 1 2; 3 2; 3 4; 4 5; 4 6; 6 8; 7 6; 7 8";
    const paths = `${links}; 0 2; 0 4; 0 5; 0 6; 0 8; 3 5; 3 6; 3 8; 4 8`;
    const relations = makeRelations({
      relations: [
        { name: "linked", tuples: tuples(links) },
        { name: "path", tuples: tuples(paths) },
      ],
      lists: new Map([["node", numbersBelow(9)]]),
    });
    const model = foil(relations, { target: "path" });
    expect(clausesText(model)).toBe("path(X,Y) ← linked(X,Y)\npath(X,Y) ← linked(X,Z) ∧ path(Z,Y)\n");
    for (const clause of model.clauses) expect(clause).toMatchObject({ positives: 10, negatives: 0 });
  });

  it("sums by recursion, going down where a number stands before another", () => {
    const sums = numbersBelow(5).flatMap((a) =>
      numbersBelow(5).flatMap((b) =>
        Number(a) + Number(b) < 5 ? [[a, b, String(Number(a) + Number(b))]] : [],
      ),
    );
    const relations = related(
      { name: "next", tuples: pairsOf(5, (a, b) => b === a + 1) },
      { name: "zero", tuples: [["0"]] },
      { name: "plus", tuples: sums },
    );
    const model = foil(relations, { target: "plus" });
    expect(evaluateClauses(model, relations, relationNamed(relations, "plus")).exact).toBe(true);
    expect(clausesText(model)).toContain("∧ plus(");
  });

  describe("programs on lists of a and b with up to three elements", () => {
    const lists = [0, 1, 2, 3].flatMap((n) =>
      Array.from({ length: 2 ** n }, (_, i) =>
        [...i.toString(2).padStart(n, "0")].slice(0, n).map((bit) => "ab"[Number(bit)]),
      ),
    );
    const nameOf = (list: readonly string[]) => `[${list.join("")}]`;
    const filled = lists.filter(({ length }) => length > 0);
    const parts = filled.map((list) => [nameOf(list), list[0], nameOf(list.slice(1))]);
    const components = { name: "components", tuples: parts };
    const empty = { name: "empty", tuples: [["[]"]] };

    const programs: Readonly<Record<string, string[][]>> = {
      member: lists.flatMap((list) => [...new Set(list)].map((element) => [element, nameOf(list)])),
      last: filled.map((list) => [list.at(-1)!, nameOf(list)]),
      append: lists.flatMap((a) =>
        lists.flatMap((b) => (a.length + b.length < 4 ? [[nameOf(a), nameOf(b), nameOf([...a, ...b])]] : [])),
      ),
    };

    it.each(cases`
      member → member(X,Y) ← components(Y,X,Z); member(X,Y) ← components(Y,Z,W) ∧ member(X,W)
      last   → last(X,Y) ← components(Y,X,Z) ∧ empty(Z); last(X,Y) ← components(Y,Z,W) ∧ last(X,W)
      append → append(X,Y,Z) ← Y = Z ∧ empty(X); append(X,Y,Z) ← components(Z,W,V) ∧ components(X,W,U) ∧ append(U,Y,V)
    `)("%s", (target, clauses) => {
      const relations = related(components, empty, { name: target, tuples: programs[target] });
      expect(clausesText(foil(relations, { target })).trim().split("\n")).toEqual(clauses.split("; "));
    });
  });

  it("even numbers, two steps at a time", () => {
    const relations = related(
      { name: "next", tuples: pairsOf(12, (a, b) => b === a + 1) },
      { name: "zero", tuples: [["0"]] },
      { name: "even", tuples: numbersBelow(6).map((n) => [String(2 * Number(n))]) },
    );
    expect(clausesText(foil(relations, { target: "even" }))).toBe(
      "even(X) ← zero(X)\neven(X) ← next(Y,X) ∧ next(Z,Y) ∧ even(Z)\n",
    );
  });

  it("does not follow itself in circles: what leads nowhere new is no recursion", () => {
    const ring = pairsOf(5, (a, b) => b === (a + 1) % 5);
    const relations = related(
      { name: "next", tuples: ring },
      { name: "reach", tuples: pairsOf(5, () => true) },
    );
    expect(clausesText(foil(relations, { target: "reach" }))).toBe("reach(X,Y) ← ⊤\n");
    const half = related(
      { name: "next", tuples: ring },
      { name: "far", tuples: pairsOf(5, (a, b) => (b - a + 5) % 5 > 1) },
    );
    expect(clausesText(foil(half, { target: "far" }))).not.toContain("∧ far(");
  });
});

import { expect, it } from "vitest";
import { refusal } from "../../test/kit/refusal.js";
import { makeRelations } from "../table/makeRelations.js";
import { namesOf } from "../table/relations.js";
import { definitionModel } from "./definitionModel.js";
import { evaluateClauses } from "./evaluateClauses.js";
import { parseClauseText } from "./parseClauseText.js";
import { deriveTuples, predictTuples } from "./tuples.js";

const related = (tuples: Readonly<Record<string, string>>, types?: readonly string[]) =>
  makeRelations({
    relations: Object.entries(tuples).map(([name, pairs]) => ({
      ...{ name, tuples: pairs.split(" ").map((pair) => [...pair]) },
      ...(types && { types }),
    })),
  });
const relations = related({ link: "ab bc", path: "ab bc ac" });
const defined = (text: string) => definitionModel(parseClauseText(text), relations);
const model = defined("path(X,Y) ← link(X,Y)\npath(X,Y) ← link(X,Z) ∧ path(Z,Y)");

it("what a definition derives are tuples, and an answer for each given tuple", () => {
  const tuples = deriveTuples(model, relations);
  expect([0, 1, 2].map((i) => namesOf(relations, tuples, 2, i).join(""))).toEqual(["ab", "ac", "bc"]);
  const asked = [
    ["a", "c"],
    ["c", "a"],
    ["a", "nobody"],
  ];
  expect(predictTuples(model, relations, asked)).toEqual([true, false, false]);
});

it("what a definition derives does not need the relation itself", () => {
  expect(predictTuples(model, related({ link: "xy" }), [["x", "y"]])).toEqual([true]);
});

it("what a definition derives is compared with what is known: of 9 pairs 3 are in the relation", () => {
  const [, path] = relations.relations;
  const figures = { positives: 3, derived: 3, negatives: 6, wrong: 0, accuracy: 1, exact: true };
  expect(evaluateClauses(model, relations, path)).toEqual(figures);
  const short = defined("path(X,Y) ← link(Y,X)\npath(X,Y) ← link(X,Y)");
  // ab and bc are derived, and so are ba and cb: (2 + 6 - 2) of 9 are right.
  const some = { derived: 2, wrong: 2, accuracy: 6 / 9, exact: false };
  expect(evaluateClauses(short, relations, path)).toMatchObject(some);
  const denied = { ...path, negatives: Int32Array.of(1, 0) };
  const few = { negatives: 1, wrong: 1, accuracy: 2 / 4 };
  expect(evaluateClauses(short, relations, denied)).toMatchObject(few);
});

it.each([
  [() => predictTuples(model, relations, [["a"]]), 'MODEL_MISMATCH: "path" has 2 arguments; "(a)" has 1'],
  [
    () => deriveTuples(model, related({ link: "a" })),
    'MODEL_MISMATCH: the clauses need a relation "link" of 2 arguments; it has 1 arguments here',
  ],
  [
    () => deriveTuples(model, related({ link: "ab" }, ["s", "t"])),
    'MODEL_MISMATCH: the clauses\' target "path" has the type "type1", which the relations do not have',
  ],
  [() => defined("way(X) ← link(X,X)"), 'RELATION_UNKNOWN: there is no relation "way" of 1 arguments'],
  [() => defined("path(X,Y) ← lnk(X,Y)"), 'RELATION_UNKNOWN: there is no relation "lnk"'],
  [
    () => defined("path(X,Y) ← ¬link(X,Z)"),
    "MODEL_INVALID: clauses[0].body[0].terms must be variables of the head or of a positive literal before; got 2",
  ],
])("%s is refused", (work, message) => {
  expect(refusal(work)).toBe(message);
});

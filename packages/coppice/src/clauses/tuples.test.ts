import { describe, expect, it } from "vitest";
import { makeRelations } from "../table/makeRelations.js";
import { namesOf } from "../table/relations.js";
import { definitionModel } from "./definitionModel.js";
import { evaluateClauses } from "./evaluateClauses.js";
import { parseClauseText } from "./parseClauseText.js";
import { deriveTuples, predictTuples } from "./tuples.js";

const relations = makeRelations({
  relations: [
    {
      name: "link",
      tuples: [
        ["a", "b"],
        ["b", "c"],
      ],
    },
    {
      name: "path",
      tuples: [
        ["a", "b"],
        ["b", "c"],
        ["a", "c"],
      ],
    },
  ],
});
const model = definitionModel(
  parseClauseText("path(X,Y) ← link(X,Y)\npath(X,Y) ← link(X,Z) ∧ path(Z,Y)"),
  relations,
);

describe("what a definition derives", () => {
  it("are tuples, and an answer for each given tuple", () => {
    const tuples = deriveTuples(model, relations);
    expect([0, 1, 2].map((i) => namesOf(relations, tuples, 2, i).join(""))).toEqual(["ab", "ac", "bc"]);
    expect(
      predictTuples(model, relations, [
        ["a", "c"],
        ["c", "a"],
        ["a", "nobody"],
      ]),
    ).toEqual([true, false, false]);
  });

  it("is derived if the relation itself is not known", () => {
    const links = makeRelations({ relations: [{ name: "link", tuples: [["x", "y"]] }] });
    expect(predictTuples(model, links, [["x", "y"]])).toEqual([true]);
  });

  it("is compared with what is known: of 9 pairs 3 are in the relation", () => {
    const [, path] = relations.relations;
    expect(evaluateClauses(model, relations, path)).toEqual({
      positives: 3,
      derived: 3,
      negatives: 6,
      wrong: 0,
      accuracy: 1,
      exact: true,
    });
    const short = definitionModel(parseClauseText("path(X,Y) ← link(Y,X)\npath(X,Y) ← link(X,Y)"), relations);
    // ab and bc are derived, and so are ba and cb: (2 + 6 - 2) of 9 are right.
    expect(evaluateClauses(short, relations, path)).toMatchObject({
      derived: 2,
      wrong: 2,
      accuracy: 6 / 9,
      exact: false,
    });
    const denied = { ...path, negatives: Int32Array.of(1, 0) };
    expect(evaluateClauses(short, relations, denied)).toMatchObject({
      negatives: 1,
      wrong: 1,
      accuracy: 2 / 4,
    });
  });

  it.each([
    [() => predictTuples(model, relations, [["a"]]), 'MODEL_MISMATCH: "path" has 2 arguments; "(a)" has 1'],
    [
      () => deriveTuples(model, makeRelations({ relations: [{ name: "link", tuples: [["a"]] }] })),
      'MODEL_MISMATCH: the clauses need a relation "link" of 2 arguments; it has 1 arguments here',
    ],
    [
      () =>
        deriveTuples(
          model,
          makeRelations({ relations: [{ name: "link", tuples: [["a", "b"]], types: ["s", "t"] }] }),
        ),
      'MODEL_MISMATCH: the clauses\' target "path" has the type "type1", which the relations do not have',
    ],
    [
      () => definitionModel(parseClauseText("way(X) ← link(X,X)"), relations),
      'RELATION_UNKNOWN: there is no relation "way" of 1 arguments',
    ],
    [
      () => definitionModel(parseClauseText("path(X,Y) ← lnk(X,Y)"), relations),
      'RELATION_UNKNOWN: there is no relation "lnk"',
    ],
    [
      () => definitionModel(parseClauseText("path(X,Y) ← ¬link(X,Z)"), relations),
      "MODEL_INVALID: clauses[0].body[0].terms must be variables of the head or of a positive literal before; got 2",
    ],
  ])("%#", (work, message) => {
    let reported = "";
    try {
      work();
    } catch (error) {
      reported = String(error);
    }
    expect(reported).toBe(message);
  });
});

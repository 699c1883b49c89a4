import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusal } from "../../test/kit/refusal.js";
import { makeRelations } from "./makeRelations.js";
import { namesOf, type Relations, sizeOf } from "./relations.js";

const typesOf = (made: Relations) =>
  made.relations.map(({ name, types }) => `${name}(${types.map((type) => made.types[type].name).join()})`);

describe("relations", () => {
  it("number their constants by code point, and keep tuples sorted and distinct", () => {
    const tuples = [
      ["b", "a"],
      ["a", "b"],
      ["b", "a"],
    ];
    const made = makeRelations({ relations: [{ name: "r", tuples }] });
    expect(made.constants).toEqual(["a", "b"]);
    expect([...made.relations[0].tuples]).toEqual([0, 1, 1, 0]);
    expect(sizeOf(made.relations[0])).toBe(2);
    expect(namesOf(made, made.relations[0].tuples, 2, 1)).toEqual(["b", "a"]);
  });

  it("do not depend on the order in which they are given", () => {
    const pair = fc.tuple(fc.constantFrom("a", "b", "c", "__proto__"), fc.constantFrom("x", "y", "a"));
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 8 }), (tuples) => {
        const one = makeRelations({ relations: [{ name: "r", tuples }] });
        expect(makeRelations({ relations: [{ name: "r", tuples: [...tuples].reverse() }] })).toEqual(one);
        const both = [
          { name: "s", tuples: [["a"]] },
          { name: "r", tuples },
        ];
        expect(makeRelations({ relations: both })).toEqual(makeRelations({ relations: [...both].reverse() }));
      }),
    );
  });
});

describe("types", () => {
  it("are shared by arguments that share constants, even indirectly", () => {
    const made = makeRelations({
      relations: [
        { name: "age", tuples: [["ann", "7"]] },
        { name: "mother", tuples: [["eve", "ann"]] },
        { name: "older", tuples: [["8", "7"]] },
      ],
    });
    expect(typesOf(made)).toEqual(["age(type1,type2)", "mother(type3,type1)", "older(type4,type2)"]);
    expect(
      typesOf(
        makeRelations({
          relations: [
            {
              name: "mother",
              tuples: [
                ["eve", "ann"],
                ["ann", "sue"],
              ],
            },
            { name: "female", tuples: [["eve"], ["sue"]] },
          ],
        }),
      ),
    ).toEqual(["female(type1)", "mother(type1,type1)"]);
  });

  it("are taken from a list that contains every constant of the arguments it overlaps", () => {
    const edges = {
      name: "edge",
      tuples: [
        ["0", "1"],
        ["1", "2"],
      ],
    };
    const whole = makeRelations({ relations: [edges], lists: new Map([["nodes", ["0", "1", "2", "9"]]]) });
    expect(typesOf(whole)).toEqual(["edge(nodes,nodes)"]);
    expect(whole.types[0].constants.length).toBe(4); // 9 has no edge, but is still a node
    const part = makeRelations({ relations: [edges], lists: new Map([["start", ["0"]]]) });
    expect(typesOf(part)).toEqual(["edge(type1,type1)", "start(type1)"]);
  });

  it("may be given, and then separate constants of equal name", () => {
    const made = makeRelations({
      relations: [{ name: "age", types: ["person", "year"], tuples: [["7", "7"]] }],
      types: new Map([["person", ["7", "8"]]]),
    });
    expect(typesOf(made)).toEqual(["age(person,year)"]);
    expect(made.types.map(({ constants }) => constants.length)).toEqual([2, 1]);
  });
});

describe("errors in relations", () => {
  const r = (tuples: string[][], more = {}) => ({ name: "r", tuples, ...more });
  it.each([
    [{ relations: [r([["a"]]), r([["b"]])] }, 'duplicate relation "r"'],
    [{ relations: [r([])] }, 'the relation "r" has no tuples: declare its types'],
    [{ relations: [r([[]])] }, 'the relation "r" has no arguments'],
    [
      { relations: [r([["a", "b"], ["c"]])] },
      'the relation "r": its first tuple has 2, but "(c)" has 1 arguments',
    ],
    [
      { relations: [r([["a"]], { types: ["t", "t"] })] },
      'the relation "r": it has types for 2, but "(a)" has 1 arguments',
    ],
    [
      { relations: [r([["a"]], { negatives: [["a"]] })] },
      'the relation "r": "(a)" is both a tuple and a negative',
    ],
    [
      { relations: [r([["a"]], { types: ["t"] })], types: new Map([["t", ["b"]]]) },
      'argument 1 of "r" has "a", which is not a constant of the type "t"',
    ],
    [
      {
        relations: [r([["a"], ["b"]])],
        types: new Map([
          ["s", ["a"]],
          ["t", ["b"]],
        ]),
      },
      'argument 1 of "r" has constants of the types "s" and "t": declare its types',
    ],
  ])("%#", (source, message) => {
    expect(refusal(() => makeRelations(source))).toContain(`RELATION_INVALID: ${message}`);
  });
});

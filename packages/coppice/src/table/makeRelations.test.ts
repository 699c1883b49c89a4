import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { refusal } from "../../test/kit/refusal.js";
import { makeRelations } from "./makeRelations.js";
import { namesOf, type Relations, sizeOf } from "./relations.js";

const typesOf = (made: Relations) =>
  made.relations.map(({ name, types }) => `${name}(${types.map((type) => made.types[type].name).join()})`);
/** A relation of tuples such as "ann eve, eve sue". */
const relation = (name: string, tuples: string) => ({
  name,
  tuples: tuples.split(", ").map((tuple) => tuple.split(" ")),
});
const r = (tuples: string[][], more = {}) => ({ name: "r", tuples, ...more });

it("constants are numbered by code point, and tuples are sorted and distinct", () => {
  const made = makeRelations({ relations: [relation("r", "b a, a b, b a")] });
  expect(made.constants).toEqual(["a", "b"]);
  expect([...made.relations[0].tuples]).toEqual([0, 1, 1, 0]);
  expect(sizeOf(made.relations[0])).toBe(2);
  expect(namesOf(made, made.relations[0].tuples, 2, 1)).toEqual(["b", "a"]);
});

it("the order in which relations and tuples are given does not matter", () => {
  const pair = fc.tuple(fc.constantFrom("a", "b", "c", "__proto__"), fc.constantFrom("x", "y", "a"));
  forAll(100, [fc.array(pair, { minLength: 1, maxLength: 8 })], (tuples) => {
    const one = makeRelations({ relations: [r(tuples)] });
    expect(makeRelations({ relations: [r([...tuples].reverse())] })).toEqual(one);
    const both = [relation("s", "a"), r(tuples)];
    expect(makeRelations({ relations: both })).toEqual(makeRelations({ relations: [...both].reverse() }));
  });
});

it("types are shared by arguments that share constants, even indirectly", () => {
  const three = [relation("age", "ann 7"), relation("mother", "eve ann"), relation("older", "8 7")];
  const types = ["age(type1,type2)", "mother(type3,type1)", "older(type4,type2)"];
  expect(typesOf(makeRelations({ relations: three }))).toEqual(types);
  const two = [relation("mother", "eve ann, ann sue"), relation("female", "eve, sue")];
  expect(typesOf(makeRelations({ relations: two }))).toEqual(["female(type1)", "mother(type1,type1)"]);
});

it("types are taken from a list that contains every constant of the arguments it overlaps", () => {
  const relations = [relation("edge", "0 1, 1 2")];
  const whole = makeRelations({ relations, lists: new Map([["nodes", ["0", "1", "2", "9"]]]) });
  expect(typesOf(whole)).toEqual(["edge(nodes,nodes)"]);
  expect(whole.types[0].constants.length).toBe(4); // 9 has no edge, but is still a node
  const part = makeRelations({ relations, lists: new Map([["start", ["0"]]]) });
  expect(typesOf(part)).toEqual(["edge(type1,type1)", "start(type1)"]);
});

it("types may be given, and then separate constants of equal name", () => {
  const relations = [{ ...relation("age", "7 7"), types: ["person", "year"] }];
  const made = makeRelations({ relations, types: new Map([["person", ["7", "8"]]]) });
  expect(typesOf(made)).toEqual(["age(person,year)"]);
  expect(made.types.map(({ constants }) => constants.length)).toEqual([2, 1]);
});

it.each([
  ['duplicate relation "r"', [r([["a"]]), r([["b"]])]],
  ['the relation "r" has no tuples: declare its types', [r([])]],
  ['the relation "r" has no arguments', [r([[]])]],
  ['the relation "r": its first tuple has 2, but "(c)" has 1 arguments', [r([["a", "b"], ["c"]])]],
  ['the relation "r": it has types for 2, but "(a)" has 1 arguments', [r([["a"]], { types: ["t", "t"] })]],
  ['the relation "r": "(a)" is both a tuple and a negative', [r([["a"]], { negatives: [["a"]] })]],
  [
    'argument 1 of "r" has "a", which is not a constant of the type "t"',
    [r([["a"]], { types: ["t"] })],
    ["t"],
  ],
  [
    'argument 1 of "r" has constants of the types "s" and "t": declare its types',
    [r([["a"], ["b"]])],
    ["s", "t"],
  ],
])("relations are refused: %s", (message, relations, types = []) => {
  const constants: Record<string, string[]> = { s: ["a"], t: ["b"] };
  const given = new Map(types.map((type) => [type, constants[type]]));
  expect(refusal(() => makeRelations({ relations, types: given }))).toContain(`RELATION_INVALID: ${message}`);
});

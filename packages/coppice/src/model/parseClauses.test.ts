import fc from "fast-check";
import { expect, it } from "vitest";
import { breaks } from "../../test/kit/breaks.js";
import { forAll } from "../../test/kit/forAll.js";
import { refusal } from "../../test/kit/refusal.js";
import type { ClauseModel } from "./clauses.js";
import { clauseSize, isRecursive } from "./clauses.js";
import { parseModel } from "./parse.js";
import { parseClauses } from "./parseClauses.js";

const model: ClauseModel = {
  format: "coppice-clauses",
  version: 1,
  learner: "foil",
  options: { maxVariables: 6 },
  target: { name: "reach", types: ["node", "node"] },
  relations: [
    { name: "__proto__", types: ["node", "node"] },
    { name: "shut", types: ["node"] },
  ],
  clauses: [
    { body: [{ kind: "relation", relation: "__proto__", terms: [0, 1] }], positives: 3, negatives: 0 },
    {
      body: [
        { kind: "relation", relation: "__proto__", terms: [0, 2] },
        { kind: "relation", relation: "shut", terms: [2], negated: true },
        { kind: "relation", relation: "__proto__", terms: [2, null], negated: true },
        { kind: "equal", terms: [2, "toString"], negated: true },
        { kind: "relation", relation: "reach", terms: [2, 1] },
      ],
    },
  ],
  training: { positives: 3, negatives: 6, derived: 3, wrong: 0, closedWorld: true, seed: 1 },
};

const copy = () => JSON.parse(JSON.stringify(model));

it("a clause model round-trips through JSON", () => {
  expect(parseClauses(copy())).toEqual(model);
  expect(clauseSize(model)).toEqual({ clauses: 2, literals: 6 });
  expect(isRecursive(model)).toBe(true);
});

it("a clause model is not mistaken for a model of a table", () => {
  expect(refusal(() => parseModel(copy()))).toContain("which coppice foil --model reads");
});

it("a clause model is rejected with a code whichever part is changed", () => {
  const paths: (string | number)[][] = [];
  const walk = (value: unknown, path: (string | number)[]) => {
    if (path.length > 0) paths.push(path);
    if (typeof value !== "object" || value === null) return;
    for (const key of Object.keys(value)) walk((value as Record<string, unknown>)[key], [...path, key]);
  };
  walk(copy(), []);
  forAll(500, [fc.constantFrom(...paths), fc.jsonValue()], (path, value) => {
    const json = copy();
    const holder = path.slice(0, -1).reduce((at, key) => at[key], json);
    holder[path.at(-1)!] = value;
    try {
      const parsed = parseClauses(json);
      const text = JSON.stringify(parsed);
      expect(JSON.stringify(parseClauses(JSON.parse(text)))).toBe(text);
    } catch (error) {
      expect(String(error)).toMatch(/^MODEL_(INVALID|VERSION): /);
    }
  });
});

it.each(breaks`
    format = "coppice-tree" → this is not a model of clauses: it must be an object with format "coppice-clauses"; got format "coppice-tree"
    version = 2 → MODEL_VERSION: version must be 1; got 2
    learner = 3 → must be a string; got 3
    options = nothing → must be an object; got nothing
    target.types = [] → must be at least one type; got none
    relations = {} → must be a list; got an object
    relations[1].name = "reach" → must be a name that no other relation has; got "reach"
    clauses[0].body[0].kind = "less" → must be "relation" or "equal"; got "less"
    clauses[0].body[0].relation = "x" → must be the target or one of the relations; got "x"
    clauses[0].body[0].terms = [0] → must be 2 terms; got 1
    clauses[0].body[0].terms[1] = -1 → must be a variable's number, a constant's name or null; got -1
    clauses[0].body[0].negated = false → must be true, or absent; got false
    clauses[0].positives = -1 → must be an integer ≥ 0; got -1
    clauses[1].body[1].terms = [9] → must be variables of the head or of a positive literal before; got 9
    clauses[1].body[3].terms = [0, null] → must be two variables or constants; got a list
    clauses[1].body[4].negated = true → must be absent for the target itself; got true
    training.closedWorld = "yes" → must be true or false; got "yes"
  `)("a clause model is refused with %s", (_, __, spoil, wanted) => {
  expect(refusal(() => parseClauses(spoil(model)))).toBe(wanted);
});

import { expect, it } from "vitest";
import { breaks } from "../../test/kit/breaks.js";
import { leaf, levelsOf, missing, range, rulesFrom, schemas } from "../../test/kit/handmade.js";
import { readAgain } from "../../test/kit/readAgain.js";
import { refusal } from "../../test/kit/refusal.js";
import { parseModel } from "./parse.js";

const model = rulesFrom(
  schemas`humidity, outlook=rain|sunny|overcast, wind:ordered=weak|strong`,
  [
    { if: [range(0, 77.5), levelsOf(1, 0, 1)], then: leaf(3, 0), locked: true },
    { if: [range(2, 0, 1)], then: leaf(2, 1) },
    { if: [missing(0)], then: { weight: 0, counts: [5, 9], label: 0 } },
  ],
  leaf(0, 8),
);

it("a rule set round-trips through JSON", () => {
  expect(readAgain(model)).toEqual(model);
});

it.each(breaks`
  order = "loudest" → must be first or vote; got "loudest"
  rules = {} → must be a list of rules; got an object
  rules[0] = 1 → must be an object with if and then; got 1
  rules[0].if = nothing → must be a list of conditions; got nothing
  rules[0].if[0] = "x" → must be an object; got "x"
  rules[0].if[0].attribute = 3 → must be the index of an attribute (0 to 2); got 3
  rules[0].if[0].kind = "near" → must be range, levels, missing or known; got "near"
  rules[0].if[0].above = "77" → must be a finite number; got "77"
  rules[0].if[1].kind = "range" → must be levels, missing or known on an attribute without order; got "range"
  rules[0].if[0] = {"kind":"levels","attribute":0,"levels":[0]} → rules[0].if[0].kind must be range, missing or known on a numeric attribute; got "levels"
  rules[0].if[1].levels = "sunny" → must be a list of level codes; got "sunny"
  rules[0].if[1].levels = [0,3] → rules[0].if[1].levels[1] must be a level code (0 to 2); got 3
  rules[0].if[1].levels = [1,0] → rules[0].if[1].levels[1] must be above the code before it; got 0
  rules[0].if[1] = {"kind":"known","attribute":0} → rules[0].if[1].attribute must be an attribute that no earlier condition tests; got 0
  rules[0].locked = "yes" → must be true, or absent; got "yes"
  rules[1].if[0].atMost = 2 → must be a level code (0 to 1); got 2
  rules[1].then = null → must be an object; got null
  rules[1].then.counts = [1] → must be a list of 2 class weights; got a list
  otherwise.label = 2 → must be a class code (0 to 1); got 2
  otherwise = nothing → must be an object; got nothing
  `)("a rule set is refused with %s", (_, __, spoil, wanted) => {
  expect(refusal(() => parseModel(spoil(model)))).toBe(wanted);
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { breaks } from "../../test/kit/breaks.js";
import { itHolds } from "../../test/kit/forAll.js";
import { rulesFrom, schemas } from "../../test/kit/handmade.js";
import { refusal } from "../../test/kit/refusal.js";
import { type Formula, formulaValue } from "../model/formula.js";
import { parseModel } from "../model/parse.js";
import { EXACT } from "../model/words.js";
import type { ColumnSchema } from "../table/schema.js";
import { formulaText } from "./formulaText.js";
import { parseRules } from "./parse/parseRules.js";
import { rulesText } from "./rulesText.js";

const ATTRIBUTES: ColumnSchema[] = [
  ...schemas`age, Length (mm), a + b`,
  { name: "__proto__", type: "nominal", levels: ["red", "x - y", "[blue", "IF", ",  ("] },
  ...schemas`size:ordered=s|m|l`,
];
const words = { attributes: ATTRIBUTES, target: { name: "rent", type: "numeric" as const } };
const formula: Formula = {
  intercept: 3.2,
  terms: [
    { attribute: 0, coefficient: 0.5, missing: 40 },
    { attribute: 2, coefficient: -2, missing: 0 },
    { attribute: 3, levels: [0, 1], coefficient: 1.5, missing: 0.25 },
  ],
};

const read = (text: string) => {
  const [{ then }] = parseRules(`OTHERWISE THEN ${text}`, words);
  return "value" in then ? (then.formula ?? { intercept: then.value, terms: [] }) : undefined;
};

it("formulas are sums over cells, with a value for missing ones", () => {
  const cells = [10, 0, 1, 0, 0];
  expect(formulaValue(formula, (a) => cells[a])).toBeCloseTo(7.7, 12); // 3.2 + 5 - 2 + 1.5
  expect(formulaValue(formula, (a) => (a === 3 ? 2 : cells[a]))).toBeCloseTo(6.2, 12);
  const missing = [Number.NaN, 0, Number.NaN, -1, 0];
  expect(formulaValue(formula, (a) => missing[a])).toBeCloseTo(23.575, 12); // 3.2 + 20 - 0 + 0.375
});

it("formulas are printed readably", () => {
  const [wide, last] = ['3.2 + 0.5 age - 2 "a + b"', '+ 1.5 IF __proto__ in {red, "x - y"}'];
  expect(formulaText(formula, ATTRIBUTES)).toBe(`${wide} ${last}`);
  const narrow = formulaText(formula, ATTRIBUTES, undefined, 24);
  expect(narrow.split("\n")).toEqual(["3.2 + 0.5 age", '     - 2 "a + b"', `     ${last}`]);
  const terms = formula.terms.map((term) => ({ ...term, missing: 0 }));
  expect(read(`${wide}\n     ${last}  (5 rows, error 2)`)).toEqual({ intercept: 3.2, terms });
  expect(read("1 - 2 Length (mm) + 3 IF size > s  (no rows)")!.terms).toEqual([
    { attribute: 1, coefficient: -2, missing: 0 },
    { attribute: 4, coefficient: 3, levels: [1, 2], missing: 0 },
  ]);
});

const amount = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((x) => x !== 0);
const rest = { coefficient: amount, missing: fc.constant(0) };
const some = fc.subarray([0, 1, 2, 3, 4], { minLength: 1, maxLength: 4 });
const term = fc.oneof(
  fc.record({ attribute: fc.constantFrom(0, 1, 2, 4), ...rest }),
  fc.record({ attribute: fc.constant(3), levels: some, ...rest }),
);
const terms = fc.array(term, { maxLength: 4 });
itHolds("formulas are read back exactly", 100, [amount, terms, fc.nat(80)], (intercept, terms, width) => {
  const one = { intercept, terms };
  expect(read(formulaText(one, ATTRIBUTES, EXACT, width))).toEqual(one);
  expect(read(`${formulaText(one, ATTRIBUTES, EXACT, width)}  (5 rows, error 2)`)).toEqual(one);
});

it.each([
  ["high", "THEN must give a number; got high"],
  ["", "THEN must give a number; got "],
  ["3 age", "a formula must continue with + or -, a number, and an attribute or IF with levels"],
  ["3 + age", "a formula must continue with"],
  ["3 + 2", "a formula must continue with"],
  ["3 + 2 IF", "a formula must continue with"],
  ["3 + -2 age", "a formula must continue with"],
  ["3 + 2 IF age > 3", "a formula must continue with"],
  ["3 + 2 IF size is known", "a formula must continue with"],
  ["3 + 2 agge", 'there is no attribute "agge"'],
  ["3 + 2 IF __proto__ = pink", '"__proto__" has no level "pink"'],
  ["3 + 2 __proto__", '"__proto__" is not a number: write IF with its levels'],
])("formulas are rejected if malformed: %j", (text, message) => {
  expect(() => read(text)).toThrow(`line 1: ${message}`);
});

const model = (then: object) =>
  rulesFrom(ATTRIBUTES, [], { weight: 1, value: 2, error: 0, ...then }, { target: words.target });

it("a model's formulas are read, and printed with the rules", () => {
  const read = parseModel(model({ formula }));
  expect(read.format === "coppice-rules" && rulesText(read)).toMatch(/^OTHERWISE {2}THEN 3.2 \+ 0.5 age - 2/);
});

it.each(breaks`
  otherwise.formula = 3 → must be an object with intercept and terms; got 3
  otherwise.formula = {"intercept":"a","terms":[]} → otherwise.formula.intercept must be a finite number; got "a"
  otherwise.formula = {"intercept":1} → otherwise.formula.terms must be a list of terms; got nothing
  otherwise.formula.terms[0] = 1 → must be an object; got 1
  otherwise.formula.terms[0].attribute = 9 → must be the index of an attribute (0 to 4); got 9
  otherwise.formula.terms[0].coefficient = null → must be a finite number; got null
  otherwise.formula.terms[0].missing = nothing → must be a finite number; got nothing
  otherwise.formula.terms[0].levels = [0] → must be absent on a numeric attribute; got a list
  otherwise.formula.terms[0].attribute = 3 → otherwise.formula.terms[0].levels must be a list of level codes; got nothing
  otherwise.formula.terms[0] = {"attribute":3,"coefficient":1,"missing":0,"levels":[1,0]} → otherwise.formula.terms[0].levels[1] must be above the code before it; got 0
  `)("a model's formulas are checked: %s", (_, __, spoil, wanted) => {
  expect(refusal(() => parseModel(spoil(model({ formula }))))).toBe(wanted);
});

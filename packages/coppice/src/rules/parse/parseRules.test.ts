import fc from "fast-check";
import { expect, it } from "vitest";
import { cases, unescaped } from "../../../test/kit/cases.js";
import { itHolds } from "../../../test/kit/forAll.js";
import { known, levelsOf, missing, range, schemas } from "../../../test/kit/handmade.js";
import { refusal } from "../../../test/kit/refusal.js";
import { hostileModel, irisModel, paintModel, rentModel, tennisModel } from "../../../test/models.js";
import type { Condition } from "../../model/condition.js";
import type { TreeModel } from "../../model/tree.js";
import { EXACT } from "../../model/words.js";
import { fruitTree } from "../../synthetic/textbook.js";
import type { ColumnSchema } from "../../table/schema.js";
import { isEmpty, normal } from "../conjunction.js";
import { ruleLines } from "../ruleLines.js";
import { rulesOf } from "../rulesOf.js";
import { rulesText } from "../rulesText.js";
import { parseRules, type RuleWords } from "./parseRules.js";

const words: RuleWords = {
  attributes: schemas`age, job type=A|B|C, size (cm):ordered=small|medium|large, sex=f|m`,
  target: { name: "income", type: "nominal", levels: ["<=50K", ">50K"] },
};
const premise = (condition: string) => parseRules(`IF ${condition} THEN >50K`, words).map((rule) => rule.if);
const age = range.bind(undefined, 0);

it.each<[string, Condition]>([
  ["age <= 38.5", age(undefined, 38.5)],
  ["age ≤ 38.5", age(undefined, 38.5)],
  ["age > -1e3", age(-1000)],
  ["(age > 2)", age(2)],
  ["2 < age <= 3", age(2, 3)],
  ["age > 2 AND age <= 3 AND age <= 7", age(2, 3)],
  ["age < 1", age(undefined, 1 - Number.EPSILON / 2)],
  ["age >= 0", age(-Number.MIN_VALUE)],
  ["age is missing", missing(0)],
  ["NOT age is missing", known(0)],
  ["job type = B", levelsOf(1, 1)],
  ["job type in {C, A}", levelsOf(1, 0, 2)],
  ["job type != B", levelsOf(1, 0, 2)],
  ["job type not in {A, B}", levelsOf(1, 2)],
  ["NOT job type = B", levelsOf(1, 0, 2)],
  ['"job type" = "B"', levelsOf(1, 1)],
  ["job type in {A, B, C}", known(1)],
  ["size (cm) <= medium", range(2, undefined, 1)],
  ["(size (cm) > small)", range(2, 0)],
  ["small < size (cm) <= medium", range(2, 0, 1)],
  ["size (cm) = medium", range(2, 0, 1)],
  ["size (cm) in {small, large}", levelsOf(2, 0, 2)],
  ["size (cm) >= small", known(2)],
])("reads the condition %s", (text, condition) => {
  expect(premise(text)).toEqual([[condition]]);
});

it("expands disjunctions, brackets and negations into conjunctions", () => {
  expect(premise("age > 2 AND sex = f OR (job type = A OR job type = B) AND NOT (1 < age <= 2)")).toEqual([
    [age(2), levelsOf(3, 0)],
    [levelsOf(1, 0), age(undefined, 1)],
    [levelsOf(1, 0), age(2)],
    [levelsOf(1, 1), age(undefined, 1)],
    [levelsOf(1, 1), age(2)],
  ]);
  expect(premise("NOT (age > 2 AND sex = f)")).toEqual([[age(undefined, 2)], [levelsOf(3, 1)]]);
  expect(premise("age != 5")).toHaveLength(2);
});

it("reads conclusions, defaults, names of rules, comments and several lines", () => {
  const rules = parseRules(
    `# by hand
R1: IF age > 2
       # in the middle
       AND sex = f   THEN >50K  (3 rows, 67%)

ALWAYS  THEN <=50K  (10 rows, >99%)
OTHERWISE >50K`,
    words,
  );
  expect(rules).toEqual([
    { if: [age(2), levelsOf(3, 0)], then: { weight: 0, counts: [0, 1], label: 1 } },
    { if: [], then: { weight: 0, counts: [1, 0], label: 0 } },
    { if: [], then: { weight: 0, counts: [0, 1], label: 1 } },
  ]);
  const value = { ...words, target: { name: "y", type: "numeric" } as const };
  expect(parseRules("IF age > 2 THEN 0.4  (1 row, error 0)", value)).toEqual([
    { if: [age(2)], then: { weight: 0, value: 0.4, error: 0 } },
  ]);
  expect(parseRules("", words)).toEqual([]);
});

it.each(cases`
  age > 3 → RULES_SYNTAX: line 1: a rule begins with IF, ALWAYS or OTHERWISE
  IF age > 3 → RULES_SYNTAX: line 1: a rule has no THEN
  IF THEN >50K → RULES_SYNTAX: line 1: a condition is missing
  IF age > 3 AND THEN >50K → RULES_SYNTAX: line 1: a condition is missing
  IF age > 3\nAND agee > 4 THEN >50K → COLUMN_UNKNOWN: line 2: there is no attribute "agee"; did you mean "age"?
  IF age > three THEN >50K → RULES_SYNTAX: line 1: three is not a number
  IF age > THEN >50K → RULES_SYNTAX: line 1: expected a value after >
  IF > 3 THEN >50K → RULES_SYNTAX: line 1: expected a value before >
  IF age THEN >50K → RULES_SYNTAX: line 1: age is not a condition: write <=, >, =, !=, in { }, is known or is missing
  IF 3 > age > 2 THEN >50K → RULES_SYNTAX: line 1: two comparisons must form an interval, as in 2 < size <= 3
  IF 3 < age <= 2 THEN >50K → RULES_SYNTAX: line 1: 3 < age <= 2 can never hold
  IF age > 3 AND age <= 3 THEN >50K → RULES_SYNTAX: line 1: the conditions can never all hold
  IF age > 3 AND age is missing THEN >50K → RULES_SYNTAX: line 1: the conditions can never all hold
  IF sex = x THEN >50K → LEVEL_UNKNOWN: line 1: "sex" has no level "x"; did you mean "f"?
  IF sex > f THEN >50K → RULES_SYNTAX: line 1: levels of "sex" have no order: write = or in { }
  IF age in {3} THEN >50K → RULES_SYNTAX: line 1: "age" is a number: write <= or >, not a set of levels
  IF {f} THEN >50K → RULES_SYNTAX: line 1: write a set of levels as in color in {red, blue}
  IF sex in {f,,m} THEN >50K → RULES_SYNTAX: line 1: a set of levels has an empty entry
  IF (age > 3 THEN >50K → RULES_SYNTAX: line 1: a bracket is not closed
  IF age > 3) THEN >50K → RULES_SYNTAX: line 1: expected AND, OR or THEN, found )
  IF "age > 3 THEN >50K → RULES_SYNTAX: line 1: a quoted name is not closed
  IF "a\\x" > 3 THEN >50K → RULES_SYNTAX: line 1: "a\x" is not a valid JSON string
  IF age > 3 THEN >50 → LEVEL_UNKNOWN: line 1: there is no class ">50"; did you mean ">50K"?
  IF age > 3 THEN → LEVEL_UNKNOWN: line 1: THEN has no class
  IF age > 3 THEN ">50K" yes → RULES_SYNTAX: line 1: only figures in brackets may follow a conclusion
  `)("reports what is wrong: %s", (text, message) => {
  expect(refusal(() => parseRules(unescaped(text), words))).toBe(message);
});

it("rejects too many conjunctions, and a class for a numeric target", () => {
  const attributes = Array.from({ length: 15 }, (_, i) => ({ name: `x${i}`, type: "numeric" as const }));
  const pairs = attributes.map(({ name }) => `${name} != 0`).join(" AND ");
  const call = () => parseRules(`IF ${pairs} THEN >50K`, { ...words, attributes });
  expect(call).toThrow("the conditions expand to more than 10000 conjunctions");
  const value = { ...words, target: { name: "y", type: "numeric" } as const };
  expect(() => parseRules("IF age > 3 THEN yes", value)).toThrow("THEN must give a number; got yes");
});

const MODELS: Readonly<Record<string, TreeModel>> = {
  ...{ iris: irisModel(), tennis: tennisModel(), rent: rentModel() },
  ...{ paint: paintModel(), hostile: hostileModel(), fruit: fruitTree() },
};

it.each(Object.keys(MODELS))("what is printed of trees is read back %s", (name) => {
  const model = MODELS[name];
  for (const width of [1, 40, 72]) {
    const read = parseRules(rulesText(model, { width, signs: EXACT }), model);
    const asRead = (one: Condition) => normal(one, model.attributes[one.attribute]);
    expect(read.map((rule) => rule.if)).toEqual(rulesOf(model).map((rule) => rule.if.map(asRead)));
    const said = read.map(({ then }) => ("value" in then ? then.value : model.target.levels![then.label]));
    expect(said).toEqual(rulesOf(model).map(({ then }) => then));
  }
});

const odd = ["length (mm)", "a in {b}", ..."__proto__ constructor IF ALWAYS <=50K >50K R1: 3 not".split(" ")];
const marks = [..."ab ()<=>!{},\"\\#'", " AND ", "THEN", " OR ", "NOT", "not", "in", "is known", "  ("];
const name = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...marks), maxLength: 5 }),
  fc.constantFrom(...odd),
);
const names = (min: number, max: number) => fc.uniqueArray(name, { minLength: min, maxLength: max });

const kind = fc.tuple(fc.constantFrom("numeric", "nominal", "ordered"), names(1, 5));
const schema: fc.Arbitrary<RuleWords> = fc
  .tuple(names(2, 5), fc.array(kind, { minLength: 5, maxLength: 5 }), names(2, 4))
  .map(([attributes, kinds, levels]) => ({
    attributes: attributes.map((name, i): ColumnSchema => {
      const [type, levels] = kinds[i];
      return { name, type, ...(type !== "numeric" && { levels }) } as ColumnSchema;
    }),
    target: { name: "class", type: "nominal", levels },
  }));

function conditionOn(attribute: ColumnSchema, index: number): fc.Arbitrary<Condition> {
  const presence = fc.constantFrom(missing(index), known(index));
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
  const bound = fc.option(finite, { nil: undefined });
  const bounds = fc.tuple(bound, bound).map(([a, b]) => (a! > b! ? [b, a] : [a, b]));
  const numbers = bounds.map(([above, atMost]) => range(index, above, atMost));
  const codes = fc.subarray((attribute.levels ?? []).map((_, code) => code));
  const sets = codes.map((some) => levelsOf(index, ...some));
  const values = attribute.type === "numeric" ? numbers : sets;
  const any = fc.oneof({ weight: 1, arbitrary: presence }, { weight: 5, arbitrary: values });
  return any.map((one) => normal(one, attribute)).filter((one) => !isEmpty(one));
}

const rulesOfSchema = schema.chain((words) => {
  const some = fc.subarray(words.attributes.map((_, i) => i));
  const premise = some.chain((few) => fc.tuple(...few.map((i) => conditionOn(words.attributes[i], i))));
  const rule = fc.record({ if: premise, label: fc.nat({ max: words.target.levels!.length - 1 }) });
  const rules = fc.array(rule, { minLength: 1, maxLength: 4 });
  return fc.tuple(fc.constant(words), rules, fc.constantFrom(1, 40, 72));
});

function nearly(a: Condition, b: Condition): boolean {
  if (a.kind !== "range" || b.kind !== "range") return JSON.stringify(a) === JSON.stringify(b);
  const near = (x = 0, y = 0) => Math.abs(x - y) <= Math.min(Math.abs(y) * 1e-9, 0.2);
  return a.attribute === b.attribute && near(a.above, b.above) && near(a.atMost, b.atMost);
}

itHolds("any rules, printed and read, are the same rules", 400, [rulesOfSchema], ([words, rules, width]) => {
  const figures = "3 rows, 67%";
  const { levels = [] } = words.target;
  const lines = rules.map(({ if: all, label }) => ({ anyOf: [all], then: levels[label], figures }));
  const read = parseRules(ruleLines(lines, words.attributes, { width, signs: EXACT }), words);
  expect(read.map((rule) => rule.if)).toEqual(rules.map((rule) => rule.if));
  expect(read.map(({ then }) => "label" in then && then.label)).toEqual(rules.map(({ label }) => label));
  // With readable digits, bounds are read back as closely as `number` guarantees.
  const short = parseRules(ruleLines(lines, words.attributes, { width }), words);
  for (const [i, rule] of short.entries())
    expect(rule.if.every((one, j) => nearly(one, rules[i].if[j]))).toBe(true);
  // A disjunction is a rule for each of its conjunctions.
  const [first] = lines;
  const either = { ...first, anyOf: rules.map((rule) => rule.if).filter((all) => all.length > 0) };
  if (either.anyOf.length > 0) {
    const each = parseRules(ruleLines([either], words.attributes, { signs: EXACT }), words);
    expect(each.map((rule) => rule.if)).toEqual(either.anyOf);
  }
});

const notation = { kind: "time", shows: "date", order: "dmy" } as const;
const dated: RuleWords = { ...words, attributes: [{ name: "ordered", type: "numeric", notation }] };
const at = Date.UTC(2024, 2, 2);
const dateRange = (text: string) => parseRules(`IF ${text} THEN >50K`, dated)[0].if[0];

it("dates in rules are read as they are printed, as the table writes them, and as numbers", () => {
  const expected = { kind: "range", attribute: 0, atMost: at };
  expect(dateRange("ordered <= 2024-03-02")).toEqual(expected);
  expect(dateRange("ordered <= 02.03.2024")).toEqual(expected);
  expect(dateRange(`ordered <= ${at}`)).toEqual(expected);
  const both = [{ kind: "range", attribute: 0, above: at, atMost: at + 86_400_000 } as const];
  const text = ruleLines([{ anyOf: [both], then: ">50K" }], dated.attributes);
  expect(text).toBe("IF 2024-03-02 < ordered <= 2024-03-03  THEN >50K");
  expect(parseRules(text, dated)[0].if).toEqual(both);
  expect(() => dateRange("ordered <= soon")).toThrow("soon is not a date or time");
});

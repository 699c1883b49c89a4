import { LOSSES } from "../../src/learn/ensemble/boost/loss.js";
import { STRING_TESTS } from "../../src/learn/strings/stringOptions.js";
import { type ValuesOfRule, valuesOfRule } from "./valuesOfRule.js";

const NO_OBJECTS = [5, "x", null, true];
const NO_COUNTS = [0, -1, 1.5, "2", Number.NaN, null, true];

const matrix: ValuesOfRule = {
  good: [
    [
      [0, 1],
      [5, 0],
    ],
    { a: { b: 0 } },
  ],
  bad: [...NO_OBJECTS, [1, 2], [[0, -1]], [["1"]], { a: 1 }, { a: { b: -1 } }],
};

const MATRIX = "a loss matrix, true classes in rows and predictions in columns, such as [[0,1],[5,0]]";

/** The option `strings`: an object, whose fields have rules of their own. */
const STRING_FIELDS = {
  minLength: "an integer from 1",
  maxLength: "an integer from 1",
  gap: "an integer from 1 to 32",
  setSize: "an integer from 2 to 64",
  pool: "an integer from 1",
  letters: "an integer from 1000",
  support: "a number from 1",
};
const STRINGS = 'an object such as {"tests":["contains","at"],"minLength":3}';

function stringValues(): ValuesOfRule {
  const fields = Object.entries(STRING_FIELDS).map(([name, rule]) => ({
    name,
    rule: `an object whose ${name} is ${rule}`,
    ...valuesOfRule(rule),
  }));
  const significance = "an object whose significance is above 0 and at most 1";
  const tests = `an object whose tests are a list of ${STRING_TESTS.join(", ")}`;
  const names = ["tests", "support", "significance", ...Object.keys(STRING_FIELDS).slice(0, 4), "fold"];
  return {
    good: [
      {},
      { tests: STRING_TESTS, fold: true, significance: 1 },
      ...fields.flatMap(({ name, good }) => good.map((value) => ({ [name]: value }))),
    ],
    bad: [],
    faults: [
      ...NO_OBJECTS.map((value) => [value, STRINGS] as const),
      ...fields.flatMap(({ name, rule, bad }) => bad.map((value) => [{ [name]: value }, rule] as const)),
      ...valuesOfRule("a number above 0 and at most 1").bad.map(
        (value) => [{ significance: value }, significance] as const,
      ),
      [{ tests: "at" }, tests],
      [{ tests: ["At"] }, tests],
      [{ fold: 1 }, "an object whose fold is true or false"],
      [{ length: 1 }, `an object with no fields but ${[...names, "pool", "letters"].join(", ")}`],
    ],
  };
}

/** Values on either side of the rules that are not bounds or choices. */
export const VALUES_OF_WORDED_RULES: Readonly<Record<string, ValuesOfRule>> = {
  "0 to 4 levels, or full": { good: [0, 4, "full"], bad: [-1, 5, 0.5, "4", "Full", null, true] },
  "all, sqrt, log2, third, or an integer ≥ 1": {
    good: ["all", "sqrt", "log2", "third", 1],
    bad: ["auto", ...NO_COUNTS],
  },
  "auto, all, sqrt, log2, third, a whole number of attributes, or a share below 1": {
    good: ["auto", "all", "sqrt", "log2", "third", 1, 0.5, Number.MIN_VALUE],
    bad: ["half", 0, -1, "2", Number.NaN, null, true],
    faults: [[1.5, "a whole number of attributes, or a share below 1"]],
  },
  "a number of components, or all": { good: ["all", 0, 10_000], bad: [-1, 10_001, 0.5, "1", null, true] },
  'data, equal, or a number per class, such as {"no":0.9,"yes":0.1}': {
    good: ["data", "equal", { no: 0 }, [0.5, 0]],
    bad: [5, "even", null, true, { no: -1 }, { no: "1" }, [-1], ["1"]],
  },
  [MATRIX]: matrix,
  [`one of auto, ${LOSSES.join(", ")}, or ${MATRIX}`]: {
    good: ["auto", ...LOSSES, ...matrix.good],
    bad: matrix.bad,
  },
  'positive costs per attribute, such as {"scan":40,"age":1}': {
    good: [{}, { u: Number.MIN_VALUE }],
    bad: [...NO_OBJECTS, [1], { u: 0 }, { u: "1" }],
  },
  '1 (never falls) or -1 (never rises) per attribute, such as {"age":1}': {
    good: [{}, { u: 1, v: -1 }],
    bad: [...NO_OBJECTS, [1], { u: 0 }, { u: 2 }, { u: "1" }],
  },
  "a non-negative number of rows, or a share such as 5%": {
    good: [0, 1.5, "5%", "0.5%"],
    bad: [-Number.MIN_VALUE, "5", "%", "-5%", "5%%", "5.%", ".5%", Number.NaN, null, true],
  },
  "auto or a non-negative number": {
    good: ["auto", 0],
    bad: [-Number.MIN_VALUE, "0", Number.NaN, null, true],
  },
  "auto or a positive number": { good: ["auto", Number.MIN_VALUE], bad: [0, "1", Number.NaN, null, true] },
  "auto or an integer ≥ 1": { good: ["auto", 1], bad: NO_COUNTS },
  'options of the base learner, such as {"minLeaf":5}': {
    good: [{}, { minLeaf: 5 }],
    bad: [...NO_OBJECTS, [1]],
  },
  [`${STRINGS}; its fields are tests, support, significance, minLength, maxLength, gap, setSize, fold, pool and letters`]:
    stringValues(),
  "true, false or a list of constants": { good: [true, false, [], ["a"]], bad: [0, "a", null, [1], {}] },
};

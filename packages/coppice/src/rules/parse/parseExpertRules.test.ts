import { expect, it } from "vitest";
import { cases, unescaped } from "../../../test/kit/cases.js";
import { known, levelsOf, range, schemas } from "../../../test/kit/handmade.js";
import { refusal } from "../../../test/kit/refusal.js";
import { isForbidden, parseExpertRules } from "./parseExpertRules.js";
import { parseRules, type RuleWords } from "./parseRules.js";

const WORDS: RuleWords = {
  attributes: schemas`age, __proto__=red|green|blue, size:ordered=s|m|l|xl`,
  target: { name: "buys", type: "nominal", levels: ["no", "yes"] },
};
const NUMBERS: RuleWords = { ...WORDS, target: { name: "rent", type: "numeric" } };
it("reads what is locked, given and forbidden", () => {
  const expertRules = parseExpertRules(
    `# what we know
      LOCKED IF age > 60
         AND size = s  THEN no  (3 rows, 100%)
      GIVEN R2: IF age > 30 THEN yes
      IF __proto__ = red OR __proto__ = blue THEN yes
      FORBIDDEN IF __proto__ = green AND age > 10
      FORBIDDEN IF size = xl THEN yes
      FORBIDDEN ATTRIBUTE size
      OTHERWISE yes
      LOCKED OTHERWISE no`,
    WORDS,
  );
  const no = { weight: 0, counts: [1, 0], label: 0 };
  const premise = [range(0, 60), range(2, undefined, 0)];
  expect(expertRules.locked).toEqual([{ if: premise, then: no, locked: true }]);
  const given = [range(0, 30), levelsOf(1, 0), levelsOf(1, 2)];
  expect(expertRules.given.map((rule) => rule.if)).toEqual(given.map((one) => [one]));
  expect(expertRules.forbidden).toEqual([
    { if: [levelsOf(1, 1), range(0, 10)] },
    { if: [range(2, 2)], label: 1 },
    { if: [known(2)] },
  ]);
  expect(expertRules.otherwise).toEqual(no);
});

it("reads numbers", () => {
  const expertRules = parseExpertRules("LOCKED IF age > 3 THEN 7.5\nLOCKED OTHERWISE 2", NUMBERS);
  expect(expertRules.locked[0].then).toEqual({ weight: 0, value: 7.5, error: 0 });
  expect(expertRules.otherwise).toEqual({ weight: 0, value: 2, error: 0 });
});

it.each(cases`
    IF age > 3 THEN yes\nGIVEN IF agge > 3 THEN yes → COLUMN_UNKNOWN: line 2: there is no attribute "agge"
    LOCKED IF __proto__ = pink THEN yes → LEVEL_UNKNOWN: line 1: "__proto__" has no level "pink"
    \nLOCKED IF age > 3 THEN maybe → LEVEL_UNKNOWN: line 2: there is no class "maybe"
    FORBIDDEN ATTRIBUTE colour → COLUMN_UNKNOWN: line 1: there is no attribute "colour"
    FORBIDDEN ATTRIBUTE\u0020\u0020 → RULES_SYNTAX: line 1: FORBIDDEN ATTRIBUTE names no attribute
    FORBIDDEN OTHERWISE no → RULES_SYNTAX: line 1: FORBIDDEN must be followed by IF or ATTRIBUTE
    FORBIDDEN IF THEN no → RULES_SYNTAX: line 1: a condition is missing
    FORBID IF age > 3 → RULES_SYNTAX: line 1: a rule begins with IF, ALWAYS or OTHERWISE
    LOCKED OTHERWISE no\nLOCKED OTHERWISE yes → RULES_CONFLICT: line 2: OTHERWISE is locked twice
    FORBIDDEN IF age > 3\nGIVEN IF age > 4 AND size = s THEN no → RULES_CONFLICT: line 2: the rule contains what line 1 forbids
  `)("reports what is wrong with %s", (text, message) => {
  expect(refusal(() => parseExpertRules(unescaped(text), WORDS))).toContain(message);
});

it("rejects THEN with a numeric target", () => {
  expect(() => parseExpertRules("FORBIDDEN IF age > 3 THEN 5", NUMBERS)).toThrow(
    "line 1: FORBIDDEN with THEN needs classes; the target is numeric",
  );
});

const rule = (text: string) => parseRules(text, WORDS)[0];
const forbids = (text: string, wanted: string) =>
  isForbidden(rule(wanted), parseExpertRules(`FORBIDDEN ${text}`, WORDS).forbidden[0], WORDS.attributes);

it.each([
  ["IF age > 3", "IF age > 3 THEN no", true],
  ["IF age > 3", "IF 4 < age <= 9 AND size = s THEN no", true],
  ["IF age > 3", "IF age > 2 THEN no", false],
  ["IF age > 3 THEN yes", "IF age > 3 THEN no", false],
  ["IF age > 3 AND size > m", "IF age > 3 THEN no", false],
  ["IF age > 3 AND size > m", "IF age > 3 AND size = xl THEN no", true],
  ["IF __proto__ in {red, green}", "IF __proto__ = red THEN no", true],
  ["IF __proto__ = red", "IF __proto__ in {red, green} THEN no", false],
  ["ATTRIBUTE age", "IF age > 3 THEN no", true],
  ["ATTRIBUTE age", "IF size > m THEN no", false],
])("FORBIDDEN %s: %s", (text, wanted, is) => {
  expect(forbids(text, wanted)).toBe(is);
});

it("parseRules keeps locks, and rejects FORBIDDEN", () => {
  const [locked, given] = parseRules("LOCKED IF age > 3 THEN no\nGIVEN IF age > 4 THEN no", WORDS);
  expect(locked.locked).toBe(true);
  expect(given).not.toHaveProperty("locked");
  expect(() => parseRules("FORBIDDEN IF age > 3", WORDS)).toThrow(
    "line 1: FORBIDDEN is allowed only in expert rules for learning",
  );
});

import { describe, expect, it } from "vitest";
import { cellsIn, labelsOf, madeTable, matrix, shortTable, wrongRows } from "../../../../test/kit/index.js";
import { rowsOf } from "../../../base/bits.js";
import { prepare } from "../../../engine/problem.js";
import { rulesText } from "../../../rules/rulesText.js";
import { monks1, monks3 } from "../../../synthetic/monks.js";
import { tennis } from "../../../synthetic/textbook.js";
import { ticTacToe } from "../../../synthetic/ticTacToe.js";
import type { Table } from "../../../table/table.js";
import { fitTable } from "../../fit.js";
import { expectedErrors } from "../../prune/errorBound.js";
import { exceptionBits, ruleBits } from "../descriptionLength.js";
import { examplesOf, possibleConditions } from "../examples.js";
import type { Literal } from "../literal.js";
import { arrange, withoutHarmful } from "./arrange.js";
import { distinctRules, generalise } from "./generalise.js";
import { leafRules } from "./leafRules.js";
import { RowSets } from "./rowSets.js";
import { chooseSubset } from "./subset.js";

const learn = (table: Table, options: Record<string, unknown> = {}) =>
  fitTable(table, { target: table.columns.at(-1)!.name, learner: "c45rules", options });
const rulesOf = (table: Table) => rulesText(learn(table)).split("\n");

/** The 24 people are of class yes if they have job A, younger and older ones alike. */
const person = (i: number) => `${20 + 2 * i} ${i % 2 === 0 ? "A yes" : "B no"}`;
const jobs = madeTable("age job class:nominal=no|yes", 24, person);
const examples = examplesOf(prepare(jobs, { target: "class" }));
const sets = new RowSets(examples);

const expected = expectedErrors("weka", 0.25);
const young = { kind: "atMost", attribute: 0, code: 9 } as const;
const jobA = { kind: "levels", attribute: 1, levels: [0] } as const;

it("generalise drops a condition that does not matter: R3 becomes R3' (A 9.4)", () => {
  // age <= 38 and job A: 5 rows, none wrong, U = 1 - 0.25^(1/5) = 0.242; job A: 12 rows, U = 1 - 0.25^(1/12) = 0.109
  const rule = generalise({ literals: [young, jobA], label: 1 }, sets, expected);
  expect(rule.literals).toEqual([jobA]);
  expect(rule.rate).toBeCloseTo(1 - 0.25 ** (1 / 12), 12);
  expect([...rowsOf(rule.cover)]).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
});

it("generalise drops a condition that excludes no row of the rule", () => {
  const anyAge = { kind: "atMost", attribute: 0, code: 23 } as const;
  expect(generalise({ literals: [anyAge, jobA], label: 1 }, sets, expected).literals).toEqual([jobA]);
});

it("generalise keeps what does, and says each rule once", () => {
  const rule = generalise({ literals: [jobA], label: 1 }, sets, expected);
  expect(rule.literals).toEqual([jobA]);
  expect(distinctRules([rule, { ...rule }, { ...rule, label: 0 }])).toHaveLength(2);
});

it("chooseSubset takes the fewest bits of all subsets, counted anew", () => {
  const table = tennis();
  const days = examplesOf(prepare(table, { target: "Play" }));
  const daySets = new RowSets(days);
  const tree = fitTable(table, { target: "Play", learner: "id3" });
  const expected = expectedErrors("weka", 0.25);
  const rules = leafRules(tree, days).map((rule) => generalise(rule, daySets, expected));
  const possible = possibleConditions(days);
  for (const label of [0, 1]) {
    const mine = rules.filter((rule) => rule.label === label);
    const bitsOf = (chosen: typeof mine) => {
      const covered = new Set(chosen.flatMap(({ cover }) => [...rowsOf(cover)]));
      const hits = [...covered].filter((row) => days.classOf[row] === label).length;
      const all = days.classOf.filter((k) => k === label).length;
      const exceptions = exceptionBits(all / 14, {
        ...{ covered: covered.size, uncovered: 14 - covered.size },
        ...{ falsePositives: covered.size - hits, falseNegatives: all - hits },
      });
      return chosen.reduce((sum, { literals }) => sum + ruleBits(literals.length, possible), exceptions);
    };
    const subsets = Array.from({ length: 2 ** mine.length }, (_, set) =>
      mine.filter((_, i) => (set >> i) & 1),
    );
    const least = Math.min(...subsets.map(bitsOf));
    expect(bitsOf(chooseSubset({ examples: days, label, rules: mine, possible }))).toBeCloseTo(least, 9);
  }
});

describe("arrange", () => {
  const rule = (label: number, literal: Literal) => ({
    literals: [],
    label,
    rate: 0.1,
    cover: sets.of(literal),
  });
  const youngest = rule(0, { kind: "atMost", attribute: 0, code: 9 });
  const ofJobA = rule(1, { kind: "levels", attribute: 1, levels: [0] });

  it("puts the class first that claims least of others, and the majority class of what is left last", () => {
    // no: the ten youngest, five of them wrong; yes: job A, all right
    const { rules, otherwise } = arrange([[youngest], [ofJobA]], sets);
    expect(rules.map(({ label }) => label)).toEqual([1, 0]);
    expect(otherwise).toBe(0); // seven older people of job B are left
  });

  it("drops a rule that does more harm than good", () => {
    const arranged = { rules: [youngest, ofJobA], otherwise: 0 };
    // without the first, five rows of job A are told right that it told wrong, and job B falls to the default
    expect(withoutHarmful(arranged, examples).rules).toEqual([arranged.rules[1]]);
  });
});

it("has nothing but a default where there is one class", () => {
  const table = shortTable("x class:nominal=p|q; 1 p; 2 p");
  const model = learn(table);
  expect(model.rules).toEqual([]);
  expect(model.otherwise).toEqual({ weight: 2, counts: [2, 0], label: 0 });
  expect(rulesOf(table)).toEqual(["OTHERWISE  THEN p  (2 rows, 100%)"]);
});

it("finds what is known of small tables", () => {
  expect(rulesOf(tennis())).toEqual([
    "IF Outlook = Sunny AND Humidity = High  THEN no   (3 rows, 100%)",
    "IF Outlook = Rainy AND Wind = Strong    THEN no   (2 rows, 100%)",
    "IF Outlook = Overcast                   THEN yes  (4 rows, 100%)",
    "IF Humidity = Normal                    THEN yes  (4 rows, 100%)",
    "OTHERWISE                               THEN yes  (1 row, 100%)",
  ]);
  expect(rulesOf(monks1()).length).toBeGreaterThan(0);
});

it("finds the eight ways to win at tic-tac-toe", () => {
  const table = ticTacToe();
  const model = learn(table);
  const wins = model.rules.filter(({ if: all, then }) => {
    const isWin = "label" in then && model.target.levels![then.label] === "positive";
    const isLine = all.length === 3 && all.every((one) => one.kind === "levels" && one.levels.length === 1);
    return isWin && isLine;
  });
  expect(wins).toHaveLength(8);
  expect(wrongRows(model, table)).toBe(0);
});

it("gives up more of a cheap class for a dear one", () => {
  const table = monks3({ rows: 200, seed: 9 });
  const truth = cellsIn(table, "class");
  const wrongOnes = (loss: string) => {
    const labels = labelsOf(learn(table, { loss: matrix(loss) }), table);
    return labels.filter((label, row) => label === 0 && truth[row] === 1).length;
  };
  expect(wrongOnes("0 1; 20 0")).toBeLessThan(wrongOnes("0 20; 1 0"));
});

import { expect, it } from "vitest";
import { isDeep, wrongRows } from "../../../test/kit/index.js";
import { random, shuffle } from "../../base/random.js";
import type { RuleModel } from "../../model/ruleSet.js";
import { rulesText } from "../../rules/rulesText.js";
import { monks1, monks3, ticTacToe } from "../../synthetic/index.js";
import type { NominalColumn } from "../../table/column.js";
import { columnOf, selectRows, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";

const ripped = (table: Table, options: Record<string, unknown> = {}, seed = 1) =>
  fitTable(table, { target: "class", learner: "ripper", options, seed }) as RuleModel;

const SEEDS = isDeep ? [1, 2, 3] : [1];

/** The conditions of each rule, in an order of their own. */
const conjunctions = (model: RuleModel) =>
  rulesText(model)
    .split("\n")
    .filter((line) => line.startsWith("IF "))
    .map((line) => line.slice(3, line.indexOf(" THEN")).trim().split(" AND ").sort().join(" "))
    .sort();

const EQUAL = ["a1 = 1 a2 = 1", "a1 = 2 a2 = 2", "a1 = 3 a2 = 3", "a5 = 1"];

// An equality of two attributes takes a rule per level. The classes weigh the same: rules for class 0 would be six.
it.each(SEEDS)("ripper finds the concept of the first monk among all robots, seed %d", (seed) => {
  const model = ripped(monks1(), {}, seed);
  expect(conjunctions(model)).toEqual(EQUAL);
  expect(model.otherwise).toMatchObject({ label: 0, weight: 216 });
});

it.each(SEEDS)("ripper finds the same from 124 robots, half of each class, draw %d", (seed) => {
  const model = ripped(balanced(62, seed));
  expect(conjunctions(model)).toEqual(EQUAL);
  expect(wrongRows(model, monks1())).toBe(0);
});

it.each(SEEDS)("ripper finds the concept of the third monk behind its noise, draw %d", (seed) => {
  const noisy = monks3({ seed, noise: 0.05 });
  const model = ripped(noisy, { nominal: "sets" });
  // What it is not: a5 = 4, or a2 = 3 and not (a5 = 3 and a4 = 1).
  expect(conjunctions(model)).toHaveLength(3);
  expect(wrongRows(model, monks3())).toBe(0);
  expect(wrongRows(ripped(noisy), monks3())).toBe(0);
});

it.each(isDeep ? [1, 2, 4, 5] : [1])("ripper finds most of it from 122 robots, draw %d", (seed) => {
  // They are too few to tell of (a5 = 3 and a4 = 1): 12 of 432 are left out.
  expect(wrongRows(ripped(monks3({ rows: 122, seed, noise: 0.05 })), monks3())).toBeLessThanOrEqual(12);
});

it.each(SEEDS)("ripper finds the eight lines of noughts and crosses, seed %d", (seed) => {
  const boards = ticTacToe();
  const model = ripped(boards, {}, seed);
  const noughts = model.rules.map((rule) =>
    rule.if
      .map((one) => (one.kind === "levels" && one.levels.join() === "1" ? one.attribute : "?"))
      .sort()
      .join(""),
  );
  expect(noughts.sort()).toEqual([...LINES].sort());
  // The 16 draws are neither won by x nor a line of noughts.
  expect(wrongRows(model, boards)).toBe(16);
});

/** So many robots of each class, drawn at random. */
function balanced(each: number, seed: number): Table {
  const robots = monks1();
  const { codes } = columnOf(robots, "class") as NominalColumn;
  const drawn = shuffle(Int32Array.from(codes.keys()), random(seed));
  const of = (label: number) => Array.from(drawn.filter((row) => codes[row] === label).slice(0, each));
  return selectRows(robots, [...of(0), ...of(1)]);
}

/** Rows, columns and diagonals of the board, by the numbers of its squares. */
const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];

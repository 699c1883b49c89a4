import { expect, it } from "vitest";
import { cellsIn, valuesOf } from "../../../../test/kit/answers.js";
import { expectSameModel, isDeep, mixedTable, nominal, numeric } from "../../../../test/kit/index.js";
import { describeShared, sharedFolds, sharedSet } from "../../../../test/shared.js";
import { random } from "../../../base/random.js";
import type { RuleModel, ValueConclusion } from "../../../model/ruleSet.js";
import { EXACT } from "../../../model/words.js";
import { simplifiedRules } from "../../../rules/joinedRules.js";
import { parseRules } from "../../../rules/parse/parseRules.js";
import { rulesModule } from "../../../rules/rulesModule.js";
import { rulesText } from "../../../rules/rulesText.js";
import { makeTable, selectRows, type Table } from "../../../table/table.js";
import { fitTable } from "../../fit.js";

const learn = (table: Table, options: object = {}, more: object = {}) =>
  fitTable(table, { target: "y", learner: "regressionRules", options: { ...options }, ...more }) as RuleModel;

const chance = random(5);
const xs = Array.from({ length: 200 }, () => Math.round(chance.uniform() * 2000) / 100);
const zs = xs.map(() => chance.below(2));
/** 2x below 10; 50 - x from there on, and 10 more where z is b. */
const ys = xs.map((x, row) => (x <= 10 ? 2 * x : 50 - x + 10 * zs[row]));
const pieces = makeTable([numeric("x", xs), nominal("z", ["a", "b"], zs), numeric("y", ys)]);
const learned = learn(pieces);

/** The number that the only condition of the only rule compares x with. */
function boundOf({ rules }: RuleModel) {
  expect(rules).toMatchObject([{ if: [{ kind: "range", attribute: 0 }] }]);
  const [condition] = rules[0].if;
  const { above, atMost } = condition.kind === "range" ? condition : {};
  return { isLow: above === undefined, bound: above ?? atMost };
}

it("finds the pieces of a line", () => {
  const model = learn(pieces, { smoothing: false });
  const { isLow, bound } = boundOf(model);
  expect(bound).toBeCloseTo(10, 0); // The two sides part between 9.9 and 10.1.
  const sides = [model.rules[0].then, model.otherwise] as ValueConclusion[];
  const [low, high] = isLow ? sides : sides.reverse();
  const near = (x: number) => expect.closeTo(x, 6);
  const two = { attribute: 0, coefficient: near(2) };
  expect(low.formula).toMatchObject({ intercept: near(0), terms: [two] });
  const [minusOne, ten] = [
    { attribute: 0, coefficient: near(-1) },
    { levels: [1], coefficient: near(10) },
  ];
  expect(high.formula).toMatchObject({ intercept: near(50), terms: [minusOne, ten] });
  expect(low.error).toBeLessThan(1e-9);
  expect(low.weight + high.weight).toBe(200);
});

it("finds them rule by rule, but for rows at the border that did not grow the rule", () => {
  const model = learn(pieces, { from: "cover" });
  expect(boundOf(model).bound).toBeCloseTo(10, 0);
  const slopes = [model.rules[0].then, model.otherwise].map(
    (then) => (then as ValueConclusion).formula!.terms[0].coefficient,
  );
  expect(slopes.map(Math.round).sort()).toEqual([-1, 2]);
});

it("reads back the text of what it says", () => {
  const text = rulesText(learned, { signs: EXACT });
  expect(text).toMatch(/^IF x .* THEN [\d.e-]+ [+-] [\d.e-]+ x/);
  const rules = parseRules(text, learned);
  const again = { ...learned, rules: rules.slice(0, -1), otherwise: rules[rules.length - 1].then };
  expect(valuesOf(again as RuleModel, pieces)).toEqual(valuesOf(learned, pieces));
});

it.each(["tree", "cover"])("says means and medians: from=%s", (from) => {
  const table = mixedTable({ rows: 150, seed: 4, target: "values", missing: 0.05 });
  const [mean, median] = ["mean", "median"].map((then) => learn(table, { from, then }));
  expect(mean.rules.length).toBeGreaterThan(0);
  expect(mean.rules.every(({ then }) => !("formula" in then))).toBe(true);
  const y = cellsIn(table, "y");
  const error = (model: RuleModel) =>
    valuesOf(model, table).reduce((sum, value, row) => sum + Math.abs(value - y[row]), 0);
  expect(error(median)).toBeLessThanOrEqual(error(mean));
  const { otherwise } = learn(selectRows(table, [0, 1, 2]), { from, then: "median" });
  expect(otherwise).toMatchObject({ value: y.slice(0, 3).sort((a, b) => a - b)[1] });
});

it("does not depend on the order of the rows when it covers them", () => {
  const table = mixedTable({ rows: 100, seed: 4, target: "values", missing: 0.05 });
  const back = selectRows(table, [...cellsIn(table, "y").keys()].reverse());
  expectSameModel(learn(back, { from: "cover" }), learn(table, { from: "cover" }));
});

it("keeps locked rules, with the figures of their rows", () => {
  const model = learn(pieces, {}, { rules: "LOCKED IF x <= 5 THEN 1 + 2 x\nLOCKED OTHERWISE 7" });
  const mine = xs.filter((x) => x <= 5);
  const missing = expect.closeTo(mine.reduce((a, b) => a + b, 0) / mine.length, 9);
  expect(model.rules[0]).toMatchObject({
    locked: true,
    // It says one too many.
    then: { weight: mine.length, error: expect.closeTo(1, 9), formula: { terms: [{ missing }] } },
  });
  expect(model.otherwise).toMatchObject({ value: 7 });
  expect(() => learn(pieces, {}, { rules: "IF x <= 5 THEN 1" })).toThrow(
    "regressionRules cannot start from given rules, only keep those that are LOCKED",
  );
});

it("says what its formulas cannot be made into", () => {
  expect(() => simplifiedRules(learned)).toThrow(
    "rules with formulas cannot be simplified: fit with then=mean or then=median",
  );
  expect(() => rulesModule(learned)).toThrow("rules with formulas cannot be written as predicates");
});

it("learns from two rows, and from rows that are all alike", () => {
  for (const from of ["tree", "cover"]) {
    expect(learn(selectRows(pieces, [0, 1]), { from }).rules).toEqual([]);
    expect(learn(selectRows(pieces, new Int32Array(20)), { from }).rules).toEqual([]);
  }
});

/** Root of the mean squared error over the folds of ../shared. */
async function crossError(name: string, learner: string, seed = 1): Promise<number> {
  const { table, target } = await sharedSet(name);
  const folds = sharedFolds(name);
  const y = cellsIn(table, target);
  const known = [...y.keys()].filter((row) => !Number.isNaN(y[row]));
  let squares = 0;
  for (const fold of new Set(folds)) {
    const test = known.filter((row) => folds[row] === fold);
    const train = known.filter((row) => folds[row] !== fold);
    const model = fitTable(selectRows(table, train), { target, learner, seed });
    valuesOf(model, selectRows(table, test)).forEach((value, i) => {
      squares += (value - y[test[i]]) ** 2;
    });
  }
  return Math.sqrt(squares / known.length);
}

describeShared("on public sets of numbers", () => {
  it("linear rules err less than the pruned tree on average", async () => {
    let logs = 0;
    const sets = isDeep ? ["car-test-frame", "cu-summary", "cpu", "servo", "auto-mpg"] : ["car-test-frame"];
    // So few rows that the folds of pruning matter: the tree's error is the mean over several seeds.
    const seeds = isDeep ? [1, 2, 3, 4, 5] : [1];
    for (const name of sets) {
      const errors = await Promise.all(seeds.map((seed) => crossError(name, "cart", seed)));
      const ofTree = errors.reduce((sum, error) => sum + error, 0) / seeds.length;
      logs += Math.log((await crossError(name, "regressionRules")) / ofTree);
    }
    expect(Math.exp(logs / sets.length)).toBeLessThan(0.99); // 0.966
  });
});

import { expect, it } from "vitest";
import { names, nominal, numeric, shortTable, wrongRows } from "../../test/kit/index.js";
import { random } from "../base/random.js";
import { isSplit, type TreeModel } from "../model/tree.js";
import { makeTable, type Table } from "../table/table.js";
import { fitTable } from "./fit.js";

const LEVELS = 200;

/** The class is x > 0.5, wrong in three rows of ten; the code, of 200 levels, says nothing. */
function noisy(rows: number, seed: number): Table {
  const chance = random(seed);
  const x = Array.from({ length: rows }, () => chance.uniform());
  const codes = x.map(() => Math.floor(chance.uniform() * LEVELS));
  const classes = x.map((value) => +(value > 0.5 !== chance.uniform() < 0.3));
  const code = nominal("code", names("c", LEVELS), codes);
  return makeTable([code, numeric("x", x), nominal("class", ["no", "yes"], classes)]);
}

const learn = (options: object, table = noisy(400, 1)) =>
  fitTable(table, { target: "class", learner: "cart", options: { prune: "none", maxLeaves: 4, ...options } });

const rootOf = ({ nodes, attributes }: TreeModel) => {
  const [root] = nodes;
  if (!isSplit(root)) throw new Error("a split");
  return { name: attributes[root.test.attribute].name, gain: root.gain };
};

it("levelCorrection keeps an attribute of many levels from winning by their number alone", () => {
  const [plain, corrected] = [learn({}), learn({ levelCorrection: true })];
  expect(rootOf(plain).name).toBe("code");
  expect(rootOf(corrected).name).toBe("x");
  const others = noisy(2000, 2);
  expect(wrongRows(corrected, others)).toBeLessThan(wrongRows(plain, others) - 100);
});

it("levelCorrection does so for a branch per level, and by entropy, too", () => {
  const perLevel = { nominal: "perLevel", criterion: "entropy", maxLeaves: 300, maxDepth: 1 };
  expect(rootOf(learn(perLevel)).name).toBe("code");
  expect(rootOf(learn({ ...perLevel, levelCorrection: true })).name).toBe("x");
});

it("levelCorrection takes impurity × (m - 2) / (n - 1) from the gain", () => {
  // Levels a, b, c with (3, 0), (0, 3), (1, 1) of 8 rows, Gini 0.5: {a, c} or {a} against the rest.
  // {a}: (0, 3) of 3 and (1, 4) of 5: 8·0.5 - 0 - (5 - 17/5) = 2.4, per row 0.3. Charge: 0.5 · 1/7.
  const table = shortTable("a class; a n; a n; a n; b p; b p; b p; c n; c p");
  expect(rootOf(learn({}, table)).gain).toBeCloseTo(0.3, 12);
  expect(rootOf(learn({ levelCorrection: true }, table)).gain).toBeCloseTo(0.3 - 0.5 / 7, 12);
});

it("levelCorrection charges nothing for two levels", () => {
  const table = shortTable("a class; a n; a n; b p; b n");
  expect(learn({ levelCorrection: true }, table).nodes).toEqual(learn({}, table).nodes);
});

import { expect, it } from "vitest";
import { cellsIn, nominal, numeric, valuesOf, wrongRows } from "../../../test/kit/index.js";
import { random } from "../../base/random.js";
import type { TreeModel } from "../../model/tree.js";
import { rulesText } from "../../rules/rulesText.js";
import { makeTable, type Table } from "../../table/table.js";
import { drawText } from "../../use/draw/text.js";
import { fitTable } from "../fit.js";

/** yes where a > 0.5 and b > 0.4 and the colour is red; c says nothing. Some cells are missing. */
function planted(rows = 400, gaps = 0): Table {
  const rng = random(5);
  const cells = () => Array.from({ length: rows }, () => rng.uniform());
  const [a, b, c] = [cells(), cells(), cells()];
  const colour = a.map(() => rng.below(3));
  const y = a.map((x, i) => Number(x > 0.5 && b[i] > 0.4 && colour[i] === 0));
  for (let i = 0; i < gaps; i++) a[rng.below(rows)] = Number.NaN;
  return makeTable([
    ...[numeric("a", a), numeric("b", b), numeric("c", c)],
    ...[nominal("colour", ["red", "green", "blue"], colour), nominal("y", ["no", "yes"], y)],
  ]);
}

const folds = { folds: 3 };
const fit = (table: Table, options: Readonly<Record<string, unknown>> = folds) =>
  fitTable(table, { target: "y", learner: "ruleFit", options: { trees: 15, ...options } }) as TreeModel;
const table = planted();
const model = fit(table, { ...folds, standardErrors: 1 });
const [a, b] = [cellsIn(table, "a"), cellsIn(table, "b")];
const columns = [numeric("a", a), numeric("b", b)];

it("ruleFit finds a planted rule, and puts it first", () => {
  expect(wrongRows(model, table)).toBeLessThan(12);
  const [first] =
    model.nodes[0].answer!.kind === "classifier" ? model.nodes[0].answer!.formulas[1].terms : [];
  const { name, levels } = model.attributes[first.attribute];
  expect(levels).toEqual(["no", "yes"]);
  expect(name).toMatch(/^a > 0\.\d+ AND b > 0\.\d+ AND colour = red$/);
  expect(first.coefficient).toBeGreaterThan(0);
});

it("ruleFit is printed as a list of terms with their coefficients", () => {
  expect(rulesText(model)).toMatch(
    /^score: yes where the sum is above 0\n +-[\d.]+\n +\+[\d.]+ {2}a > [\d.]+ AND b > /,
  );
  expect(drawText(model)).toContain("classifier 1: yes where the sum is above 0\n");
});

it("ruleFit learns from rows with missing values", () => {
  const holed = planted(300, 40);
  expect(wrongRows(fit(holed), holed)).toBeLessThan(30);
});

it("ruleFit adds up numbers, which stay within those of the training rows", () => {
  const y = a.map((x, i) => 10 * x + (b[i] > 0.5 ? 5 : 0));
  const sums = makeTable([...columns, numeric("y", y)]);
  const added = fit(sums);
  const squares = valuesOf(added, sums).reduce((sum, value, i) => sum + (value - y[i]) ** 2, 0);
  expect(Math.sqrt(squares / y.length)).toBeLessThan(0.5);
  const beyond = makeTable([numeric("a", [1000]), numeric("b", [0])]);
  expect(valuesOf(added, beyond)).toEqual([Math.max(...y)]);
  expect(rulesText(added)).toMatch(/^score, the sum of\n/);
});

it("ruleFit has a list for each of three classes", () => {
  const y = a.map((x, i) => (x > 0.5 ? (b[i] > 0.5 ? 2 : 1) : 0));
  const three = makeTable([...columns, nominal("y", ["low", "right", "both"], y)]);
  const lists = fit(three);
  expect(wrongRows(lists, three)).toBeLessThan(20);
  expect(rulesText(lists)).toMatch(/^score: the class with the greatest sum\nlow:\n/);
});

it("ruleFit leaves out the attributes, or the rules where the penalty is strong", () => {
  expect(fit(table, { ...folds, linear: false }).attributes.length).toBeGreaterThan(4);
  const bare = fit(table, { penalty: 10 });
  expect(bare.attributes).toHaveLength(4);
  expect(bare.derived).toBeUndefined();
});

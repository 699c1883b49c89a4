import { expect, it } from "vitest";
import { fitTree } from "../../test/fitTree.js";
import { breaks, cellsIn, labelsOf, nominal, numeric, readAgain, refusal } from "../../test/kit/index.js";
import { parseModel } from "../model/parse.js";
import { isSplit } from "../model/tree.js";
import { predictor } from "../predict/predictor.js";
import { fruit, monks1 } from "../synthetic/index.js";
import { columnOf, makeTable, type Table } from "../table/table.js";
import { drawText } from "../use/draw/text.js";

/** The fruits of D's figure 8.1, apples or not, by colour and size: a medium fruit that is round is an apple, too. */
const apples = ((): Table => {
  const columns = fruit().columns.filter(({ name }) => ["Color", "Size"].includes(name));
  const kind = columnOf(fruit(), "class");
  const apple = kind.type === "numeric" ? -1 : kind.levels.indexOf("Apple");
  const isApple = cellsIn(fruit(), "class").map((code) => Number(code === apple));
  return makeTable([...columns, nominal("class", ["other", "Apple"], isApple)]);
})();

const learn = (table: Table, options: Record<string, unknown>) =>
  fitTree(table, { target: "class", learner: "cart", options: { prune: "none", ...options } });
const model = learn(apples, { combinations: 2 });

it("combinations as tests tell apples by one test: medium and not yellow (D 8.3.2)", () => {
  expect(model.nodes).toHaveLength(3);
  expect(learn(apples, {}).nodes.length).toBeGreaterThan(3);
  const [root] = model.nodes;
  if (!isSplit(root)) throw new Error("a test is expected");
  expect(new Set(model.attributes[root.test.attribute].name.split(" AND "))).toEqual(
    new Set(["Size = medium", "Color != yellow"]),
  );
  expect(drawText(model)).toContain("AND");
  expect(readAgain(model)).toEqual(model);
});

it("combinations as tests are read off the cells of tables and rows alike, as far as they are known", () => {
  const { row } = predictor(model);
  const said = (cells: Record<string, string | null>) => {
    const answer = row(cells);
    return answer.kind === "classification" && answer.label;
  };
  expect(said({ Size: "medium", Color: "green" })).toBe("Apple");
  expect(said({ Size: "medium", Color: "yellow" })).toBe("other");
  // One condition fails, whatever the other cell may be.
  expect(said({ Size: "small", Color: null })).toBe("other");
  expect(labelsOf(model, apples)).toEqual(cellsIn(apples, "class"));
});

it("combinations as tests make trees smaller where equal cells of two attributes matter, for numbers, too", () => {
  const table = monks1();
  const sizeWith = (combinations: number) => learn(table, { combinations }).nodes.length;
  expect(sizeWith(2)).toBeLessThan(sizeWith(1));
  const tens = cellsIn(table, "class").map((code) => 10 * code);
  const others = table.columns.filter(({ name }) => name !== "class");
  const values = makeTable([...others, numeric("class", tens)]);
  expect(learn(values, { combinations: 2 }).nodes.length).toBeLessThan(learn(values, {}).nodes.length);
});

it.each(breaks`
  derived[0].all = [] → must be a list of at least one condition; got a list
  derived[0].all = [{"kind":"levels","attribute":2,"levels":[0]}] → derived[0].all[0].attribute must be an attribute before the combination; got 2
  derived[0].attribute = 0 → must be an attribute of two levels; got 0
`)("combinations as tests are refused in JSON with %s", (_, __, spoil, wanted) => {
  expect(refusal(() => parseModel(spoil(model)))).toBe(wanted);
});

import { expect, it } from "vitest";
import { classesSaid, labelsOf, valuesOf } from "../../../test/kit/answers.js";
import { allCloseTo, mixedTable, readAgain } from "../../../test/kit/index.js";
import { isMeasure } from "../../model/measure.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { cellsOf } from "../../predict/cells.js";
import { compileTree, landing } from "../../predict/compile.js";
import { nodeLandings } from "../../predict/nodeLandings.js";
import { predictTable } from "../../predict/predictTable.js";
import { selectRows } from "../../table/table.js";
import { randomMeasures } from "../../testing/randomMeasures.js";
import { fitTable } from "../fit.js";

const learned = (options: Record<string, unknown> = {}, missing = 0) => {
  const table = mixedTable({ target: "classes", rows: 200, seed: 4, missing });
  const model = fitTable(table, { target: "y", learner: randomMeasures, options }) as TreeModel;
  return { table, model };
};

const measuresOf = ({ derived = [] }: TreeModel) => derived.filter(isMeasure);

it("tests on measures are attributes of the model after those of the table, each tested by some node", () => {
  const { model } = learned();
  const steps = measuresOf(model);
  expect(steps.length).toBeGreaterThan(2);
  const tested = new Set(model.nodes.flatMap((node) => (isSplit(node) ? [node.test.attribute] : [])));
  for (const { attribute } of steps) expect(tested).toContain(attribute);
  expect(steps.at(-1)!.attribute).toBe(model.attributes.length - 1);
});

it.each([[{}], [{ missing: "share" }], [{ missing: "surrogate" }], [{ missing: "likely" }]])(
  "tests on measures send rows to predict where they went in training: %j",
  (options) => {
    const { table, model } = learned(options, 0.1);
    expect(measuresOf(model).length).toBeGreaterThan(0);
    // The probabilities of a row are the class shares of its leaf: over all rows they sum to the class weights.
    const classes = model.target.levels!.length;
    const sums = new Array<number>(classes).fill(0);
    classesSaid(model, table).probabilities.forEach((share, i) => {
      sums[i % classes] += share;
    });
    const { counts } = model.nodes[0] as { counts: readonly number[] };
    expect(sums).toEqual(allCloseTo(counts, 6));
  },
);

it.each([[{}], [{ missing: "share" }], [{ missing: "surrogate" }], [{ missing: "level" }]])(
  "tests on measures land rows together where they land one by one: %j",
  (options) => {
    const { table, model } = learned(options, 0.15);
    const { cells } = cellsOf(model, table);
    const together = nodeLandings(model)!(cells, table.rows)!;
    const tree = compileTree(model);
    let landed = 0;
    together.forEach((leaf, row) => {
      if (leaf < 0) return;
      landed++;
      expect(landing(tree, cells, row)).toBe(leaf);
    });
    expect(landed).toBeGreaterThan(table.rows / 4);
  },
);

it.each(["classes", "values"] as const)(
  "tests on measures are computed for some rows of a large table at a time: %s",
  (target) => {
    const table = mixedTable({ target, rows: 200, seed: 4, missing: 0.1 });
    const model = fitTable(table, { target: "y", learner: randomMeasures });
    const rows = Array.from({ length: 70_001 }, (_, i) => i % table.rows);
    const large = selectRows(table, rows);
    const of = target === "classes" ? labelsOf : valuesOf;
    const small = of(model, table);
    expect(of(model, large)).toEqual(rows.map((row) => small[row]));
    if (target === "values") return;
    const at = 3 * rows[70_000];
    const [found, wanted] = [large, table].map((rows) => classesSaid(model, rows).probabilities);
    expect(found.slice(-3)).toEqual(wanted.slice(at, at + 3));
  },
);

it("tests on measures survive JSON", () => {
  const { model } = learned();
  expect(readAgain(model)).toEqual(model);
});

it("tests on measures are dropped with the nodes that pruning removes", () => {
  const grown = measuresOf(learned({ prune: "none" }).model).length;
  const { model, table } = learned({ prune: "costComplexity", pruneRule: "1se" });
  expect(measuresOf(model).length).toBeLessThan(grown);
  const last = Math.max(...measuresOf(model).map(({ attribute }) => attribute));
  if (measuresOf(model).length > 0) expect(model.attributes.length).toBe(last + 1);
  expect(predictTable(readAgain(model), table).warnings).toEqual([]);
});

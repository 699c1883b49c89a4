import { describe, expect, it } from "vitest";
import { cellsIn, labelsOf, valuesOf } from "../../test/kit/answers.js";
import { fitTable } from "../learn/fit.js";
import { isSplit, sizeOf, type TreeModel } from "../model/tree.js";
import { selectRows } from "../table/table.js";
import { lines, numbers, tally, texts } from "./testing.js";
import * as textbook from "./textbook.js";

const { booleanPair, dudaExample1, lengths, sunnyWithMissing, tennis } = textbook;
const { figure96, figure96Tree, fruit, fruitTree } = textbook;

/* The gains of these tables at their roots, and the agreement of surrogates, are in test/worked.test.ts. */

it("tennis has the counts of R 2.5, and a level that no day has", () => {
  expect(tally(tennis(), "Play")).toEqual([9, 5]);
  expect(tally(tennis(), "Humidity")).toEqual([7, 7, 0]);
  expect(tally(tennis(), "Outlook")).toEqual([5, 4, 5]);
});

it("sunnyWithMissing has the sunny days, with one humidity missing", () => {
  const known = lines(selectRows(tennis(), [0, 1, 7, 8, 10])).with(2, "Sunny Mild ? Weak no");
  expect(lines(sunnyWithMissing())).toEqual(known);
});

it("lengths change class at 12.5, 24.5, 30 and 45", () => {
  const [length, label] = [numbers(lengths(), "Length"), texts(lengths(), "class")];
  const changes = length.flatMap((at, i) =>
    i === 0 || label[i] === label[i - 1] ? [] : [(length[i - 1] + at) / 2],
  );
  expect(changes).toEqual([12.5, 24.5, 30, 45]);
});

it("dudaExample1: the star and the dagger differ in one cell", () => {
  const [star, dagger] = [dudaExample1("star"), dudaExample1("dagger")];
  expect(tally(star, "class")).toEqual([8, 8]);
  expect(lines(star).slice(0, 15)).toEqual(lines(dagger).slice(0, 15));
  expect([lines(star)[15], lines(dagger)[15]]).toEqual(["0.75 0.36 w2", "0.75 0.32 w2"]);
  expect(() => dudaExample1("cross" as "star")).toThrow('point must be "star" or "dagger"; got "cross"');
});

it("booleanPair has the counts of R 2.3", () => {
  const counted = (extra: 0 | 3) => {
    const seen = new Map<string, number>();
    for (const text of lines(booleanPair(extra))) seen.set(text, (seen.get(text) ?? 0) + 1);
    return Object.fromEntries(seen);
  };
  expect(counted(0)).toEqual({ "0 0 -": 50, "0 1 -": 50, "1 1 +": 100 });
  expect(counted(3)).toEqual({ "0 0 -": 50, "0 1 -": 50, "1 0 -": 3, "1 1 +": 100 });
  expect(() => booleanPair(1 as 0)).toThrow("extra must be 0 or 3; got 1");
});

/** The nodes with rows, and what each tests: thresholds lie anywhere between two values, and leaves without rows are not drawn. */
const drawn = ({ nodes }: TreeModel) =>
  nodes
    .filter(({ weight }) => weight > 0)
    .map((node) =>
      JSON.stringify(node, (key, value) => {
        if (key === "branches") return undefined;
        if (key === "test") return value.attribute;
        if (key === "shares") return value.filter((share: number) => share > 0);
        return typeof value === "number" ? Number(value.toFixed(12)) : value;
      }),
    );

const missing = "share";
const grown = { missing, nominal: "perLevel", prune: "none", minSplit: 2, minLeaf: 1 };

describe.each([
  { name: "fruitTree", model: fruitTree(), table: fruit(), learner: "id3", options: { missing } },
  { name: "figure96Tree", model: figure96Tree(), table: figure96(), learner: "cart", options: grown },
])("$name", ({ model, table, learner, options }) => {
  const { name: target } = model.target;

  it("has the nodes that are learned from its table, in preorder", () => {
    expect(drawn(model)).toEqual(drawn(fitTable(table, { target, learner, options }) as TreeModel));
    const children = model.nodes.flatMap((node) => (isSplit(node) ? node.branches : []));
    expect(children.toSorted((a, b) => a - b)).toEqual(model.nodes.map((_, i) => i).slice(1));
    for (const [i, node] of model.nodes.entries()) if (isSplit(node)) expect(node.branches[0]).toBe(i + 1);
  });

  it("describes the table's columns, and predicts every row", () => {
    const columns = table.columns.map(({ name, type }) => ({ name, type }));
    expect([...model.attributes, model.target].map(({ name, type }) => ({ name, type }))).toEqual(columns);
    expect(model.training).toEqual({ rows: table.rows, weight: table.rows, seed: 0 });
    const predicted = model.task === "regression" ? valuesOf(model, table) : labelsOf(model, table);
    expect(predicted).toEqual(cellsIn(table, target));
  });
});

it("fruitTree has the figure's size and the gain of its root, and no row of fruit is there twice", () => {
  expect(sizeOf(fruitTree())).toEqual({ nodes: 15, leaves: 9, depth: 3 });
  expect(new Set(lines(fruit())).size).toBe(14);
  // Counts 1 3 2 2 1 4 1 of 14 have 2.6106 bits; green log2 3 of 3 rows, yellow 1.3788 of 7, red 1.5 of 4:
  // 2.6106 - (3·1.5850 + 7·1.3788 + 4·1.5)/14 = 1.153.
  expect((fruitTree().nodes[0] as { gain: number }).gain).toBeCloseTo(1.153, 3);
});

it("figure96Tree has the figure's size, and the mean, error and gain of five rows", () => {
  expect(sizeOf(figure96Tree())).toEqual({ nodes: 8, leaves: 5, depth: 2 });
  const root = figure96Tree().nodes[0] as { value: number; error: number; gain: number };
  expect(root.value).toBeCloseTo(0.46, 12); // (0.8 + 0.6 + 0.4 + 0.3 + 0.2)/5
  expect(root.error).toBeCloseTo(0.0464, 12); // (0.1156 + 0.0196 + 0.0036 + 0.0256 + 0.0676)/5
  expect(root.gain).toBeCloseTo(0.0384, 12); // 0.0464 - (2·0.01 + 3·0.02/3)/5
});

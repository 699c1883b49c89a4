import { describe, expect, it } from "vitest";
import { xlog2x } from "../base/log2.js";
import { branchOf } from "../model/test.js";
import { isSplit, sizeOf, type TreeModel, type TreeNode } from "../model/tree.js";
import { columnOf, selectRows, type Table } from "../table/table.js";
import { lines, numbers, tally, texts } from "./testing.js";
import * as textbook from "./textbook.js";

const { booleanPair, dudaExample1, dudaExample2, lengths, sunnyWithMissing, tennis } = textbook;
const { figure96, figure96Tree, fruit, fruitTree } = textbook;

function entropy(labels: readonly unknown[]): number {
  const counts = new Map<unknown, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return -[...counts.values()].reduce((sum, count) => sum + xlog2x(count / labels.length), 0);
}

/** Information gain of dividing the labels by the groups. */
function gain(labels: readonly unknown[], groups: readonly unknown[]): number {
  let left = 0;
  for (const group of new Set(groups)) {
    const part = labels.filter((_, row) => groups[row] === group);
    left += (part.length / labels.length) * entropy(part);
  }
  return entropy(labels) - left;
}

/** The gain of each attribute of a table, n-path. */
function gains(table: Table, target: string): Map<string, number> {
  const labels = texts(table, target);
  const attributes = table.columns.slice(0, -1).map((column) => column.name);
  return new Map(attributes.map((name) => [name, gain(labels, texts(table, name))]));
}

/** The gain of `name` < `at`. */
function cut(table: Table, name: string, at: number): number {
  const isLeft = numbers(table, name).map((value) => value < at);
  return gain(texts(table, "class"), isLeft);
}

describe("tennis", () => {
  it("has the entropy and gains of R 2.5, and a level that no day has", () => {
    expect(tally(tennis(), "Play")).toEqual([9, 5]);
    expect(tally(tennis(), "Humidity")).toEqual([7, 7, 0]);
    expect(tally(tennis(), "Outlook")).toEqual([5, 4, 5]);
    expect(entropy(texts(tennis(), "Play"))).toBeCloseTo(0.94, 3); // -(9/14)log2(9/14) - (5/14)log2(5/14)
    const found = gains(tennis(), "Play");
    expect(found.get("Outlook")).toBeCloseTo(0.24675, 5); // 0.94029 - 0.69354
    expect(found.get("Humidity")).toBeCloseTo(0.15184, 5);
    expect(found.get("Wind")).toBeCloseTo(0.04813, 5);
    expect(found.get("Temperature")).toBeCloseTo(0.02922, 5);
  });

  it("gives the sunny days, with one humidity missing", () => {
    const sunny = selectRows(tennis(), [0, 1, 7, 8, 10]);
    const known = lines(sunny).with(2, "Sunny Mild ? Weak no");
    expect(lines(sunnyWithMissing())).toEqual(known);
    expect(gains(sunny, "Play").get("Humidity")).toBeCloseTo(0.971, 3); // day 8 with High: both parts pure
  });
});

it("lengths change class at 12.5, 24.5, 30 and 45", () => {
  const [length, label] = [numbers(lengths(), "Length"), texts(lengths(), "class")];
  const changes = length.flatMap((at, i) =>
    i === 0 || label[i] === label[i - 1] ? [] : [(length[i - 1] + at) / 2],
  );
  expect(changes).toEqual([12.5, 24.5, 30, 45]);
});

describe("Duda, Hart and Stork", () => {
  it("example 1: the star and the dagger differ in one cell, and in their best tests", () => {
    const [star, dagger] = [dudaExample1("star"), dudaExample1("dagger")];
    expect(tally(star, "class")).toEqual([8, 8]);
    expect(lines(star).slice(0, 15)).toEqual(lines(dagger).slice(0, 15));
    expect([lines(star)[15], lines(dagger)[15]]).toEqual(["0.75 0.36 w2", "0.75 0.32 w2"]);
    expect(cut(star, "x2", 0.475)).toBeCloseTo(0.311, 3);
    expect(cut(star, "x1", 0.595)).toBeCloseTo(0.205, 3);
    expect(cut(dagger, "x2", 0.335)).toBeCloseTo(0.311, 3);
    expect(cut(dagger, "x2", 0.475)).toBeCloseTo(0.311, 3);
    expect(cut(star, "x2", 0.335)).toBeLessThan(0.311);
    expect(() => dudaExample1("cross" as "star")).toThrow('point must be "star" or "dagger"; got "cross"');
  });

  it("example 2: x3 < 3.5 agrees with x1 < 5.5 on 8 rows and x2 < 3.5 on 6", () => {
    const table = dudaExample2();
    const primary = numbers(table, "x1").map((value) => value < 5.5);
    const agreement = (name: string) =>
      numbers(table, name).filter((value, row) => value < 3.5 === primary[row]).length;
    expect(primary).toEqual([true, true, true, true, true, true, false, false, false, false]);
    expect(agreement("x3")).toBe(8);
    expect(agreement("x2")).toBe(6);
    // 1 - 0.6·H(5/6) - 0.4·0 = 1 - 0.6·0.6500 = 0.610
    expect(cut(table, "x1", 5.5)).toBeCloseTo(0.61, 3);
  });
});

it("booleanPair has the counts of R 2.3, and A has the higher gain both times", () => {
  const counted = (extra: 0 | 3) => {
    const seen = new Map<string, number>();
    for (const text of lines(booleanPair(extra))) seen.set(text, (seen.get(text) ?? 0) + 1);
    return Object.fromEntries(seen);
  };
  expect(counted(0)).toEqual({ "0 0 -": 50, "0 1 -": 50, "1 1 +": 100 });
  expect(counted(3)).toEqual({ "0 0 -": 50, "0 1 -": 50, "1 0 -": 3, "1 1 +": 100 });
  const [none, three] = [gains(booleanPair(0), "class"), gains(booleanPair(3), "class")];
  expect(none.get("A")).toBeCloseTo(1, 10); // both parts pure
  expect(none.get("B")).toBeCloseTo(0.311, 3); // 1 - 150/200·H(1/3) = 1 - 0.75·0.9183
  expect(three.get("A")).toBeCloseTo(0.903, 3); // H(100/203) - 103/203·H(3/103) = 0.9998 - 0.5074·0.1902
  expect(three.get("B")).toBeCloseTo(0.321, 3); // 0.9998 - 150/203·0.9183
  expect(() => booleanPair(1 as 0)).toThrow("extra must be 0 or 3; got 1");
});

/** The cells of a row as `branchOf` takes them. */
function cells(model: TreeModel, table: Table, row: number): number[] {
  return model.attributes.map(({ name }) => {
    const column = columnOf(table, name);
    return column.type === "numeric" ? column.values[row] : column.codes[row];
  });
}

/** The nodes on a row's path, root first. */
function pathOf(model: TreeModel, row: readonly number[]): TreeNode[] {
  const path = [model.nodes[0]];
  for (let node = path[0]; isSplit(node); path.push(node)) {
    const branch = branchOf(node.test, row[node.test.attribute]);
    if (branch < 0) throw new Error("no branch");
    node = model.nodes[node.branches[branch]];
  }
  return path;
}

function answer(model: TreeModel, node: TreeNode): string {
  return "label" in node ? (model.target.levels ?? [])[node.label] : String(node.value);
}

/** The rows of the table that reach each node. */
function reached(model: TreeModel, table: Table): number[][] {
  const rows: number[][] = model.nodes.map(() => []);
  for (let row = 0; row < table.rows; row++) {
    for (const node of pathOf(model, cells(model, table, row))) rows[model.nodes.indexOf(node)].push(row);
  }
  return rows;
}

describe.each([
  { name: "fruitTree", model: fruitTree(), table: fruit(), nodes: 15, leaves: 9, depth: 3 },
  { name: "figure96Tree", model: figure96Tree(), table: figure96(), nodes: 8, leaves: 5, depth: 2 },
])("$name", ({ model, table, nodes, leaves, depth }) => {
  it("has the figure's size, in preorder, and survives JSON", () => {
    expect(sizeOf(model)).toEqual({ nodes, leaves, depth });
    const children = model.nodes.flatMap((node) => (isSplit(node) ? node.branches : []));
    expect(children.toSorted((a, b) => a - b)).toEqual(model.nodes.map((_, i) => i).slice(1));
    for (const [i, node] of model.nodes.entries()) if (isSplit(node)) expect(node.branches[0]).toBe(i + 1);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });

  it("describes the table's columns", () => {
    const columns = table.columns.map(({ name, type }) => ({ name, type }));
    expect([...model.attributes, model.target].map(({ name, type }) => ({ name, type }))).toEqual(columns);
    expect(model.training).toEqual({ rows: table.rows, weight: table.rows, seed: 0 });
  });

  it("predicts every row of its table, and each leaf has one", () => {
    const truth = texts(table, model.target.name);
    const ends = truth.map((_, row) => pathOf(model, cells(model, table, row)).at(-1) as TreeNode);
    expect(ends.map((node) => answer(model, node))).toEqual(truth);
    expect(new Set(ends).size).toBe(leaves);
  });

  it("counts at every node the rows that reach it", () => {
    const rows = reached(model, table);
    model.nodes.forEach((node, i) => {
      expect(node.weight).toBe(rows[i].length);
      if (!isSplit(node)) return;
      const sizes = node.branches.map((branch) => rows[branch].length / rows[i].length);
      expect(node.missing).toEqual({ kind: "share", shares: sizes });
    });
  });
});

describe("fruitTree and fruit", () => {
  const model = fruitTree();
  it("has no row twice", () => expect(new Set(lines(fruit())).size).toBe(14));

  it("has the class counts of each node's rows, and their plurality", () => {
    reached(model, fruit()).forEach((rows, i) => {
      const node = model.nodes[i];
      if (!("counts" in node)) throw new Error("not a class node");
      expect(node.counts).toEqual(tally(selectRows(fruit(), rows), "class"));
      expect(node.counts[node.label]).toBe(Math.max(...node.counts));
    });
  });

  it("has at each node the attribute with strictly the largest gain, and that gain", () => {
    reached(model, fruit()).forEach((rows, i) => {
      const node = model.nodes[i];
      if (!isSplit(node)) return;
      const found = gains(selectRows(fruit(), rows), "class");
      const drawn = model.attributes[node.test.attribute].name;
      expect(node.gain).toBeCloseTo(found.get(drawn) ?? Number.NaN, 12);
      for (const [name, other] of found) if (name !== drawn) expect(other).toBeLessThan(node.gain - 0.01);
    });
    // The root: counts 1 3 2 2 1 4 1 of 14 have 2.6106 bits; green log2 3 of 3 rows, yellow 1.3788 of 7, red 1.5 of 4:
    // 2.6106 - (3·1.5850 + 7·1.3788 + 4·1.5)/14 = 1.153.
    expect((model.nodes[0] as { gain: number }).gain).toBeCloseTo(1.153, 3);
  });

  it("classifies a sweet, yellow, thin, medium fruit as a banana by color and shape alone", () => {
    const path = pathOf(model, [1, 1, 1, 0]);
    expect(
      path.map((node) => (isSplit(node) ? model.attributes[node.test.attribute].name : answer(model, node))),
    ).toEqual(["Color", "Shape", "Banana"]);
  });

  it("classifies exactly medium and not yellow as an apple", () => {
    for (const [color, size] of [0, 1, 2].flatMap((c) => [0, 1, 2].map((s) => [c, s]))) {
      for (const [shape, taste] of [0, 1].flatMap((h) => [0, 1].map((t) => [h, t]))) {
        const undrawn = (color === 1 && shape === 0 && size === 1) || (color === 2 && size === 0);
        const row = [color, size, shape, taste];
        if (undrawn) expect(() => pathOf(model, row)).toThrow("no branch");
        else {
          const end = pathOf(model, row).at(-1) as TreeNode;
          expect(answer(model, end) === "Apple").toBe(size === 1 && color !== 1);
        }
      }
    }
  });
});

describe("figure96Tree", () => {
  const model = figure96Tree();
  const y = (age: number, years: number, job: number) =>
    answer(model, pathOf(model, [age, years, 0, job]).at(-1) as TreeNode);

  it("is the rules R1 to R5, also at the thresholds themselves", () => {
    expect(y(39, 3, 0)).toBe("0.8"); // R1
    expect(y(39, 2.5, 0)).toBe("0.6"); // R2: years-in-job <= 2.5
    expect(y(38.5, 3, 0)).toBe("0.4"); // R3: age <= 38.5 and A
    expect(y(20, 3, 1)).toBe("0.3"); // R4
    expect(y(20, 0, 2)).toBe("0.2"); // R5
  });

  it("does not use x3, and has the means, errors and gains of five rows", () => {
    const used = model.nodes.flatMap((node) => (isSplit(node) ? [node.test.attribute] : []));
    expect([...used].sort()).toEqual([0, 1, 3]);
    const root = model.nodes[0] as { value: number; error: number; gain: number };
    expect(root.value).toBeCloseTo(0.46, 12); // (0.8 + 0.6 + 0.4 + 0.3 + 0.2)/5
    expect(root.error).toBeCloseTo(0.0464, 12); // (0.1156 + 0.0196 + 0.0036 + 0.0256 + 0.0676)/5
    expect(root.gain).toBeCloseTo(0.0384, 12); // 0.0464 - (2·0.01 + 3·0.02/3)/5
  });
});

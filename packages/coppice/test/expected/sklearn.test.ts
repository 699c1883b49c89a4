import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { predictTable } from "../../src/predict/predictTable.js";
import type { Column, NumericColumn } from "../../src/table/column.js";
import { columnOf, makeTable, type Table } from "../../src/table/table.js";
import { CLASS_SETS, describeShared, expectedOf, type SharedSet, sharedSet, VALUE_SETS } from "../shared.js";
import { compareTrees, entropyOf, giniOf, type RivalNode, squaresOf } from "./compare.js";

interface SklearnFile {
  readonly features: readonly string[];
  readonly trees: Record<
    string,
    { trainAccuracy?: number; trainMSE?: number; nodes: readonly SklearnNode[] }
  >;
}

interface SklearnNode {
  readonly left: number;
  readonly right: number;
  readonly feature: string | null;
  readonly threshold: number | null;
}

/** As the reference was made: a 0/1 column per level in use, numeric missing values imputed with the median. */
function encoded({ table, target }: SharedSet, features: readonly string[]): Table {
  const columns = new Map<string, Column>();
  for (const column of table.columns) {
    if (column.name === target) continue;
    if (column.type === "numeric") columns.set(column.name, filled(column));
    else {
      column.levels.forEach((level, code) => {
        const name = `${column.name}=${level}`;
        columns.set(name, {
          type: "numeric",
          name,
          values: Float64Array.from(column.codes, (c) => (c === code ? 1 : 0)),
        });
      });
    }
  }
  return makeTable([...features.map((name) => columns.get(name)!), columnOf(table, target)]);
}

function filled(column: NumericColumn): NumericColumn {
  const known = column.values.filter((x) => !Number.isNaN(x)).sort();
  const middle = known.length >> 1;
  const median = known.length % 2 === 1 ? known[middle] : (known[middle - 1] + known[middle]) / 2;
  return { ...column, values: column.values.map((x) => (Number.isNaN(x) ? median : x)) };
}

/** scikit-learn compares single-precision cells with its thresholds. */
function rivalTree(nodes: readonly SklearnNode[], table: Table): RivalNode {
  const make = (i: number): RivalNode => {
    const { left, right, feature, threshold } = nodes[i];
    if (feature === null || threshold === null) return { words: "leaf" };
    const { values } = columnOf(table, feature) as NumericColumn;
    return {
      left: make(left),
      right: make(right),
      goesLeft: (row) => Math.fround(values[row]) <= threshold,
      words: `${feature} <= ${threshold}`,
    };
  };
  return make(0);
}

describeShared("cart against scikit-learn", () => {
  it.each(CLASS_SETS)("%s: the trees of depth 3 are the same, ties aside", async (name) => {
    const reference = expectedOf<SklearnFile>(name, "sklearn-tree");
    if (reference === undefined) return;
    const set = await sharedSet(name);
    const table = encoded(set, reference.features);
    const target = columnOf(table, set.target);
    if (target.type === "numeric") throw new Error("a class set");
    for (const [criterion, impurity] of [
      ["gini", giniOf(target.codes)],
      ["entropy", entropyOf(target.codes)],
    ] as const) {
      const model = fitTable(table, {
        target: set.target,
        learner: "cart",
        options: { criterion, maxDepth: 3, prune: "none" },
      });
      const found = compareTrees(
        model,
        table,
        rivalTree(reference.trees[`${criterion}-depth3`].nodes, table),
        impurity,
      );
      expect(found.faults).toEqual([]);
      expect(found.same + found.ties).toBeGreaterThan(0);
    }
  });

  it.each(CLASS_SETS)("%s: the full tree has the same training accuracy", async (name) => {
    const reference = expectedOf<SklearnFile>(name, "sklearn-tree");
    if (reference === undefined) return;
    const set = await sharedSet(name);
    const table = encoded(set, reference.features);
    const target = columnOf(table, set.target);
    const answer = predictTable(
      fitTable(table, { target: set.target, learner: "cart", options: { prune: "none" } }),
      table,
    );
    if (answer.kind !== "classification" || target.type === "numeric") throw new Error("a class set");
    const right = answer.labels.reduce((sum, label, row) => sum + (label === target.codes[row] ? 1 : 0), 0);
    expect(right / table.rows).toBeCloseTo(reference.trees["gini-depthNone"].trainAccuracy!, 12);
  });

  it.each(VALUE_SETS)("%s: the regression trees of depth 3 are the same, ties aside", async (name) => {
    const reference = expectedOf<SklearnFile>(name, "sklearn-tree");
    if (reference === undefined) return;
    const set = await sharedSet(name);
    const table = encoded(set, reference.features);
    const target = columnOf(table, set.target) as NumericColumn;
    const model = fitTable(table, {
      target: set.target,
      learner: "cart",
      options: { maxDepth: 3, prune: "none" },
    });
    const rival = rivalTree(reference.trees["squared_error-depth3"].nodes, table);
    const found = compareTrees(model, table, rival, squaresOf(target.values));
    expect(found.faults).toEqual([]);
    expect(found.same + found.ties).toBeGreaterThan(0);
  });
});

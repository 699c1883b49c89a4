import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import type { Column, NumericColumn } from "../../src/table/column.js";
import { columnOf, makeTable, type Table } from "../../src/table/table.js";
import {
  answersOf,
  describeShared,
  expectedOf,
  type SharedSet,
  setsWith,
  sharedSet,
  truthOf,
  VALUE_SETS,
} from "../shared.js";
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
  const cases = setsWith("sklearn-tree").flatMap((name) => {
    const criteria = VALUE_SETS.includes(name) ? ["squared_error"] : ["gini", "entropy"];
    return criteria.map((criterion) => ({ name, criterion }));
  });

  it.each(cases)(
    "$name, $criterion: the tree of depth 3, ties aside, and the accuracy of the full one",
    async ({ name, criterion }) => {
      const { features, trees } = expectedOf<SklearnFile>(name, "sklearn-tree")!;
      const set = await sharedSet(name);
      const [table, truth, { target }] = [encoded(set, features), truthOf(set), set];
      const options = criterion === "squared_error" ? {} : { criterion };
      const fitted = (more: object) =>
        fitTable(table, { target, learner: "cart", options: { ...options, ...more, prune: "none" } });
      const impurity =
        truth instanceof Float64Array ? squaresOf(truth) : (criterion === "gini" ? giniOf : entropyOf)(truth);
      const rival = rivalTree(trees[`${criterion}-depth3`].nodes, table);
      const found = compareTrees(fitted({ maxDepth: 3 }), table, rival, impurity);
      expect(found.faults).toEqual([]);
      expect(found.same + found.ties).toBeGreaterThan(0);
      if (criterion !== "gini") return;
      const right = answersOf(fitted({}), table).filter((label, row) => label === truth[row]).length;
      expect(right / table.rows).toBeCloseTo(trees["gini-depthNone"].trainAccuracy!, 12);
    },
  );
});

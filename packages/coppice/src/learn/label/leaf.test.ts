import fc from "fast-check";
import { expect, it } from "vitest";
import { cellsIn, forAll, isDeep, mixedTable, readAgain } from "../../../test/kit/index.js";
import { isSplit, type TreeModel, type ValueFacts } from "../../model/tree.js";
import { bind } from "../../predict/bind.js";
import { compileTree, landing } from "../../predict/compile.js";
import type { Table } from "../../table/table.js";
import { fitTable } from "../fit.js";

const CRITERIA = ["squaredError", "absoluteError", "worstError"];
const LEAVES = ["auto", "mean", "median", "midrange"];
const PRUNING = [
  { prune: "costComplexity", pruneFolds: 3 },
  { prune: "reducedError" },
  { prune: "mergeLeaves" },
];
/** Each criterion with each leaf, unpruned and, in turn, by one of the methods; in deep by all of them. */
const combinations = CRITERIA.flatMap((criterion, c) =>
  LEAVES.flatMap((leaf, l) => {
    const methods = isDeep ? PRUNING : [PRUNING[(c + l) % 3]];
    return [{ prune: "none" }, ...methods].map((pruning) => ({ criterion, leaf, ...pruning }));
  }),
);

const AUTO: Record<string, string> = {
  squaredError: "mean",
  absoluteError: "median",
  worstError: "midrange",
};

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** What a leaf with these targets predicts, and the error it has then. */
function expected(values: readonly number[], leaf: string): { value: number; error: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  if (leaf === "median") {
    const value = (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2;
    return { value, error: mean(sorted.map((y) => Math.abs(y - value))) };
  }
  if (leaf === "midrange")
    return { value: (sorted[0] + sorted[n - 1]) / 2, error: (sorted[n - 1] - sorted[0]) / 2 };
  const value = mean(sorted);
  return { value, error: mean(sorted.map((y) => (y - value) ** 2)) };
}

/** The targets of the rows that reach each leaf. */
function byLeaf(model: TreeModel, table: Table): Map<number, number[]> {
  const { cells } = bind(model.attributes, table);
  const tree = compileTree(model);
  const leaves = new Map<number, number[]>();
  cellsIn(table, "y").forEach((value, row) => {
    const leaf = landing(tree, cells, row);
    leaves.set(leaf, [...(leaves.get(leaf) ?? []), value]);
  });
  return leaves;
}

it.each(combinations)("what a leaf predicts: $criterion, leaf=$leaf, prune=$prune", (options) => {
  const { criterion, leaf, prune } = options;
  forAll(3, [fc.nat(1000), fc.constantFrom(0, 0.1)], (seed, missing) => {
    const table = mixedTable({ rows: 60, seed, target: "values", missing });
    const model = fitTable(table, { target: "y", learner: "cart", options });
    for (const { value, error } of model.nodes as ValueFacts[])
      expect(Number.isFinite(value) && Number.isFinite(error) && error >= 0).toBe(true);
    expect(readAgain(model)).toEqual(model);
    // Rows kept from growth say nothing of what leaves predict.
    if (prune === "reducedError") return;
    const reached = byLeaf(model, table);
    expect(reached.size).toBe(model.nodes.filter((node) => !isSplit(node)).length);
    for (const [i, values] of reached) {
      const { value, error } = expected(values, leaf === "auto" ? AUTO[criterion] : leaf);
      expect((model.nodes[i] as ValueFacts).value).toBeCloseTo(value, 9);
      expect((model.nodes[i] as ValueFacts).error).toBeCloseTo(error, 9);
    }
  });
});

it.each(CRITERIA)("what a leaf predicts stops by held-back rows whatever it is: %s", (criterion) => {
  const table = mixedTable({ rows: 60, seed: 5, target: "values" });
  for (const leaf of LEAVES) {
    const options = { criterion, leaf, prune: "none", validation: 0.3 };
    const { nodes } = fitTable(table, { target: "y", learner: "cart", options });
    expect(nodes.length).toBeGreaterThan(1);
    expect(nodes.every((node) => "value" in node && Number.isFinite(node.value))).toBe(true);
  }
});

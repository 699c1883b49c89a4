import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll, isDeep, mixedTable, shuffledRows, withoutKernels } from "../../../test/kit/index.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { predictTable } from "../../predict/predictTable.js";
import { makeTable, type Table } from "../../table/table.js";
import { nominal, numeric } from "../../testing/index.js";
import { editSync } from "../edit/edit.js";
import { type FitTableRequest, fitTable } from "../fit.js";

const bins = { coding: "bins" } as const;
const text = (model: object) => JSON.stringify(model);

function cart(table: Table, options: object): TreeModel {
  return fitTable(table, { target: "y", learner: "cart", options: { ...options }, seed: 1 }) as TreeModel;
}

function forest(table: Table, options: object, learner = "forest"): EnsembleModel {
  const request = { target: "y", learner, options: { trees: 3, ...options }, seed: 1 };
  return fitTable(table, request) as EnsembleModel;
}

/** Thresholds on the only numeric column with more than 255 different numbers. */
function thresholdsOn(model: TreeModel, attribute: number): Set<number> {
  const tests = model.nodes.flatMap(({ test }) => (test?.attribute === attribute ? [test] : []));
  return new Set(tests.flatMap((test) => (test.kind === "threshold" ? [test.threshold] : [])));
}

function checkSame(exact: TreeModel, coded: TreeModel, table: Table): void {
  expect(coded.nodes.length).toBe(exact.nodes.length);
  expect(predictTable(coded, table)).toEqual(predictTable(exact, table));
}

describe("coding=bins", () => {
  describe.each(["classes", "values"] as const)("%s", (target) => {
    const table = mixedTable({ rows: 1200, seed: 3, target, missing: 0.05 });
    const few = mixedTable({ rows: 600, seed: 3, target, missing: 0.05 });

    it("has the answers of exact coding on training rows where no column has more numbers than bins", () => {
      forAll(20, [fc.nat(1000), fc.constantFrom("majority", "share", "surrogate")], (seed, missing) => {
        const small = mixedTable({ rows: 150, seed, target, missing: 0.1 });
        const options = { missing, prune: "none", minLeaf: 3 };
        checkSame(cart(small, options), cart(small, { ...options, ...bins }), small);
      });
    });

    it("tries at most 254 thresholds, and pruning by folds does, too", () => {
      const full = cart(table, { ...bins, prune: "none" });
      const tried = thresholdsOn(full, 0);
      expect(tried.size).toBeGreaterThan(100);
      expect(tried.size).toBeLessThanOrEqual(254);
      const pruned = cart(table, { ...bins, pruneFolds: 3 });
      for (const threshold of thresholdsOn(pruned, 0)) expect(tried).toContain(threshold);
    });

    it("sends training rows to the branches in which they were grown", () => {
      const model = cart(table, { ...bins, maxDepth: 4, prune: "none" });
      const add = (sums: Map<number, number>, value: number, weight: number) =>
        sums.set(value, (sums.get(value) ?? 0) + weight);
      const sent = new Map<number, number>();
      const answer = predictTable(model, table);
      for (const value of "labels" in answer ? answer.labels : answer.values) add(sent, value, 1);
      const grown = new Map<number, number>();
      for (const node of model.nodes)
        if (!isSplit(node)) add(grown, "value" in node ? node.value : node.label, node.weight);
      expect(sent).toEqual(grown);
    });

    it("gives the same model in another order of rows, by sample or not", () => {
      // How rows are sampled has nothing to do with the target.
      const large = isDeep || target === "classes" ? [mixedTable({ rows: 70_000, seed: 8, target })] : [];
      for (const each of [few, ...large]) {
        const options = { ...bins, prune: "none", maxDepth: each === few ? 6 : 3 };
        expect(text(cart(shuffledRows(each, 5), options))).toBe(text(cart(each, options)));
      }
    });

    it.each(["forest", "extraTrees"])("%s: kernels and their twins agree", (learner) => {
      const fast = text(forest(few, bins, learner));
      expect(withoutKernels(() => text(forest(few, bins, learner)))).toBe(fast);
      expect(fast).not.toBe(text(forest(few, {}, learner)));
    });

    it("goes on from any checkpoint of a forest to the same model", () => {
      const texts: string[] = [];
      const write = (content: string) => void texts.push(content);
      const grown = (checkpoint: NonNullable<FitTableRequest["checkpoint"]>) =>
        text(fitTable(few, { target: "y", learner: "forest", options: { trees: 4, ...bins }, checkpoint }));
      const whole = grown({ every: 1, write });
      expect(texts.length).toBeGreaterThan(1);
      for (const resume of texts) expect(grown({ resume })).toBe(whole);
    });
  });

  it.each(["c45", "id3"])("%s has the training answers of exact coding", (learner) => {
    const small = mixedTable({ rows: 200, seed: 4, target: "classes", missing: 0.1 });
    const fit = (options: object) =>
      fitTable(small, { target: "y", learner, options: { ...options } }) as TreeModel;
    checkSame(fit({}), fit(bins), small);
  });

  const table = mixedTable({ rows: 100, seed: 1, target: "classes" });

  it.each([
    [{ numeric: "bins", binning: "equalWidth" }, "binning=equalWidth"],
    [{ combinations: 2 }, "combinations=2"],
    [{ components: 1 }, "components=1"],
    [{ missing: "likely" }, "missing=likely"],
  ])("refuses %o, which computes with numbers", (options, named) => {
    expect(() => cart(table, { ...bins, ...options })).toThrow(
      `coding=bins keeps only the order of numbers, and ${named} needs the numbers themselves: use coding=exact`,
    );
  });

  it("refuses to continue a forest, and to edit a tree", () => {
    const first = forest(table, bins);
    expect(() =>
      fitTable(table, { target: "y", learner: "forest", options: { trees: 9 }, continueFrom: first }),
    ).toThrow("a forest that is continued needs coding=exact");
    const model = cart(table, { ...bins, prune: "none" });
    const edits = [{ kind: "regrow", node: "root" }] as const;
    expect(() => editSync(model, table, edits)).toThrow("its numbers were coded in bins");
  });

  it("takes numbers at the end of doubles", () => {
    const { MAX_VALUE, MIN_VALUE } = Number;
    const odd = makeTable([
      numeric("x", [-MAX_VALUE, -1, -0, 0, MIN_VALUE, 1, MAX_VALUE, Number.NaN]),
      nominal("y", ["a", "b"], [0, 0, 0, 0, 1, 1, 1, 1]),
    ]);
    const said = (more: object) => predictTable(cart(odd, { prune: "none", minSplit: 2, ...more }), odd);
    expect(said(bins)).toEqual(said({}));
  });
});

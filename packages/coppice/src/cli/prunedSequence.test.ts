import { expect, it } from "vitest";
import { isDeep } from "../../test/kit/length.js";
import type { PruningRow } from "../model/tree.js";
import { prunedSequence } from "./prunedSequence.js";

/** As long as rows get: every number has all its digits. */
const sequence = (trees: number): PruningRow[] =>
  Array.from({ length: trees }, (_, i) => ({
    ...{ alpha: 1 / (3 * i + 7e6), splits: 2 * i, error: 1 / (i + 1.1) },
    ...{ crossError: 1 / (i + 1.3), crossStd: 1e-5 / (i + 1.7) },
  }));

/** A binary tree of so many splits. */
const sized = (splits: number) => ({ nodes: 2 * splits + 1, leaves: splits + 1 });

it("gives a usual sequence as it is", () => {
  const rows = sequence(4000);
  expect(prunedSequence(rows, sized(10))).toEqual({ pruning: rows });
});

it("gives the smallest trees, the chosen one and the largest of a long one, in less than a megabyte", () => {
  for (const trees of [4001, 30_011, isDeep ? 500_000 : 100_000]) {
    const rows = sequence(trees);
    const chosen = rows[trees - 33];
    const { pruning, pruningTrees } = prunedSequence(rows, sized(chosen.splits));
    expect(pruningTrees).toBe(trees);
    expect(pruning.slice(0, 1000)).toEqual(rows.slice(0, 1000));
    expect(pruning).toContain(chosen);
    expect(pruning.at(-1)).toBe(rows.at(-1));
    expect(pruning.length).toBeLessThanOrEqual(4001);
    expect(JSON.stringify(pruning).length).toBeLessThan(700_000);
    // In the order of the sequence, each tree once.
    expect(pruning.every(({ splits }, i) => i === 0 || splits > pruning[i - 1].splits)).toBe(true);
  }
});

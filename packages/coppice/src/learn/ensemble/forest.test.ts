import fc from "fast-check";
import { expect, it } from "vitest";
import { classesSaid, valuesSaid } from "../../../test/kit/answers.js";
import { forAll, mixedTable, rowsFrom, table, withoutKernels } from "../../../test/kit/index.js";
import { memberSeed } from "../../base/nodeRandom.js";
import { prepare } from "../../engine/problem.js";
import { memberTree } from "../../model/memberTree.js";
import { predictTable } from "../../predict/predictTable.js";
import { monks1, twonorm } from "../../synthetic/index.js";
import { columnOf, makeTable, type Table } from "../../table/table.js";
import { fitTable, fitTableAsync } from "../fit.js";
import { type Sampling, samplerOf } from "./members.js";

const mixed = (seed: number, target: "classes" | "values" = "classes") =>
  mixedTable({ rows: 80, seed, missing: 0.1, target });

/** What each row is told by the trees that did not see it, one tree and row after the other. */
function judged(table: Table, options: Record<string, unknown> & Sampling, seed: number): number {
  const model = fitTable(table, { target: "y", learner: "forest", options, seed });
  const problem = prepare(table, { target: "y" });
  const sampler = samplerOf(problem, options)!;
  const width = model.target.levels?.length ?? 1;
  const sums = Array.from({ length: table.rows }, () => new Float64Array(width));
  const judges = new Int32Array(table.rows);
  for (let member = 0; member < (options.trees as number); member++) {
    const answer = predictTable(memberTree(model, member), table);
    sampler(memberSeed(seed, member)).forEach((count, row) => {
      if (count > 0) return;
      judges[row]++;
      for (let k = 0; k < width; k++)
        sums[row][k] +=
          answer.kind === "regression" ? answer.values[row] : answer.probabilities[row * width + k];
    });
  }
  const y = columnOf(table, "y");
  const rows = Array.from(judges.keys()).filter((row) => judges[row] > 0);
  const losses = rows.map((row) => {
    if (y.type === "numeric") return (sums[row][0] / judges[row] - y.values[row]) ** 2;
    return sums[row].findIndex((sum) => sum >= Math.max(...sums[row]) - 1e-9) === y.codes[row] ? 0 : 1;
  });
  return losses.reduce((a, b) => a + b, 0) / rows.length;
}

it.each([{ bootstrap: true }, { bootstrap: true, sampleShare: 0.5 }, { bootstrap: false, sampleShare: 0.6 }])(
  "a forest is judged out of the bag by just the trees that did not see a row: %o",
  (sampling) => {
    for (const target of ["classes", "values"] as const) {
      const options = { trees: 7, ...sampling };
      const table = mixed(3, target);
      const model = fitTable(table, { target: "y", learner: "forest", options, seed: 5 });
      expect(model.report!.curves![0].values.at(-1)).toBeCloseTo(judged(table, options, 5), 9);
    }
  },
);

it("a forest answers with the mean of its trees, or their votes", () => {
  const table = mixed(9);
  for (const combine of ["mean", "vote"]) {
    const model = fitTable(table, { target: "y", learner: "forest", options: { trees: 5, combine } });
    const classes = model.target.levels!.length;
    const told = [0, 1, 2, 3, 4].map((t) => classesSaid(memberTree(model, t), table));
    const shares = Array.from({ length: table.rows * classes }, (_, i) =>
      told.reduce((sum, { labels, probabilities }) => {
        const [row, k] = [Math.floor(i / classes), i % classes];
        return sum + (combine === "mean" ? probabilities[i] : Number(labels[row] === k)) / 5;
      }, 0),
    );
    const wanted = shares.map((share) => expect.closeTo(share, 9));
    expect([...classesSaid(model, table).probabilities]).toEqual(wanted);
  }
});

it("a forest is the same with kernels and without, sync and async", async () => {
  const columns = mixed(2).columns.filter(({ type, name }) => type === "numeric" || name === "y");
  const table = makeTable(columns);
  for (const learner of ["forest", "extraTrees"] as const) {
    const request = { target: "y", learner, options: { trees: 4, importance: "corrected" }, seed: 3 };
    const fast = fitTable(table, request);
    expect(await fitTableAsync(table, request)).toEqual(fast);
    expect(withoutKernels(() => fitTable(table, request))).toEqual(fast);
  }
});

it.each([
  { bootstrap: true },
  { bootstrap: true, sampleShare: 0.5 },
  { bootstrap: false },
  { bootstrap: false, sampleShare: 0.6 },
])("a forest takes shares of the rows that a tree sees, with kernels and without: %o", (sampling) => {
  const shares = { minLeaf: "4%", minSplit: 0.2 };
  const shape = { rows: 80, seed: 6, missing: 0.1, target: "classes", weights: "fractional" } as const;
  const table = mixedTable(shape);
  for (const learner of ["forest", "extraTrees"] as const)
    for (const weight of [{}, { weight: "weight" }]) {
      const grow = (more: object) => {
        const options = { trees: 4, ...sampling, ...more };
        return fitTable(table, { target: "y", learner, options, seed: 3, ...weight }).members;
      };
      const fast = grow(shares);
      expect(withoutKernels(() => grow(shares))).toEqual(fast);
      expect(fast).not.toEqual(grow({}));
    }
});

it("a forest goes on from any checkpoint to the same model", () => {
  const kinds = fc.constantFrom("impurity", "corrected", "permutation");
  forAll(12, [kinds, fc.integer({ min: 1, max: 11 })], (importance, at) => {
    const table = mixed(4);
    const options = { trees: 6, importance };
    const request = { target: "y", learner: "forest", options, seed: 8 } as const;
    const texts: string[] = [];
    const write = (text: string) => void texts.push(text);
    const whole = fitTable(table, { ...request, checkpoint: { every: 1, write } });
    const resume = texts[Math.min(at, texts.length) - 1];
    const go = (of: Table, seed: number) => fitTable(of, { ...request, seed, checkpoint: { resume } });
    expect(go(table, 8)).toEqual(whole);
    expect(() => go(table, 9)).toThrow("the checkpoint is of other work (the seed is 9)");
    expect(() => go(rowsFrom(table, 0, 79), 8)).toThrow("its rows or columns differ");
  });
});

it("a forest can be stopped between trees", async () => {
  const controller = new AbortController();
  let calls = 0;
  const onProgress = () => ++calls === 3 && controller.abort();
  const request = { target: "class", learner: "forest", signal: controller.signal, onProgress } as const;
  const rows = twonorm({ rows: 50, seed: 1 });
  await expect(fitTableAsync(rows, request)).rejects.toThrow("forest was stopped");
  expect(calls).toBe(3);
});

it.each([
  [{ combine: "vote" }, "combine=vote needs classes"],
  [{ bootstrap: false, importance: "permutation" }, "needs rows that a tree did not see"],
  [{ attributesPerNode: 2, randomTests: 3 }, "give one of them"],
])("a forest refuses what cannot go together: %j", (options, message) => {
  const request = { target: "y", learner: "forest", options } as const;
  expect(() => fitTable(mixed(1, "values"), request)).toThrow(message);
});

// class = (a1 = a2) or a5 = 1; a3, a4 and a6 say nothing.
const monks = monks1({ rows: 300, seed: 2 });

it.each(["impurity", "corrected", "permutation"])("importance by %s tells what matters", (kind) => {
  const options = { trees: 60, importance: kind };
  const model = fitTable(monks, { target: "class", learner: "forest", options });
  const { values, spread } = model.report!.importance!;
  const at = (name: string) => model.attributes.findIndex((one) => one.name === name);
  const least = Math.min(...["a1", "a2", "a5"].map((name) => values[at(name)]));
  for (const idle of ["a3", "a4", "a6"].map(at)) {
    expect(values[idle]).toBeLessThan(least);
    if (kind === "corrected") expect(Math.abs(values[idle])).toBeLessThan(5 * spread![idle]);
  }
  for (const one of spread!) expect(one).toBeGreaterThan(0);
  if (kind === "impurity") expect(values.reduce((sum, share) => sum + share)).toBeCloseTo(1, 9);
});

it("importance is what the tests of a tree take away, by hand", () => {
  const numbers = table`x,none,y\n1,0,1\n2,0,1\n3,0,1\n4,0,5\n5,0,5\n6,0,5`;
  const options = { trees: 1, bootstrap: false, attributesPerNode: "all", maxDepth: 1 };
  const model = fitTable(numbers, { target: "y", learner: "forest", options });
  // One test, 1 against 5: the variance of 4 is all gone, and x has all of it.
  expect(model.report!.importance!.values).toEqual([1, 0]);
  expect([...valuesSaid(model, numbers)]).toEqual([1, 1, 1, 5, 5, 5]);
  expect(memberTree(model, 0).nodes[0]).toMatchObject({ gain: 4, weight: 6, value: 3 });
});

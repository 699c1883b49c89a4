import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, mixedTable, tune, withoutKernels } from "../../test/kit/index.js";
import { teamsOfThreads } from "../../test/kit/teams.js";
import { CoppiceError } from "../base/errors.js";
import { classTreeTuning } from "../engine/memory/classTree.js";
import { mixedTreeTuning } from "../engine/memory/mixedTree.js";
import type { Team } from "../kernels/team.js";
import { fitJob, fitSteps, fitTable } from "./fit.js";
import { growAll, growFirst } from "./growTogether.js";

const teams = teamsOfThreads();
tune(mixedTreeTuning, { entries: 1 });
tune(classTreeTuning, { entries: 1 });

type Table = Parameters<typeof fitJob>[0];
type Request = Parameters<typeof fitJob>[1];

/** The model, and whether a tree of each step was grown whole. */
function together(table: Table, request: Request, team: Team) {
  const whole: boolean[] = [];
  const steps = fitSteps(fitJob(table, request));
  let step = steps.next();
  while (!step.done) {
    const first = growFirst(step.value[0](), team);
    whole.push(first.whole !== undefined);
    step = steps.next(growAll(first, step.value.slice(1), team));
  }
  return { text: JSON.stringify(step.value), whole };
}

/** Undefined if nothing can be learned: `missing=drop` may leave no row. */
function byTallies(table: Table, request: Request): string | undefined {
  try {
    return withoutKernels(() => JSON.stringify(fitTable(table, request)));
  } catch (error) {
    if (error instanceof CoppiceError && error.code === "ROWS_INCOMPLETE") return undefined;
    throw error;
  }
}

const choices = fc.record({
  rows: fc.integer({ min: 12, max: 100 }),
  seed: fc.integer({ min: 0, max: 999 }),
  target: fc.constantFrom("classes", "values"),
  missing: fc.constantFrom(0, 0.2),
  weights: fc.constantFrom(undefined, "whole", "fractional"),
  threads: fc.nat(2),
  options: fc.record(
    {
      pruneFolds: fc.integer({ min: 2, max: 12 }),
      pruneRule: fc.constantFrom("min", "1se"),
      table: fc.constantFrom("breiman", "rpart"),
      // Differs from fold to fold.
      minLeaf: fc.constantFrom(1, 3, "4%"),
      missing: fc.constantFrom("majority", "likely", "drop"),
      threshold: fc.constantFrom("midpoint", "weighted", "value"),
    },
    { requiredKeys: [] },
  ),
  classOptions: fc.constantFrom({}, { criterion: "entropy" }, { priors: "equal" }, { measure: "impurity" }),
});

const few = mixedTable({ rows: 90, seed: 4, target: "classes", missing: 0.1 });

/** The trees that the first step of a fit asks for, grown together. */
function firstStep(table: Table, options: Record<string, unknown>, team: Team) {
  const { value } = fitSteps(fitJob(table, { target: "y", learner: "cart", options })).next();
  if (!Array.isArray(value)) throw new Error("a step asks for trees");
  return growAll(growFirst(value[0](), team), value.slice(1), team);
}

it("trees that pruning asks for give the model of the general grower on any number of threads", () => {
  forAll(60, [choices], ({ threads, rows, seed, target, missing, weights, options, classOptions }) => {
    const table = mixedTable({
      ...{ rows, seed, target: target as "classes", missing },
      ...(weights && { weights: weights as "whole" | "fractional" }),
    });
    const request = {
      ...{ target: "y", learner: "cart", seed },
      ...(weights && { weight: "weight" }),
      options: { ...options, ...(target === "classes" && classOptions) },
    };
    const wanted = byTallies(table, request);
    fc.pre(wanted !== undefined);
    expect(together(table, request, teams[threads]).text).toBe(wanted);
  });
});

it("trees that pruning asks for are grown whole by the kernel where it knows the rules", () => {
  const grown = (options: Record<string, unknown>) =>
    together(few, { target: "y", learner: "cart", options }, teams[1]).whole;
  expect(grown({})).toEqual([true]);
  expect(grown({ competitors: 2 })).toEqual([false]);
});

it("trees that pruning asks for are judged by the kernel where it grew the first, by rules that are the same for all", () => {
  const judged = (options: Record<string, unknown>, team = teams[1]) => {
    const trees = firstStep(few, options, team).judged?.();
    trees?.close();
    return trees !== undefined;
  };
  for (const options of [{}, { threshold: "weighted", criterion: "entropy" }])
    expect(judged(options), JSON.stringify(options)).toBe(true);
  const others = [{ minLeaf: "4%" }, { threshold: "value" }, { priors: "equal" }, { missing: "likely" }];
  for (const options of [...others, { criterion: "twoing" }])
    expect(judged(options), JSON.stringify(options)).toBe(false);
  expect(judged({}, teams[0])).toBe(false);
});

it("trees that pruning asks for are taken and judged one by one if the kernel has too little room for a tree", () => {
  const table = mixedTable({ rows: 150, seed: 5, target: "classes" });
  const request = { target: "y", learner: "cart" };
  const wanted = byTallies(table, request);
  mixedTreeTuning.sizes = { localRows: 64, countedCodes: 256, listRows: 8, setWords: 6 };
  try {
    expect(together(table, request, teams[1]).text).toBe(wanted);
  } finally {
    delete mixedTreeTuning.sizes;
  }
});

it("trees that pruning asks for leave the memory of the team as it was, even if pruning fails", () => {
  const team = teams[1];
  const mark = team.heap.mark();
  const table = mixedTable({ rows: 90, seed: 4, target: "classes" });
  const trees = firstStep(table, {}, team)[Symbol.iterator]();
  trees.next();
  trees.next();
  trees.return?.();
  expect(team.heap.mark()).toBe(mark);
});

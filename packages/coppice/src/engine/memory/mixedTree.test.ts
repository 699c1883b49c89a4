import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkTwin } from "../../../test/kernelTwin.js";
import { testTeam } from "../../../test/testTeam.js";
import { type Random, random } from "../../base/random.js";
import type { MixedTreeSizes } from "../../kernels/drivers/mixedTreeJob.js";
import { SoloTeam, type Team } from "../../kernels/team.js";
import type { Column } from "../../table/column.js";
import { makeTable, type Table } from "../../table/table.js";
import { fullCart } from "../../testing/fullCart.js";
import { classTreeTuning } from "./classTree.js";
import { mixedTreeTuning } from "./mixedTree.js";

const usual = { classes: { ...classTreeTuning }, mixed: { ...mixedTreeTuning } };
let teams: Team[] = [];

beforeAll(async () => {
  teams = [new SoloTeam(), await testTeam(2), await testTeam(4)];
  // All tables go to the kernel under test.
  classTreeTuning.entries = Number.POSITIVE_INFINITY;
});

afterAll(() => {
  delete mixedTreeTuning.sizes;
  Object.assign(classTreeTuning, usual.classes);
  Object.assign(mixedTreeTuning, usual.mixed);
});

type Options = Record<string, unknown>;

/** How many trees the kernel grew; the models are compared byte by byte. */
function check(table: Table, options: Options, sizes?: MixedTreeSizes, weight?: string): number {
  const request = { target: "y", learner: fullCart, options, ...(weight && { weight }) };
  return checkTwin(table, request, teams, () =>
    Object.assign(mixedTreeTuning, { entries: 1, ...(sizes && { sizes }) }),
  ).trees;
}

interface Shape {
  readonly rows: number;
  readonly seed: number;
  readonly classes: number;
  /** Levels of each nominal attribute. */
  readonly levels: readonly number[];
  /** Distinct cells of a numeric attribute; 0 for as many as there are rows. */
  readonly ties: number;
  readonly missing: number;
  /** How often the class depends on the attributes rather than being random. */
  readonly signal: number;
}

function tableOf({ rows, seed, classes, levels, ties, missing, signal }: Shape): Table {
  const rng = random(seed);
  const codes = (make: () => number) => Int32Array.from({ length: rows }, make);
  const numbers = (make: () => number) => Float64Array.from({ length: rows }, make);
  const missed = () => rng.uniform() < missing;
  const names = (count: number) => Array.from({ length: count }, (_, k) => `v${k}`);
  const drawn = levels.map((count) => codes(() => levelOf(rng, count)));
  const nominal: Column[] = drawn.map((column, a) => ({
    type: "nominal",
    name: `n${a}`,
    levels: names(levels[a]),
    codes: column.map((code) => (missed() ? -1 : code)),
  }));
  const cell = () => (ties === 0 ? rng.normal() : rng.below(ties) - 1);
  const number = numbers(cell);
  return makeTable([
    ...nominal,
    { type: "numeric", name: "x", values: number.map((x) => (missed() ? Number.NaN : x)) },
    { type: "numeric", name: "z", values: numbers(() => (missed() ? Number.NaN : cell())) },
    { type: "ordered", name: "size", levels: ["s", "m", "l"], codes: codes(() => rng.below(4) - 1) },
    { type: "numeric", name: "whole", values: numbers(() => rng.below(4)).fill(1, 0, 1) },
    { type: "numeric", name: "real", values: numbers(() => rng.uniform() * 3).fill(0.7, 0, 1) },
    {
      type: "nominal",
      name: "y",
      levels: names(classes),
      codes: Int32Array.from({ length: rows }, (_, row) =>
        rng.uniform() < signal
          ? (7 * (drawn[0]?.[row] ?? 0) + (number[row] > 0 ? 1 : 0)) % classes
          : rng.below(classes),
      ),
    },
  ]);
}

/** The first levels are more frequent. */
function levelOf(rng: Random, count: number): number {
  return Math.min(rng.below(count), rng.below(count));
}

const shapes = fc.record({
  rows: fc.integer({ min: 2, max: 160 }),
  seed: fc.nat(10_000),
  classes: fc.constantFrom(2, 2, 3, 4, 7, 40),
  levels: fc.array(fc.constantFrom(1, 2, 3, 5, 8, 20, 70), { maxLength: 4 }),
  ties: fc.constantFrom(0, 2, 5, 40),
  missing: fc.constantFrom(0, 0, 0.2, 0.7),
  signal: fc.constantFrom(0, 0.5, 0.95),
});

const sizes = fc.constantFrom(
  { localRows: 1000, countedCodes: 0, listRows: 0, setWords: 1 << 16 },
  { localRows: 1000, countedCodes: 256, listRows: 1, setWords: 1 << 16 },
  { localRows: 1000, countedCodes: 6, listRows: 12, setWords: 1 << 16 },
  { localRows: 40, countedCodes: 0, listRows: 0, setWords: 1 },
  { localRows: 40, countedCodes: 30, listRows: 5, setWords: 1 << 16 },
  { localRows: 7, countedCodes: 256, listRows: 30, setWords: 1 << 16 },
  { localRows: 2, countedCodes: 4, listRows: 1, setWords: 64 },
);

const rules = fc.record({
  by: fc.constantFrom<Options>(
    ...[{ criterion: "gini" }, { criterion: "gini" }, { criterion: "entropy" }, { criterion: "gainRatio" }],
    ...[
      { criterion: "gini", scaled: true },
      { criterion: "deviance" },
      { criterion: "deviance", scaled: true },
      { criterion: "gainRatio", averageGain: true },
      { criterion: "gini", scaled: true, averageGain: true },
    ],
    ...(["misclassification", "twoing", "risk", "weightedGini"] as const).flatMap((criterion) => [
      { criterion },
      { criterion, scaled: true },
    ]),
  ),
  levelTests: fc.constantFrom<Options>(...[2, 4, 10].map((maxExhaustive) => ({ maxExhaustive })), {
    nominal: "oneHot",
  }),
  costs: fc.constantFrom<Options>(
    ...[{}, {}, {}, { attributeCosts: { z: 3 } }],
    ...(["norton", "nunez"] as const).map((costForm) => ({ attributeCosts: { x: 2, size: 0.4 }, costForm })),
  ),
  minLeaf: fc.constantFrom(1, 1, 2, 5.5, "3%"),
  minSplit: fc.constantFrom(2, 2, 9),
  maxDepth: fc.constantFrom(1, 4, 50),
  zeroGain: fc.boolean(),
  threshold: fc.constantFrom("midpoint", "weighted", "value"),
  tolerance: fc.constantFrom(0, 1e-10, 1e-10, 0.05),
  // Values that gains, impurities and shares of few rows often equal.
  stop: fc.constantFrom<Options>(
    ...[{}, {}, { minGain: 0.02 }, { minGain: 0.125 }, { minImpurity: 0.3 }, { minImpurity: 0.5 }],
    ...[{ purity: 0.75 }, { purity: 0.9 }, { purity: 0.9, minImpurity: 0.2, minGain: 0.01 }],
    ...[{ sizePenalty: 0 }, { sizePenalty: 0.5 }],
    ...[1, 2, 5, 12].map((maxLeaves) => ({ maxLeaves })),
  ),
});

/** Attributes that are not the weight are learned from. */
function weightColumn(kind: "none" | "whole" | "real"): string | undefined {
  return kind === "none" ? undefined : kind;
}

/** Priors, or a loss matrix in which the classes are costlier to miss the higher they are. */
function costsFor({ classes }: Shape, kind: "data" | "equal" | "loss"): Options {
  if (kind === "data") return {};
  if (kind === "equal") return { priors: "equal" };
  const names = Array.from({ length: classes }, (_, k) => k);
  return { loss: names.map((truth) => names.map((said) => (truth === said ? 0 : 1 + truth / 3))) };
}

describe("classification trees of mixed tables grown by the kernel", () => {
  it("equal what the learner grows from tallies", () => {
    let grown = 0;
    const weights = fc.constantFrom("none" as const, "whole" as const, "real" as const);
    const costs = fc.constantFrom("data" as const, "data" as const, "equal" as const, "loss" as const);
    fc.assert(
      fc.property(rules, shapes, sizes, weights, costs, (chosen, shape, size, weight, kind) => {
        const { stop, by, zeroGain, levelTests, costs: attributeCosts, ...options } = chosen;
        const given = {
          ...{ ...options, ...by, ...stop, ...levelTests, ...attributeCosts, ...costsFor(shape, kind) },
          // It matters only if no gain is asked for.
          ...(stop.minGain === undefined && { zeroGain }),
        };
        grown += check(tableOf(shape), given, size, weightColumn(weight));
      }),
      { numRuns: 300 },
    );
    expect(grown).toBeGreaterThan(500);
  });

  it("are the same where few rows have nearly all of the weight", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 5, max: 40 }), (seed, rows) => {
        const rng = random(seed);
        const numbers = (make: () => number) => Float64Array.from({ length: rows }, make);
        const table = makeTable([
          { type: "numeric", name: "x", values: numbers(() => rng.below(12)) },
          { type: "numeric", name: "z", values: numbers(() => rng.below(100)) },
          { type: "numeric", name: "w", values: numbers(() => (rng.below(8) === 0 ? 1e9 : 1)) },
          {
            type: "nominal",
            name: "y",
            levels: ["a", "b", "c"],
            codes: Int32Array.from({ length: rows }, () => rng.below(3)),
          },
        ]);
        check(table, {}, { localRows: 1000, countedCodes: 0, listRows: 0, setWords: 1 << 16 }, "w");
      }),
      { numRuns: 100 },
    );
  });

  it("are the same with so many levels and classes that there is one order of the levels only", () => {
    const shape = { rows: 900, seed: 3, classes: 60, levels: [300, 11], ties: 0, missing: 0.1, signal: 0.8 };
    delete mixedTreeTuning.sizes;
    expect(check(tableOf(shape), { maxDepth: 8 })).toBe(3);
    expect(check(tableOf(shape), { maxDepth: 8, criterion: "entropy" }, undefined, "real")).toBe(3);
  }, 60_000);

  it("are the same for tables large enough for every code path at its usual size", () => {
    delete mixedTreeTuning.sizes;
    const large = { rows: 24_000, seed: 5, missing: 0.05, signal: 0.9, ties: 0, levels: [2, 9, 60] };
    for (const classes of [2, 5]) {
      const table = tableOf({ ...large, classes });
      expect(check(table, { maxDepth: 12 })).toBe(3);
      expect(check(table, { maxDepth: 12 }, undefined, "real")).toBe(3);
    }
  }, 60_000);
});

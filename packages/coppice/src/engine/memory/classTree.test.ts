import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkTwin } from "../../../test/kernelTwin.js";
import { testTeam } from "../../../test/testTeam.js";
import { random } from "../../base/random.js";
import type { ClassTreeSizes } from "../../kernels/drivers/classTree.js";
import { SoloTeam, type Team } from "../../kernels/team.js";
import { fitTable } from "../../learn/fit.js";
import { isSplit } from "../../model/tree.js";
import { ticTacToe } from "../../synthetic/index.js";
import type { Column } from "../../table/column.js";
import { makeTable, type Table } from "../../table/table.js";
import { fullCart } from "../../testing/fullCart.js";
import { classTreeTuning } from "./classTree.js";

const usual = { ...classTreeTuning };
let teams: Team[] = [];

beforeAll(async () => {
  teams = [new SoloTeam(), await testTeam(2), await testTeam(4)];
});

afterAll(() => {
  delete classTreeTuning.sizes;
  Object.assign(classTreeTuning, usual);
});

type Options = Record<string, unknown>;

/** How many trees the kernel grew; the models are compared byte by byte. */
function check(table: Table, options: Options, sizes?: ClassTreeSizes, weight?: string): number {
  const request = { target: "y", learner: fullCart, options, ...(weight && { weight }) };
  return checkTwin(table, request, teams, () =>
    Object.assign(classTreeTuning, { entries: 1, ...(sizes && { sizes }) }),
  ).trees;
}

interface Shape {
  readonly rows: number;
  readonly seed: number;
  readonly classes: number;
  /** Distinct cells of a numeric attribute; 0 for as many as there are rows. */
  readonly ties: number;
  readonly missing: number;
  readonly attributes: number;
  /** How often the class depends on the first attributes rather than being random. */
  readonly signal: number;
  /** Whether there is a nominal attribute. */
  readonly flag: boolean;
}

function tableOf({ rows, seed, classes, ties, missing, attributes, signal, flag }: Shape): Table {
  const rng = random(seed);
  const numbers = (make: () => number) => Float64Array.from({ length: rows }, make);
  const hole = (x: number) => (rng.uniform() < missing ? Number.NaN : x);
  const cell = () => (ties === 0 ? rng.normal() : rng.below(ties) - 1);
  const plain = Array.from({ length: attributes }, () => numbers(cell));
  const columns: Column[] = plain.map((values, a) => ({
    type: "numeric",
    name: `x${a}`,
    values: values.map(hole),
  }));
  columns.push(
    { type: "numeric", name: "zero", values: numbers(() => (rng.below(2) ? -0 : 0)) },
    { type: "numeric", name: "close", values: numbers(() => hole(1 + rng.below(50) * 2 ** -50)) },
    {
      type: "ordered",
      name: "size",
      levels: ["s", "m", "l", "xl"],
      codes: Int32Array.from({ length: rows }, () => (rng.uniform() < missing ? -1 : rng.below(4))),
    },
    {
      type: "nominal",
      name: "flag",
      levels: ["no", "yes"],
      codes: Int32Array.from({ length: rows }, () => (rng.uniform() < missing ? -1 : rng.below(2))),
    },
    {
      type: "numeric",
      name: "weight",
      values: numbers(() => rng.below(4) * (1 + 4 * rng.below(15))).fill(1, 0, 1),
    },
    {
      type: "nominal",
      name: "y",
      levels: Array.from({ length: classes }, (_, k) => `c${k}`),
      codes: Int32Array.from({ length: rows }, (_, row) =>
        rng.uniform() < signal
          ? Math.abs(Math.trunc(3 * (plain[0][row] + plain[attributes - 1][row]))) % classes
          : rng.below(classes),
      ),
    },
  );
  return makeTable(columns.filter(({ name }) => flag || name !== "flag"));
}

const shapes = fc.record({
  rows: fc.integer({ min: 2, max: 150 }),
  seed: fc.nat(10_000),
  classes: fc.constantFrom(2, 2, 3, 4, 7, 30),
  ties: fc.constantFrom(0, 2, 5, 40),
  missing: fc.constantFrom(0, 0, 0.2, 0.7),
  attributes: fc.integer({ min: 1, max: 4 }),
  signal: fc.constantFrom(0, 0.5, 0.95),
  flag: fc.boolean(),
});

const sizes = fc.constantFrom(
  { middleRows: 8, smallRows: 3, sharedEntries: 0 },
  { middleRows: 40, smallRows: 20, sharedEntries: 50 },
  { middleRows: 60, smallRows: 1, sharedEntries: 200 },
  { middleRows: 3, smallRows: 2, sharedEntries: 0 },
  { middleRows: 1000, smallRows: 128, sharedEntries: 0 },
  { middleRows: 1000, smallRows: 16, sharedEntries: 1e9 },
);

const rules = fc.record({
  minLeaf: fc.constantFrom(1, 1, 2, 5.5, "3%"),
  minSplit: fc.constantFrom(2, 2, 9),
  maxDepth: fc.constantFrom(1, 4, 50),
  zeroGain: fc.boolean(),
  threshold: fc.constantFrom("midpoint", "weighted", "value"),
  tolerance: fc.constantFrom(0, 1e-10, 1e-10, 0.05),
});

describe("classification trees grown by the kernel", () => {
  it("equal what the learner grows from tallies", () => {
    let grown = 0;
    fc.assert(
      fc.property(rules, shapes, sizes, fc.boolean(), (options, shape, size, weighted) => {
        grown += check(tableOf(shape), options, size, weighted ? "weight" : undefined);
      }),
      { numRuns: 300 },
    );
    expect(grown).toBeGreaterThan(500);
  });

  it("subtract the impurities of two levels in the learner's order", () => {
    const flags = (rows: number, seed: number, classes: number): Table => {
      const rng = random(seed);
      const column = (name: string, levels: string[], make: () => number): Column => ({
        type: "nominal",
        name,
        levels,
        codes: Int32Array.from({ length: rows }, make),
      });
      const flag = (name: string) => column(name, ["no", "yes"], () => rng.below(5) % 2);
      const target = ["a", "b", "c"].slice(0, classes);
      return makeTable([..."pqrstu"].map(flag).concat(column("y", target, () => rng.below(classes))));
    };
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 400 }), fc.nat(10_000), sizes, (rows, seed, size) => {
        for (const classes of [2, 3]) check(flags(rows, seed, classes), { tolerance: 0 }, size);
      }),
      { numRuns: 40 },
    );
  });

  it("are the same for tables large enough for every code path at its usual size", () => {
    delete classTreeTuning.sizes;
    const large = { rows: 40_000, seed: 5, missing: 0, attributes: 3, signal: 0.9 };
    for (const shape of [
      { ties: 0, flag: true },
      { ties: 16, flag: false },
    ]) {
      for (const classes of [2, 5]) {
        const table = tableOf({ ...large, ...shape, classes });
        expect(check(table, { maxDepth: 12 })).toBe(3);
        expect(check(table, { maxDepth: 12 }, undefined, "weight")).toBe(3);
      }
    }
  }, 60_000);

  it("are not grown for tables that the kernel does not support", () => {
    const table = ticTacToe();
    const request = { target: table.columns.at(-1)!.name, learner: fullCart, options: {} };
    classTreeTuning.entries = 1;
    const model = fitTable(table, request);
    expect(model.nodes.filter(isSplit).length).toBeGreaterThan(20);
  });
});

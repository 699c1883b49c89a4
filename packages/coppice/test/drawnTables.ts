import fc from "fast-check";
import { random } from "../src/base/random.js";
import type { ForestMember } from "../src/kernels/drivers/forest/rules.js";
import type { Column } from "../src/table/column.js";
import { makeTable, type Table } from "../src/table/table.js";
import { forestMembers } from "./forestTables.js";

/** A table, with weights or not, and the members of an ensemble on it. */
export interface DrawnTable {
  readonly table: Table;
  readonly weight?: string;
  readonly members: readonly ForestMember[];
}

export interface DrawnShape {
  /** 0: a numeric target. */
  readonly classes: number;
  readonly missing: boolean;
  readonly weights?: "whole" | "broken";
  readonly rows?: number;
}

/** Tables of all kinds of attributes, among them levels by the dozen, constants, and numbers that are awkward. */
export function drawnTables({ classes, missing, weights, rows = 40 }: DrawnShape): fc.Arbitrary<DrawnTable> {
  return fc
    .record({
      seed: fc.nat(2 ** 32 - 1),
      count: fc.integer({ min: 1, max: rows }),
      values: fc.constantFrom(2, 5, 1000),
      members: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ seed, count, values, members }) => {
      const columns = columnsOf(seed, count, values, missing);
      const target = targetOf(seed + 1, count, values, classes);
      const weight = weights && weightsOf(seed + 2, count, weights);
      return {
        table: makeTable([...columns, target, ...(weight ? [weight] : [])]),
        ...(weight && { weight: weight.name }),
        members: membersOf(members, count, seed, weights !== undefined),
      };
    });
}

function columnsOf(seed: number, rows: number, values: number, missing: boolean): Column[] {
  const rng = random(seed);
  const isGap = (gaps: number) => missing && rng.uniform() < gaps;
  const numbers = (name: string, draw: () => number, gaps = 0.2): Column => ({
    type: "numeric",
    name,
    values: Float64Array.from({ length: rows }, () => (isGap(gaps) ? Number.NaN : draw())),
  });
  const levels = (
    name: string,
    count: number,
    gaps: number,
    type: "nominal" | "ordered" = "nominal",
  ): Column => ({
    type,
    name,
    levels: Array.from({ length: count }, (_, i) => `l${i}`),
    // Some levels are frequent, and some of those declared never occur.
    codes: Int32Array.from({ length: rows }, () =>
      isGap(gaps) ? -1 : Math.floor(count * 0.9 * rng.uniform() ** 2),
    ),
  });
  const coarse = () => rng.below(values) - values / 2;
  return [
    numbers("x1", coarse),
    levels("n2", 2, 0.1),
    numbers("x2", rng.uniform),
    levels("n5", 5, 0.3),
    levels("n30", 30, 0.05),
    levels("n31", 31, 0.05),
    levels("n61", 61, 0.05),
    levels("n62", 62, 0.05),
    levels("n100", 100, 0.2),
    levels("n300", 300, 0.2),
    levels("o", 4, 0.1, "ordered"),
    numbers("same", () => 7),
    levels("one", 1, 0.5),
    numbers("sparse", coarse, 0.9),
    // Ranges beyond the largest double, values that are close together, and outliers.
    numbers("huge", () => (rng.below(3) - 1) * (rng.uniform() < 0.1 ? 1.7e308 : 1e300)),
    numbers("far", () => 2 ** 52 + rng.below(50)),
    numbers("close", () => 1 + rng.below(50) * 2 ** -40),
    numbers("large", () => rng.below(200_000) - 7),
    numbers("skewed", () => Math.exp(20 * rng.uniform()), 0.05),
  ];
}

function targetOf(seed: number, rows: number, values: number, classes: number): Column {
  const rng = random(seed);
  if (classes === 0)
    return {
      type: "numeric",
      name: "y",
      values: Float64Array.from({ length: rows }, () => Math.round(rng.below(values) - values / 2) / 4),
    };
  return {
    type: "nominal",
    name: "y",
    levels: Array.from({ length: classes }, (_, k) => `c${k}`),
    codes: Int32Array.from({ length: rows }, () => rng.below(classes)),
  };
}

function weightsOf(seed: number, rows: number, kind: "whole" | "broken"): Column {
  const rng = random(seed);
  const draw = kind === "whole" ? () => 1 + rng.below(1000) : () => 0.01 + rng.uniform() * 3;
  return { type: "numeric", name: "w", values: Float64Array.from({ length: rows }, draw) };
}

/** Weighted rows are drawn without replacement. */
function membersOf(count: number, rows: number, seed: number, isWeighted: boolean): ForestMember[] {
  return forestMembers(count, rows, seed).map(({ seed, counts }) => ({
    seed,
    ...(counts && { counts: isWeighted ? counts.map((n) => Math.min(1, n)) : counts }),
  }));
}

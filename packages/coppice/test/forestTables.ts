import fc from "fast-check";
import { random } from "../src/base/random.js";
import type { ForestMember } from "../src/kernels/drivers/forest/rules.js";
import type { Column } from "../src/table/column.js";
import { makeTable, type Table } from "../src/table/table.js";

/** A table and the members of a forest on it. */
export interface ForestTable {
  readonly table: Table;
  readonly members: readonly ForestMember[];
}

export interface ForestShape {
  /** 0: a numeric target. */
  readonly classes: number;
  readonly missing: boolean;
  readonly rows?: number;
  /** No attribute has levels, and one has its values close together, but for one. */
  readonly numbersOnly?: boolean;
}

/** Tables of numeric and ordered attributes with ties; one is mostly missing, one is constant, some are awkward. */
export function forestTables(shape: ForestShape): fc.Arbitrary<ForestTable> {
  const { rows = 40 } = shape;
  return fc
    .record({
      seed: fc.nat(2 ** 32 - 1),
      rows: fc.integer({ min: 1, max: rows }),
      values: fc.constantFrom(2, 5, 1000),
      singles: fc.boolean(),
      members: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ seed, rows: count, values, members, singles }) => ({
      table: forestTable(seed, count, values, shape, singles),
      members: forestMembers(members, count, seed),
    }));
}

function forestTable(
  seed: number,
  rows: number,
  values: number,
  { classes, missing, numbersOnly = false }: ForestShape,
  singles: boolean,
): Table {
  const rng = random(seed);
  const rounded = singles ? Math.fround : (x: number) => x;
  const numbers = (name: string, draw: () => number, gaps = 0.2): Column => ({
    type: "numeric",
    name,
    values: Float64Array.from({ length: rows }, () =>
      missing && rng.uniform() < gaps ? Number.NaN : rounded(draw()),
    ),
  });
  const ordered: Column = {
    type: "ordered",
    name: "o",
    levels: ["a", "b", "c", "d"],
    codes: Int32Array.from({ length: rows }, () => (missing && rng.uniform() < 0.1 ? -1 : rng.below(4))),
  };
  const coarse = () => rng.below(values) - values / 2;
  const target: Column =
    classes > 0
      ? {
          type: "nominal",
          name: "y",
          levels: Array.from({ length: classes }, (_, k) => `c${k}`),
          codes: Int32Array.from({ length: rows }, () => rng.below(classes)),
        }
      : {
          type: "numeric",
          name: "y",
          values: Float64Array.from({ length: rows }, () => Math.round(coarse()) / 4),
        };
  return makeTable([
    numbers("x1", coarse),
    numbers("x2", rng.uniform),
    numbers("same", () => 7),
    numbersOnly ? numbers("crowded", () => (rng.uniform() < 0.02 ? 1e9 : rng.uniform())) : ordered,
    numbers("x3", coarse, 0.9),
    // Ranges beyond the largest double, and values that single precision cannot distinguish.
    numbers("x4", () => (rng.below(3) - 1) * (singles ? 1e38 : rng.uniform() < 0.1 ? 1.7e308 : 1e300)),
    numbers("x5", () => 1 + rng.below(50) * 2 ** -40),
    // More than are examined together.
    ...["x6", "x7", "x8", "x9"].map((name) => numbers(name, coarse, 0.05)),
    target,
  ]);
}

/** Every other member has a bootstrap sample, the others have all rows once. */
export function forestMembers(count: number, rows: number, seed = 1): ForestMember[] {
  const rng = random(seed);
  return Array.from({ length: count }, (_, i) => {
    if (i % 2 === 0) return { seed: rng.bits() };
    const counts = new Uint8Array(rows);
    for (let draw = 0; draw < rows; draw++) counts[rng.below(rows)]++;
    // Occasionally a row with a count that needs more than seven bits.
    if (i % 8 === 3) counts[0] = 255;
    return { seed: rng.bits(), counts };
  });
}

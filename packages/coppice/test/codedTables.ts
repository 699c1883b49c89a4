import fc from "fast-check";
import { random } from "../src/base/random.js";
import type { ForestMember } from "../src/kernels/drivers/forest/rules.js";
import type { Column } from "../src/table/column.js";
import { makeTable, type Table } from "../src/table/table.js";
import { type ForestTable, forestMembers } from "./forestTables.js";

export interface CodedShape {
  /** 0: a numeric target. */
  readonly classes: number;
  readonly rows?: number;
  /** The most levels of an attribute. */
  readonly levels?: number;
  readonly weights?: "integers" | "fractions";
}

/**
 * Tables of nominal, ordered and numeric attributes with ties and missing values; the target "y", and the weight "w" if there
 * are weights. Levels matter to the target in some of them and not in others.
 */
export function codedTables(shape: CodedShape): fc.Arbitrary<ForestTable> {
  return fc
    .record({
      seed: fc.nat(2 ** 32 - 1),
      rows: fc.integer({ min: 1, max: shape.rows ?? 40 }),
      gaps: fc.constantFrom(0, 0.1, 0.5),
      signal: fc.constantFrom(0, 0.5, 1),
      members: fc.integer({ min: 1, max: 4 }),
    })
    .map(({ seed, rows, gaps, signal, members }) => ({
      table: codedTable(shape, seed, rows, gaps, signal),
      // A bootstrap has the weights in its draws, so rows with weights are drawn once at most: sums beyond twice the total
      // weight would leave the grid.
      members: forestMembers(members, rows, seed).map((member) => (shape.weights ? once(member) : member)),
    }));
}

function once({ seed, counts }: ForestMember): ForestMember {
  return counts === undefined ? { seed } : { seed, counts: counts.map((count) => Math.min(1, count)) };
}

function codedTable(
  { classes, levels = 12, weights }: CodedShape,
  seed: number,
  rows: number,
  gaps: number,
  signal: number,
): Table {
  const rng = random(seed);
  const codes = (count: number) =>
    Int32Array.from({ length: rows }, () => (rng.uniform() < gaps ? -1 : rng.below(count)));
  const nominal = (name: string, count: number, type: "nominal" | "ordered" = "nominal"): Column => ({
    type,
    name,
    levels: Array.from({ length: count }, (_, i) => `${name}${i}`),
    codes: codes(count),
  });
  const numbers = (name: string, draw: () => number): Column => ({
    type: "numeric",
    name,
    values: Float64Array.from({ length: rows }, () => (rng.uniform() < gaps ? Number.NaN : draw())),
  });
  const informative = nominal("n1", levels);
  const lead = (row: number) => {
    const code = informative.type === "numeric" ? 0 : informative.codes[row];
    return code >= 0 && rng.uniform() < signal ? code : rng.below(1000);
  };
  const target: Column =
    classes > 0
      ? {
          type: "nominal",
          name: "y",
          levels: Array.from({ length: classes }, (_, k) => `c${k}`),
          codes: Int32Array.from({ length: rows }, (_, row) => lead(row) % classes),
        }
      : {
          type: "numeric",
          name: "y",
          values: Float64Array.from({ length: rows }, (_, row) => lead(row) / 4),
        };
  const weight = (): number => (weights === "integers" ? 1 + rng.below(9) : 0.1 + rng.uniform());
  return makeTable([
    informative,
    nominal("n2", 2),
    nominal("n3", 5),
    nominal("n4", Math.min(levels, 33)),
    nominal("n5", 1),
    nominal("o", 4, "ordered"),
    numbers("x1", () => rng.below(7) - 3),
    numbers("x2", rng.uniform),
    numbers("x3", () => (rng.below(3) - 1) * 1.7e308),
    target,
    ...(weights
      ? [{ type: "numeric", name: "w", values: Float64Array.from({ length: rows }, weight) } as const]
      : []),
  ]);
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mixedTable } from "../../test/mixedTable.js";
import { random, shuffle } from "../base/random.js";
import { makeTable, selectRows } from "../table/table.js";
import { prepare } from "./problem.js";
import { rowOrder } from "./rowOrder.js";

describe("rowOrder", () => {
  it.each(["classes", "values"] as const)(
    "puts the same rows in the same order, however they came: %s",
    (target) => {
      const table = mixedTable({ rows: 120, seed: 3, target, missing: 0.2, weights: "whole" });
      const request = { target: "y", weight: "weight" };
      const inOrder = (of: typeof table) => {
        const problem = prepare(of, request);
        const order = rowOrder(problem);
        return problem.attributes.map((c) =>
          Array.from(order, (row) => (c.type === "numeric" ? c.values[row] : c.codes[row])),
        );
      };
      const mixed = shuffle(
        Int32Array.from({ length: 120 }, (_, row) => row),
        random(8),
      );
      expect(inOrder(selectRows(table, mixed))).toEqual(inOrder(table));
    },
  );

  it("is the order by all columns, first to last, and then by row, whatever the ties", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.constantFrom(1, 2, 5, 400), { minLength: 1, maxLength: 9 }),
        (seed, counts) => {
          const rng = random(seed);
          const rows = 150;
          const cells = counts.map((count) =>
            Float64Array.from({ length: rows }, () => (rng.below(9) === 0 ? Number.NaN : rng.below(count))),
          );
          const y = Int32Array.from({ length: rows }, () => rng.below(2));
          const problem = prepare(
            makeTable([
              ...cells.map((values, c) => ({ name: `x${c}`, type: "numeric" as const, values })),
              { name: "y", type: "nominal" as const, levels: ["no", "yes"], codes: y },
            ]),
            { target: "y" },
          );
          const key = (row: number) => [
            y[row],
            ...cells.map((c) => (Number.isNaN(c[row]) ? -1 : c[row])),
            row,
          ];
          const expected = Array.from({ length: rows }, (_, row) => row).sort((a, b) => {
            const [left, right] = [key(a), key(b)];
            const at = left.findIndex((x, i) => x !== right[i]);
            return left[at] - right[at];
          });
          expect([...rowOrder(problem)]).toEqual(expected);
        },
      ),
    );
  });
});

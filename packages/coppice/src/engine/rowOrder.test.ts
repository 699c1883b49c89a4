import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../test/kit/itHolds.js";
import { mixedTable } from "../../test/mixedTable.js";
import { type Random, random, shuffle } from "../base/random.js";
import { testedCells } from "../table/column.js";
import { selectRows } from "../table/table.js";
import { randomTable } from "../testing/randomTable.js";
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

  const counts = fc.array(fc.constantFrom(1, 2, 5, 400), { minLength: 1, maxLength: 9 });
  itHolds(
    "is the order by all columns, first to last, and then by row, whatever the ties",
    [fc.nat(), counts],
    (seed, counts) => {
      const attribute = (count: number) =>
        ({ type: "numeric", draw: (rng: Random) => rng.below(count) }) as const;
      const attributes = counts.map((count, a) => [`x${a}`, attribute(count)]);
      const table = randomTable({
        rows: 150,
        seed,
        attributes: Object.fromEntries(attributes),
        classes: 2,
        gaps: 0.1,
      });
      const cells = [table.columns.at(-1)!, ...table.columns.slice(0, -1)].map(testedCells);
      const key = (row: number) => [...cells.map((c) => (Number.isNaN(c[row]) ? -1 : c[row])), row];
      const expected = Array.from({ length: 150 }, (_, row) => row).sort((a, b) => {
        const [left, right] = [key(a), key(b)];
        const at = left.findIndex((x, i) => x !== right[i]);
        return left[at] - right[at];
      });
      expect([...rowOrder(prepare(table, { target: "y" }))]).toEqual(expected);
    },
  );
});

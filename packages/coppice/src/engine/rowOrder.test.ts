import fc from "fast-check";
import { expect } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import type { Random } from "../base/random.js";
import { testedCells } from "../table/column.js";
import { levels, randomTable } from "../testing/randomTable.js";
import { prepare } from "./problem.js";
import { rowOrder } from "./rowOrder.js";

const numbers = (count: number) => ({ type: "numeric", draw: (rng: Random) => rng.below(count) }) as const;

itHolds(
  "rows are in the order of all columns, first to last, and then of their places, whatever the ties",
  100,
  [fc.nat(), fc.array(fc.constantFrom(1, 2, 5, 400), { minLength: 1, maxLength: 9 }), fc.constantFrom(0, 2)],
  (seed, counts, classes) => {
    const drawn = counts.map((count, a) => [`x${a}`, a % 4 === 3 ? levels(count) : numbers(count)]);
    const attributes = Object.fromEntries(drawn);
    const table = randomTable({ rows: 150, seed, attributes, classes, values: "few", gaps: 0.1 });
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

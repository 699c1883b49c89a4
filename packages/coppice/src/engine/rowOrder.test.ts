import { describe, expect, it } from "vitest";
import { mixedTable } from "../../test/mixedTable.js";
import { random, shuffle } from "../base/random.js";
import { selectRows } from "../table/table.js";
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
});

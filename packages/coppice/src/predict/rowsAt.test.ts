import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitTree } from "../../test/fitTree.js";
import { draws } from "../../test/kit/draws.js";
import { mixedTable } from "../../test/mixedTable.js";
import { nodePaths } from "../model/nodePath.js";
import { endsOf } from "../model/walk.js";
import { cellsOf } from "./cells.js";
import { rowsAt } from "./rowsAt.js";
import { walk } from "./walk.js";

describe("the rows at a node", () => {
  it("are those that come to leaves below it, with the sum of their shares", () => {
    const missing = fc.constantFrom("majority", "fraction", "surrogate", "level");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), missing, fc.nat(), (seed, strategy, pick) => {
        const table = mixedTable({ rows: 70, seed, target: "classes", missing: 0.2 });
        const options = { prune: "none", missing: strategy };
        const model = fitTree(table, { target: "y", learner: "cart", options });
        const at = pick % model.nodes.length;
        const end = endsOf(model)[at];
        const { cells } = cellsOf(model, table);
        const shares = new Float64Array(table.rows);
        for (let row = 0; row < table.rows; row++) {
          walk(model, cells, row, (leaf, share) => {
            if (leaf >= at && leaf < end) shares[row] += share;
          });
        }
        const { rows, weights } = rowsAt(model, table, nodePaths(model)[at]);
        expect([...rows]).toEqual([...shares.keys()].filter((row) => shares[row] > 0));
        rows.forEach((row, i) => {
          expect(weights[i]).toBeCloseTo(shares[row], 12);
        });
      }),
      draws(60),
    );
  });
});

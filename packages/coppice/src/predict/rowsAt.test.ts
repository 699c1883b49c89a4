import fc from "fast-check";
import { expect } from "vitest";
import { fitTree } from "../../test/fitTree.js";
import { itHolds } from "../../test/kit/forAll.js";
import { mixedTable } from "../../test/mixedTable.js";
import { nodePaths } from "../model/nodePath.js";
import { endsOf } from "../model/walk.js";
import { cellsOf } from "./cells.js";
import { rowsAt } from "./rowsAt.js";
import { walk } from "./walk.js";

const missing = fc.constantFrom("majority", "fraction", "surrogate", "level");
const seeds = fc.integer({ min: 0, max: 999 });
itHolds("a node has the rows of its leaves", 30, [seeds, missing, fc.nat()], (seed, strategy, pick) => {
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
});

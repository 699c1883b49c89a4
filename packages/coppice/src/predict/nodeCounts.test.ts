import fc from "fast-check";
import { expect } from "vitest";
import { fitTree } from "../../test/fitTree.js";
import { itHolds } from "../../test/kit/forAll.js";
import { mixedTable } from "../../test/mixedTable.js";
import { nodePaths } from "../model/nodePath.js";
import { nodeCounts } from "./nodeCounts.js";
import { rowsAt } from "./rowsAt.js";
import { truthOf } from "./truth.js";

const missing = fc.constantFrom("majority", "fraction", "surrogate", "level");
const target = fc.constantFrom<"classes" | "values">("classes", "values");
const seeds = fc.integer({ min: 0, max: 999 });
itHolds("a node has the losses of its rows", 20, [seeds, missing, target], (seed, strategy, kind) => {
  const table = mixedTable({ rows: 60, seed, target: kind, missing: 0.2 });
  const options = { prune: "none", missing: strategy, maxDepth: 4 };
  const model = fitTree(table, { target: "y", learner: "cart", options });
  const other = mixedTable({ rows: 50, seed: seed + 1, target: kind, missing: 0.2 });
  const { weights, losses } = nodeCounts(model, other);
  const truth = truthOf(model.target, other);
  nodePaths(model).forEach((path, at) => {
    const node = model.nodes[at];
    const there = rowsAt(model, other, path);
    let [weight, loss] = [0, 0];
    there.rows.forEach((row, i) => {
      const y = truth.kind === "classification" ? truth.codes[row] : truth.values[row];
      if (truth.kind === "classification" ? y < 0 : Number.isNaN(y)) return;
      weight += there.weights[i];
      const wrong = "counts" in node ? Number(node.label !== y) : (node.value - y) ** 2;
      loss += there.weights[i] * wrong;
    });
    expect(weights[at]).toBeCloseTo(weight, 9);
    expect(losses[at]).toBeCloseTo(loss, 6);
  });
});

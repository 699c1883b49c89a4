import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { labelOf, lossOf, posterior } from "../../src/model/costs.js";
import { columnOf } from "../../src/table/table.js";
import { describeShared, expectedOf, sharedSet } from "../shared.js";
import { compareTrees, entropyOf, giniOf, walkTogether } from "./compare.js";
import { type RpartFile, rpartTree } from "./rpartTree.js";

/** rpart's defaults, and no split without gain. */
const control = { minSplit: 20, minLeaf: 7, maxDepth: 30, zeroGain: false, prune: "none" };

const CASES = [
  { file: "rpart-prior", options: { priors: [0.65, 0.35] } },
  { file: "rpart-prior_info", options: { priors: [0.65, 0.35], criterion: "entropy" } },
  {
    file: "rpart-loss",
    options: {
      loss: [
        [0, 1],
        [2, 0],
      ],
    },
  },
  {
    file: "rpart-prior_loss",
    options: {
      priors: [0.5, 0.5],
      loss: [
        [0, 1],
        [3, 0],
      ],
    },
  },
] as const;

describeShared("priors and losses against rpart on kyphosis", () => {
  it.each(CASES)("$file: the same splits, labels, posteriors and risks", async ({ file, options }) => {
    const reference = expectedOf<RpartFile>("kyphosis", file)!;
    const { table, target } = await sharedSet("kyphosis");
    const column = columnOf(table, target);
    if (column.type === "numeric") throw new Error("a class set");
    const model = fitTable(table, { target, learner: "cart", options: { ...control, ...options } });
    const { factors, loss } = model.costs!;
    const altered = [0, 1].map((k) => (factors?.[k] ?? 1) * (loss ? loss[k][0] + loss[k][1] : 1));
    const impurity = ("criterion" in options ? entropyOf : giniOf)(column.codes, altered);
    // rpart prunes at cp = 0.01 while it grows: where it stops, we may continue.
    const found = compareTrees(model, table, rpartTree(reference, table), impurity, true);
    expect(found.faults).toEqual([]);
    expect(found.same).toBeGreaterThan(0);
    for (const { node, rpartNode } of walkTogether(model, table, rpartTree(reference, table))) {
      const row = reference.frame.findIndex((f) => f.node === rpartNode);
      const [label, , , p1, p2] = reference.yval2![row];
      const facts = model.nodes[node];
      if (!("counts" in facts)) throw new Error("classes");
      expect(facts.label).toBe(label - 1);
      expect(labelOf(facts.counts, model.costs)).toBe(facts.label);
      const [q1, q2] = posterior(facts.counts, model.costs);
      expect(q1).toBeCloseTo(p1, 9);
      expect(q2).toBeCloseTo(p2, 9);
      expect(lossOf(facts.counts, facts.label, model.costs)).toBeCloseTo(reference.frame[row].dev, 6);
    }
  });

  it("rpart-loss2: no split is worthwhile if misclassifying the rare class is cheap", async () => {
    const { table, target } = await sharedSet("kyphosis");
    const model = fitTable(table, {
      target,
      learner: "cart",
      options: {
        ...control,
        loss: [
          [0, 2],
          [1, 0],
        ],
        criterion: "risk",
      },
    });
    expect(model.nodes.length).toBe(1);
  });
});

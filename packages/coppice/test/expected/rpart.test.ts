import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { labelOf, lossOf, posterior } from "../../src/model/costs.js";
import type { ClassFacts } from "../../src/model/tree.js";
import { describeShared, expectedOf, sharedSet, truthOf, words } from "../shared.js";
import { compareTrees, entropyOf, giniOf, squaresOf } from "./compare.js";
import { COSTS, type RpartFile, rpartTree } from "./rpartTree.js";

/** Sets with rpart's full trees, without missing values and without contradictory rows (or with a numeric target). */
const COMPLETE = words(`
  weather-nominal contact-lenses kyphosis zoo promoters iris wine glass wdbc pima-diabetes tic-tac-toe car
  kr-vs-kp nursery cpu servo solder airfoil winequality-red abalone
`);

describeShared("cart against rpart, grown full", () => {
  it.each(COMPLETE)("%s: the same splits, up to ties", async (name) => {
    const reference = expectedOf<RpartFile>(name, "rpart-full")!;
    const set = await sharedSet(name);
    // rpart's maximum depth is 30, and it does not split without gain.
    const options = { maxDepth: 30, zeroGain: false, prune: "none" };
    const model = fitTable(set.table, { target: set.target, learner: "cart", options });
    const truth = truthOf(set);
    const impurity = truth instanceof Int32Array ? giniOf(truth) : squaresOf(truth);
    const found = compareTrees(model, set.table, rpartTree(reference, set.table), impurity);
    expect(found.faults).toEqual([]);
    expect(found.same).toBeGreaterThan(0);
  });
});

describeShared("priors and losses against rpart on kyphosis", () => {
  /** rpart's defaults, and no split without gain. */
  const control = { minSplit: 20, minLeaf: 7, maxDepth: 30, zeroGain: false, prune: "none" };
  const learned = async (options: object) => {
    const set = await sharedSet("kyphosis");
    const request = { target: set.target, learner: "cart", options: { ...control, ...options } } as const;
    return { model: fitTable(set.table, request), table: set.table, truth: truthOf(set) as Int32Array };
  };

  it.each(["rpart-prior", "rpart-prior_info", "rpart-loss", "rpart-prior_loss"])(
    "%s: the same splits, labels, posteriors and risks",
    async (file) => {
      const reference = expectedOf<RpartFile>("kyphosis", file)!;
      const { model, table, truth } = await learned(COSTS[file]);
      const { factors, loss } = model.costs!;
      const altered = [0, 1].map((k) => (factors?.[k] ?? 1) * (loss ? loss[k][0] + loss[k][1] : 1));
      const impurity = ("criterion" in COSTS[file] ? entropyOf : giniOf)(truth, altered);
      const rival = rpartTree(reference, table);
      // rpart prunes at cp = 0.01 while it grows: where it stops, we may continue.
      const found = compareTrees(model, table, rival, impurity, true);
      expect(found.faults).toEqual([]);
      expect(found.same).toBeGreaterThan(0);
      for (const { node, rpartNode } of found.nodes) {
        const row = reference.frame.findIndex((f) => f.node === rpartNode);
        const [label, , , ...wanted] = reference.yval2![row];
        const { counts, label: ours } = model.nodes[node] as ClassFacts;
        expect([ours, labelOf(counts, model.costs)]).toEqual([label - 1, label - 1]);
        posterior(counts, model.costs).forEach((share, k) => {
          expect(share).toBeCloseTo(wanted[k], 9);
        });
        expect(lossOf(counts, ours, model.costs)).toBeCloseTo(reference.frame[row].dev, 6);
      }
    },
  );

  it("rpart-loss2: no split is worthwhile if misclassifying the rare class is cheap", async () => {
    const { model } = await learned({ ...COSTS["rpart-loss2"], criterion: "risk" });
    expect(model.nodes.length).toBe(1);
  });
});

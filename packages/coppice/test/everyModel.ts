import { it } from "vitest";
import { fitTable } from "../src/learn/fit.js";
import { missingStrategies } from "../src/learn/missing/strategies.js";
import { learners } from "../src/learn/registry.js";
import type { EnsembleModel } from "../src/model/ensemble.js";
import type { Model } from "../src/model/model.js";
import type { TreeModel } from "../src/model/tree.js";
import { mixedTable } from "./mixedTable.js";

const FEW = new Map<string, object>([
  ["forest", { trees: 8 }],
  ["extraTrees", { trees: 8 }],
]);

/** A test for each kind of model: every learner, and every strategy for missing values. */
export function itHoldsForEveryModel(check: (model: Model) => void): void {
  for (const target of ["classes", "values"] as const) {
    const table = mixedTable({ rows: 120, seed: 1, target, missing: 0.1 });
    const task = target === "classes" ? "classification" : "regression";

    it.each(learners.filter(({ tasks }) => tasks.includes(task)).map(({ name }) => name))(
      `${target}: %s`,
      (learner) => {
        check(fitTable(table, { target: "y", learner, options: { ...FEW.get(learner) } }));
      },
    );

    it.each(missingStrategies(task))(`${target}, missing values by %s`, (missing) => {
      check(fitTable(table, { target: "y", learner: "cart", options: { missing, prune: "none" } }));
    });
  }

  it("with missingAtPrediction=eachValue", () => {
    const table = mixedTable({ rows: 120, seed: 1, target: "classes", missing: 0.1 });
    const options = { missingAtPrediction: "eachValue", prune: "none" };
    check(fitTable(table, { target: "y", learner: "cart", options }));
  });

  it("with members that are models", () => {
    const table = mixedTable({ rows: 120, seed: 1, target: "classes", missing: 0.1 });
    const models = ["c45", "cart"].map((learner) => fitTable(table, { target: "y", learner }) as TreeModel);
    const { options: _, nodes: __, ...head } = models[0];
    const members = { kind: "models", models } as const;
    for (const combine of [{ kind: "mean" }, { kind: "vote", weights: [0.4, 0.6] }] as const) {
      check({ ...head, format: "coppice-ensemble", options: {}, combine, members } as EnsembleModel);
    }
  });
}

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { threadId } from "node:worker_threads";
import { it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { missingStrategies } from "../../src/learn/missing/strategies.js";
import { learners } from "../../src/learn/registry.js";
import type { EnsembleModel } from "../../src/model/ensemble.js";
import type { Model } from "../../src/model/model.js";
import { parseModel } from "../../src/model/parse.js";
import type { Task, TreeModel } from "../../src/model/tree.js";
import { mixedTable } from "../mixedTable.js";
import { sourcesFolder } from "./sources.js";

/** A model and how it is learned. */
export interface NamedModel {
  /** `classification: cart`. */
  readonly name: string;
  /** Learns it. */
  fit(): Model;
}

const FEW = new Map<string, object>([
  ["forest", { trees: 8 }],
  ["extraTrees", { trees: 8 }],
  ["omnivariate", { nonlinear: "none" }],
]);

const tableOf = (task: Task) =>
  mixedTable({ rows: 120, seed: 1, target: task === "classification" ? "classes" : "values", missing: 0.1 });

function fitted(task: Task, learner: string, options: object = FEW.get(learner) ?? {}): Model {
  return fitTable(tableOf(task), { target: "y", learner, options: { ...options } });
}

function ofTask(task: Task): NamedModel[] {
  const able = learners.filter(({ tasks }) => tasks.includes(task));
  return [
    ...able.map(({ name }) => ({ name: `${task}: ${name}`, fit: () => fitted(task, name) })),
    ...missingStrategies(task).map((missing) => ({
      name: `${task}, missing values by ${missing}`,
      fit: () => fitted(task, "cart", { missing, prune: "none" }),
    })),
  ];
}

/** An ensemble whose members are models of their own. */
function ofModels(name: string, combine: EnsembleModel["combine"]): NamedModel {
  return {
    name: `members that are models, by ${name}`,
    fit() {
      const models = ["c45", "cart"].map((learner) => fitted("classification", learner) as TreeModel);
      const { options: _, nodes: __, ...head } = models[0];
      const members = { kind: "models", models } as const;
      return { ...head, format: "coppice-ensemble", options: {}, combine, members };
    },
  };
}

/** A model of each kind: of every learner and task, of every strategy for missing values, and of models. */
export const models: readonly NamedModel[] = [
  ...ofTask("classification"),
  ...ofTask("regression"),
  {
    name: "missingAtPrediction=eachValue",
    fit: () => fitted("classification", "cart", { missingAtPrediction: "eachValue", prune: "none" }),
  },
  ofModels("mean", { kind: "mean" }),
  ofModels("vote", { kind: "vote", weights: [0.4, 0.6] }),
];

/** The model as it was learned the first time from these sources, by whichever test file came first. */
export function modelOf({ name, fit }: NamedModel): Model {
  const folder = sourcesFolder();
  const path = join(folder, `${name.replaceAll(/\W+/g, "-")}.v8`);
  // Reading it gives columns their classes again, as when a model comes from another thread.
  if (existsSync(path)) return parseModel(deserialize(readFileSync(path)));
  const model = fit();
  mkdirSync(folder, { recursive: true });
  // Written whole: another worker may be reading it.
  const partial = `${path}.${process.pid}.${threadId}`;
  writeFileSync(partial, serialize(model));
  renameSync(partial, path);
  return model;
}

/** A test for each kind of model. */
export function itHoldsForEveryModel(check: (model: Model) => void): void {
  for (const named of models) it(named.name, () => check(modelOf(named)));
}

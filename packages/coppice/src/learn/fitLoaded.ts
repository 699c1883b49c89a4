import { unreachable } from "../base/errors.js";
import { MemoryEngine } from "../engine/memory/engine.js";
import type { Model } from "../model/model.js";
import type { Table } from "../table/table.js";
import { continuesNothing } from "./continuesNothing.js";
import type { FitTableRequest } from "./fitTableRequest.js";
import { learnerUnder } from "./learner.js";
import { loadLearner } from "./loadLearner.js";
import { learnsNoRules } from "./rules/learnsNoRules.js";
import { tableJob } from "./tableJob.js";
import { fitWithAsync } from "./treeJob.js";
import { yieldingEngine } from "./yieldingEngine.js";

/** `fitTableAsync`, loading only what the learner needs. */
export async function fitLoaded(table: Table, request: FitTableRequest): Promise<Model> {
  const { learner: asked, rules, team } = request;
  const learner = learnerUnder(typeof asked === "string" ? await loadLearner(asked) : asked, request.options);
  if (rules !== undefined && learner.kind !== "rules") throw learnsNoRules(learner.name);
  if (request.continueFrom && learner.kind !== "ensemble") throw continuesNothing(learner.name);
  switch (learner.kind) {
    case "ensemble": {
      const { ensembleJob, runEnsembleAsync } = await import("./ensemble/run.js");
      return runEnsembleAsync(ensembleJob(table, request, learner));
    }
    case "rules": {
      const { ruleJob, runRulesAsync } = await import("./rules/ruleLearners.js");
      return runRulesAsync(ruleJob(table, request, learner));
    }
    case "tree":
    case undefined:
      return fitWithAsync(tableJob(table, learner, request), (problem) =>
        yieldingEngine(new MemoryEngine(problem, team)),
      );
    default:
      return unreachable(learner);
  }
}

import { unreachable } from "../base/errors.js";
import type { AsyncDataHandle, DataHandle } from "../engine/data.js";
import type { Model } from "../model/model.js";
import type { Table } from "../table/table.js";
import { continuesNothing } from "./continuesNothing.js";
import type { FitTableRequest } from "./fitTableRequest.js";
import { isTreeLearner, learnerUnder } from "./learner.js";
import { loadLearner } from "./loadLearner.js";
import { needsRows } from "./needsRows.js";
import { learnsNoRules } from "./rules/learnsNoRules.js";
import { fitWithAsync } from "./runTreeJob.js";
import { type DataRequest, dataJob, tableJob } from "./tableJob.js";
import type { FitJob } from "./treeJob.js";

/** `fitData`, loading only what the learner needs. */
export async function fitLoadedData(
  data: DataHandle | AsyncDataHandle,
  { learner: asked, ...request }: DataRequest & Pick<FitTableRequest, "learner">,
): Promise<Model> {
  const learner = learnerUnder(typeof asked === "string" ? await loadLearner(asked) : asked, request.options);
  if (learner.kind === "ensemble") {
    const { fitEnsembleData } = await import("./ensemble/run.js");
    return fitEnsembleData(data, learner, request);
  }
  if (!isTreeLearner(learner)) throw needsRows(learner);
  return fitWithAsync(dataJob(data, learner, request) as FitJob);
}

/** `fitTableAsync`, loading only what the learner needs. */
export async function fitLoaded(table: Table, request: FitTableRequest): Promise<Model> {
  const { learner: asked, rules } = request;
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
      return fitWithAsync(tableJob(table, learner, request));
    default:
      return unreachable(learner);
  }
}

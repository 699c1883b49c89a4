import { isEnsemble, isTree, modelSize } from "../model/model.js";
import { assessmentJson } from "./assessment.js";
import { ensembleFigures } from "./ensembleFigures.js";
import type { Fitted } from "./fitText.js";
import { prunedSequence } from "./prunedSequence.js";
import { figuresOf } from "./summary.js";

/** What `fit --json` prints. */
export function answerOf({ model, score, estimate, warnings, rows, times: seconds, flags }: Fitted): object {
  const { pruning, optimality, hardening } = isTree(model) ? model : {};
  const size = modelSize(model);
  return {
    learner: model.learner,
    options: model.options,
    task: model.task,
    target: model.target.name,
    rows,
    attributes: model.attributes.length,
    size,
    train: figuresOf(score, model.options),
    ...(estimate && { assessment: assessmentJson(estimate) }),
    ...(pruning !== undefined && "nodes" in size && prunedSequence(pruning, size)),
    ...(optimality && { optimality }),
    ...(hardening && { hardening }),
    ...(isEnsemble(model) && ensembleFigures(model)),
    seconds,
    ...(flags.out !== undefined && { out: flags.out }),
    ...(flags.report !== undefined && { report: flags.report }),
    warnings,
  };
}

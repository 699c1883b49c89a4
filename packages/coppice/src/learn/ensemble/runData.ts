import { CoppiceError } from "../../base/errors.js";
import { yieldToEventLoop } from "../../base/yieldToEventLoop.js";
import type { AsyncDataHandle, DataHandle } from "../../engine/data.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { writable } from "../../model/modelJson.js";
import { checkTask } from "../checkTask.js";
import type { EnsembleDataWork, EnsembleLearned, EnsembleLearner } from "../learner.js";
import { headOf } from "../modelHead.js";
import { needsRows } from "../needsRows.js";
import { checkForTask, checkOptions } from "../options.js";
import { checkSignal } from "../slices.js";
import { stringAttributes } from "../strings/stringAttributes.js";
import type { DataRequest } from "../tableJob.js";
import { stepOf } from "./stepOf.js";

/** Learns many trees from the rows of a handle, by a learner that asks rows and does not read them. The handle stays open. */
export async function fitEnsembleData(
  data: DataHandle | AsyncDataHandle,
  learner: EnsembleLearner,
  request: DataRequest,
): Promise<EnsembleModel> {
  const { task } = data;
  if (learner.learnData === undefined) throw needsRows(learner);
  const options = checkOptions(learner, request.options ?? {});
  checkTask(learner, task);
  checkForTask(learner, request.options ?? {}, task.task);
  if (learner.missing?.(options)) {
    const message = `missing=${String(options.missing)} prepares rows before they are learned from, which needs all of them in the memory of this process`;
    throw new CoppiceError("ENGINE_ROWS", message, { name: "missing" });
  }
  if (!learner.strings && stringAttributes(task).length > 0) {
    const message = `${learner.name} prepares tests of strings, which needs all rows in the memory of this process: leave these columns out`;
    throw new CoppiceError("ENGINE_ROWS", message, { name: "strings" });
  }
  const { seed = 1, team, resume } = request;
  const work = learner.learnData(options, { data, seed, ...(team && { team }), ...(resume && { resume }) });
  const { combine, members, costs, report } = await run(work, learner, request);
  return {
    format: "coppice-ensemble",
    ...headOf({ learner, options, problem: task, seed }),
    combine,
    ...(costs && { costs }),
    ...(report && { report }),
    members: writable(members),
  };
}

async function run(
  work: EnsembleDataWork,
  learner: EnsembleLearner,
  { signal, onProgress, onSlice }: DataRequest,
): Promise<EnsembleLearned> {
  try {
    let step = work.next();
    while (!step.done) {
      const { value } = step;
      if ("waits" in value) {
        const answer = await value.waits;
        checkSignal(signal, learner.name);
        step = work.next(answer);
        continue;
      }
      onProgress?.(value.done, value.figure, stepOf(value));
      await onSlice?.(value);
      await yieldToEventLoop();
      checkSignal(signal, learner.name);
      step = work.next();
    }
    return step.value;
  } finally {
    work.return(undefined as never);
  }
}

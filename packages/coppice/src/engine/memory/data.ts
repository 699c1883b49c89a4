import type { Team } from "../../kernels/team.js";
import type { DataHandle } from "../data.js";
import { dealFolds } from "../dealFolds.js";
import { isComplete, type Problem, problemRows } from "../problem.js";
import { MemoryEngine } from "./engine.js";

/** A handle on rows in the memory of this process. */
export function memoryData(problem: Problem, team?: Team): DataHandle {
  return {
    task: problem,
    hasGaps: (attribute) => !isComplete(problem.attributes[attribute]),
    engine: (options) => new MemoryEngine(problem, options?.team ?? team),
    // The cells of a part are gathered only if they are read: kernels take the codes of the whole.
    part: ({ places }) => memoryData(problemRows(problem, places), team),
    deal: (folds, seed) => dealFolds(problem, folds, seed),
    blocks: () => [problem],
    local: { problem, over: (changed) => memoryData(changed, team) },
  };
}

import { CoppiceError } from "../../base/errors.js";
import { type BinnedRows, type DataHandle, localRows } from "../../engine/data.js";
import type { EnsembleState, Members } from "../../model/ensemble.js";
import type { PackedTrees } from "../../model/packed.js";
import { binned } from "../coding/binned.js";
import { BIN_RULES, type Edges, edgesOf } from "../coding/edges.js";
import { packedInBins, packedOnEdges } from "../coding/onEdges.js";
import { awaited } from "../conversed.js";
import type { EnsembleContext, EnsembleDataContext, EnsembleDataWork, EnsembleWork } from "../learner.js";

/** Grows a forest from bins in the place of numbers. All that leaves it tests numbers, checkpoints too. */
export function* growFromBins(
  grow: (context: EnsembleContext) => EnsembleWork,
  context: EnsembleContext,
): EnsembleWork {
  const { problem, resume, continueFrom } = context;
  if (continueFrom) {
    const message =
      "coding=bins has edges of its own for every table: a forest that is continued needs coding=exact";
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "coding" });
  }
  const edges = edgesOf(problem);
  const begun = resume && { ...resume, members: changed(resume.members, edges, packedInBins) };
  const work = grow({ ...context, problem: binned(problem, edges), ...(begun && { resume: begun }) });
  const outside = (members: Members) => changed(members, edges, packedOnEdges);
  let step = work.next();
  while (!step.done) {
    const { state, ...slice } = step.value;
    const own = () => {
      const made = state();
      return { ...made, members: outside(made.members) };
    };
    yield { ...slice, state: own };
    step = work.next();
  }
  return { ...step.value, members: outside(step.value.members) };
}

/** The same of rows that are elsewhere. */
export function* growDataFromBins(
  grow: (context: EnsembleDataContext) => EnsembleDataWork,
  context: EnsembleDataContext,
): EnsembleDataWork {
  const { data, resume } = context;
  // Refused where rows are neither here nor can be binned.
  if (!data.inBins) localRows(data as DataHandle, "coding=bins of a forest");
  const { data: rows, edges } = (yield* awaited(data.inBins!(BIN_RULES))) as BinnedRows;
  const begun = resume && { ...resume, members: changed(resume.members, edges, packedInBins) };
  const work = grow({ ...context, data: rows, ...(begun && { resume: begun }) });
  const outside = (members: Members) => changed(members, edges, packedOnEdges);
  let step = work.next();
  while (!step.done) {
    const { value } = step;
    step = work.next(yield "waits" in value ? value : { ...value, state: () => outsideOf(value.state()) });
  }
  return { ...step.value, members: outside(step.value.members) };

  function outsideOf(made: EnsembleState): EnsembleState {
    return { ...made, members: outside(made.members) };
  }
}

function changed(
  members: Members,
  edges: Edges,
  change: (trees: PackedTrees, edges: Edges) => PackedTrees,
): Members {
  return members.kind === "packed" ? { kind: "packed", trees: change(members.trees, edges) } : members;
}

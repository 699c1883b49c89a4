import type { NodeFacts, TreeModel } from "coppice";
import type { CandidateTest } from "coppice/edit";
import { shown } from "../base/text.js";
import type { CandidateFacts, GhostBranch, TargetFacts } from "./protocol.js";
import { edgeTexts } from "./testNames.js";

/** A test that a node could have, with its branches by groups of classes. */
export function candidateFacts(
  model: Pick<TreeModel, "attributes">,
  candidate: CandidateTest,
  target: TargetFacts,
): CandidateFacts {
  const { attribute, test, text, gain, isCurrent, stops, branches, validation } = candidate;
  const edges = edgeTexts(model, test, branches.length);
  return {
    ...{ attribute, test, text: shown(text, 120), gain, isCurrent },
    ...(stops && { stops }),
    ...(validation && { validation }),
    branches: branches.map((branch, b) => ghostOf(branch, edges[b] ?? "missing", target)),
  };
}

function ghostOf(branch: NodeFacts, edge: string, { group, groupColours }: TargetFacts): GhostBranch {
  if (!("counts" in branch)) return { edge, weight: branch.weight, mix: [], answer: branch.value };
  const mix = new Array<number>(groupColours.length).fill(0);
  branch.counts.forEach((count, code) => {
    mix[group[code]] += count;
  });
  return { edge, weight: branch.weight, mix, answer: branch.label };
}

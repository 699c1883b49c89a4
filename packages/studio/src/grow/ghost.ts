import type { SplitProfile } from "coppice/edit";
import type { Ghost, GhostScore } from "../state/types.js";
import type { CandidateList, GhostBranch, Judged, TargetFacts } from "../work/protocol.js";
import { answerOf, type Draft, weightOf } from "./draft.js";

/** What is being considered at a node, for the canvas and the score bar. */
export function ghostOf(
  node: number,
  profile: SplitProfile,
  judged: Judged | undefined,
  draft: Draft,
  now: Draft | undefined,
  edges: readonly string[],
  target: TargetFacts,
): Ghost {
  const branches = draft.branches.map(
    (sums, b): GhostBranch => ({
      edge: edges[b] ?? "",
      weight: weightOf(profile, sums),
      mix: profile.statistic === "classes" ? mixOf(sums, target) : [],
      answer: answerOf(profile, sums, judged?.answer ?? 0),
    }),
  );
  if (judged === undefined || draft.score === undefined) return { node, branches };
  const score: GhostScore = {
    on: judged.on,
    metric: profile.statistic === "classes" ? "accuracy" : "rmse",
    value: draft.score,
    change: draft.score - (now?.score ?? draft.score),
  };
  return { node, branches, score };
}

/** A candidate's branches, with what it changes from the node as a leaf. */
export function ghostOfCandidate(
  node: number,
  { validation }: Pick<CandidateList, "validation">,
  { branches, validation: judged }: CandidateList["list"][number],
): Ghost {
  if (validation === undefined || judged === undefined) return { node, branches };
  const { metric } = validation;
  return { node, branches, score: { on: "validation", metric, value: judged.score, change: judged.change } };
}

function mixOf(sums: Float64Array, { group, groupColours }: TargetFacts): number[] {
  const mix = new Array<number>(groupColours.length).fill(0);
  sums.forEach((sum, code) => {
    mix[group[code]] += sum;
  });
  return mix;
}

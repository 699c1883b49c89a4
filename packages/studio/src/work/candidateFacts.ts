import type { CandidateTest } from "coppice/edit";
import { shown } from "../base/text.js";
import type { CandidateFacts } from "./protocol.js";

/** A test that a node could have, with its branches by groups of classes. */
export function candidateFacts(
  candidate: CandidateTest,
  group: readonly number[],
  groups: number,
): CandidateFacts {
  const { attribute, test, text, gain, isCurrent, stops, branches } = candidate;
  return {
    ...{ attribute, test, text: shown(text, 120), gain, isCurrent, ...(stops && { stops }) },
    branches: branches.map((branch) => {
      if (!("counts" in branch)) return { weight: branch.weight, mix: [], value: branch.value };
      const mix = new Array<number>(groups).fill(0);
      branch.counts.forEach((count, code) => {
        mix[group[code]] += count;
      });
      return { weight: branch.weight, mix };
    }),
  };
}

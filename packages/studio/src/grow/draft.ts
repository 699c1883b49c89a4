import { type Cut, type NumericProfile, profileCut, type SplitProfile } from "coppice/edit";
import type { Judged } from "../work/protocol.js";

/** What a node would be with another test, its branches being leaves. */
export interface Draft {
  /** Sums of the training rows of each branch whose value is known. */
  readonly branches: readonly Float64Array[];
  readonly gain?: number;
  /** The score of the whole tree on the rows that edits are judged by: accuracy, or the root of the mean squared error. */
  readonly score?: number;
}

/** `missingTo` is the branch that rows without a value are sent to by hand; absent: as the learner would. */
export function draftOf(
  profile: SplitProfile,
  judged: Judged | undefined,
  cut: Cut,
  missingTo?: number,
): Draft {
  const { left, right, gain } = profileCut(profile, cut);
  return {
    branches: [left, right],
    ...(gain !== undefined && { gain }),
    ...(judged && { score: scoreOf(profile, judged, cut, [left, right], missingTo) }),
  };
}

export function weightOf({ statistic }: Pick<SplitProfile, "statistic">, sums: Float64Array): number {
  return statistic === "classes" ? sums.reduce((sum, weight) => sum + weight, 0) : sums[0];
}

/** What a branch would answer: its class of most weight, the first on a tie, or its mean; the node's own without rows. */
export function answerOf(
  profile: Pick<SplitProfile, "statistic">,
  sums: Float64Array,
  without: number,
): number {
  if (!(weightOf(profile, sums) > 0)) return without;
  if (profile.statistic === "moments") return sums[1] / sums[0];
  return sums.reduce((best, sum, code) => (sum > sums[best] ? code : best), 0);
}

function scoreOf(
  profile: SplitProfile,
  judged: Judged,
  cut: Cut,
  trained: readonly [Float64Array, Float64Array],
  missingTo: number | undefined,
): number {
  const { answer, rows, elsewhere, missing } = judged;
  const rowsOn = profileCut({ ...profile, ...heldOf(profile, judged) } as SplitProfile, cut);
  const answers = trained.map((sums) => answerOf(profile, sums, answer));
  const loss =
    elsewhere +
    lossOf(profile, rowsOn.left, answers[0]) +
    lossOf(profile, rowsOn.right, answers[1]) +
    lossOf(profile, missing, answerToMissing(profile, judged, trained, answers, missingTo));
  return profile.statistic === "classes" ? 1 - loss / rows : Math.sqrt(Math.max(0, loss) / rows);
}

/** The sums of the judged rows in the place of those of the training rows. */
function heldOf(profile: SplitProfile, { sums, values }: Judged): Partial<NumericProfile> {
  return profile.kind === "numeric" ? { sums, values: values!, gains: new Float64Array(0) } : { sums };
}

function answerToMissing(
  profile: SplitProfile,
  { rule, answer }: Judged,
  trained: readonly [Float64Array, Float64Array],
  answers: readonly number[],
  to: number | undefined,
): number {
  if (to !== undefined) return answers[to];
  if (rule === "own") return answerOf(profile, profile.missing, answer);
  const weights = trained.map((sums) => weightOf(profile, sums));
  if (rule === "majority") return answers[weights[1] > weights[0] ? 1 : 0];
  // Parts of the row go down both branches: their answers, weighted, are that of both together.
  const both = trained[0].map((sum, k) => sum + trained[1][k]);
  return answerOf(profile, both, answer);
}

/** Of these rows: how many are of another class, or the sum of their squared differences. */
function lossOf({ statistic }: SplitProfile, sums: Float64Array, answer: number): number {
  if (statistic === "classes") return weightOf({ statistic }, sums) - sums[answer];
  const [n, y, yy] = sums;
  return n === 0 ? 0 : yy - 2 * answer * y + n * answer * answer;
}

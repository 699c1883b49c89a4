import type { ProblemRequest } from "../engine/problem.js";
import type { Team } from "../kernels/team.js";
import type { Checkpoints } from "./ensemble/checkpoint.js";
import type { Learner, OnProgress } from "./learner.js";

export interface FitTableRequest<L extends string | Learner = string | Learner> extends ProblemRequest {
  /** A learner's name, or a learner of your own. */
  readonly learner: L;
  readonly options?: Readonly<Record<string, unknown>>;
  /** For learners of rules: rules that are locked, given or forbidden, as `parseExpertRules` reads them. */
  readonly rules?: string;
  /** For whatever is left to chance; the same seed gives the same model. */
  readonly seed?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  /** Threads to learn with; the model is the same without. */
  readonly team?: Team;
  /** For learners of many trees: state kept now and then, and taken up again. */
  readonly checkpoint?: Checkpoints;
}

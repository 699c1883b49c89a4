import type { ProblemRequest } from "../engine/problem.js";
import type { Team } from "../kernels/team.js";
import type { Model } from "../model/model.js";
import type { Warning } from "../table/table.js";
import type { Checkpoints } from "./ensemble/checkpoint.js";
import type { Learner, OnProgress } from "./learner.js";

export interface FitTableRequest<L extends string | Learner = string | Learner> extends ProblemRequest {
  /** A learner's name, or a learner of your own. */
  readonly learner: L;
  readonly options?: Readonly<Record<string, unknown>>;
  /** For rule learners: rules that are locked, given or forbidden, as `parseExpertRules` reads them. */
  readonly rules?: string;
  /** The random seed: the same seed gives the same model. */
  readonly seed?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  /** Called before the fit begins with everything that it cannot take into account but that is not an error (see `fitWarnings`). */
  readonly onWarning?: (warning: Warning) => void;
  /** Threads to learn with; the model is the same without. */
  readonly team?: Team;
  /** For ensembles: state that is saved periodically, and from which a run can resume. */
  readonly checkpoint?: Checkpoints;
  /**
   * For forests and gradient boosting: a model to go on from, perhaps with other rows. It keeps its trees and options; the
   * number of trees or rounds asked for is that of both together.
   */
  readonly continueFrom?: Model;
  /** For ensembles: what the model predicts for the table will be asked for, and what learning knows of it is kept. */
  readonly wantsScores?: boolean;
}

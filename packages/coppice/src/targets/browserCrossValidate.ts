import { fitPrepared } from "./browserFit.js";
import { checkRequest } from "./checkRequest.js";
import {
  type AnyCrossValidateRequest,
  asyncRunner,
  type CrossValidateRequest,
  type CrossValidation,
  crossValidatePrepared,
} from "./crossValidation.js";
import {
  checkThreads,
  type FitInput,
  type LearnerChoice,
  prepareFit,
  type TargetName,
} from "./fitRequest.js";
import { stopped } from "./stopped.js";

/** Estimates how well a learner generalises, by cross-validation. Models are learned as `fit` learns them, one by one. */
export function crossValidate<const D extends FitInput, const L extends LearnerChoice = "cart">(
  data: D,
  request: CrossValidateRequest<L, TargetName<NoInfer<D>>>,
): Promise<CrossValidation>;
export async function crossValidate(
  data: FitInput,
  request: AnyCrossValidateRequest,
): Promise<CrossValidation> {
  checkRequest(request, "crossValidate");
  checkThreads(request.threads);
  if (request.signal?.aborted) throw stopped();
  const prepared = await prepareFit(data, request);
  const run = asyncRunner(prepared.training.table, (table, onProgress) =>
    fitPrepared({ ...prepared, training: { ...prepared.training, table } }, { ...request, onProgress }),
  );
  return crossValidatePrepared(prepared, request, run);
}

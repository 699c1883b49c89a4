import { CoppiceError } from "../base/errors.js";
import type { AsyncDataHandle, DataHandle } from "../engine/data.js";
import { fitLoadedData } from "../learn/fitLoaded.js";
import type { Model } from "../model/model.js";
import type { AnyFitRequest } from "./fitRequest.js";
import { isModule, learnerIn } from "./ownLearner.js";

/** What a handle answers itself: which rows and columns there are, and where the work is done. */
const KNOWN = [
  ...([
    "weight",
    "rowKey",
    "ignore",
    "use",
    "attributes",
    "types",
    "schema",
    "missing",
    "columns",
    "decimal",
    "dates",
  ] as const),
  ...(["threads", "workers", "rules", "checkpoint", "continueFrom"] as const),
];

/** Learns from the rows of a handle, on the calling thread, with the engines of the handle. */
export async function fitHandle(data: DataHandle | AsyncDataHandle, request: AnyFitRequest): Promise<Model> {
  const { target, learner = "cart", options = {}, seed, signal, onProgress, onWarning } = request;
  for (const name of KNOWN) if (request[name] !== undefined) throw knownToHandle(name);
  const { column } = data.task.target;
  if (target !== undefined && target !== column.name) throw knownToHandle("target", column.name);
  if (onWarning) for (const warning of data.task.warnings) onWarning(warning);
  return fitLoadedData(data, {
    learner: isModule(learner) ? await learnerIn(learner) : learner,
    options: options as Readonly<Record<string, unknown>>,
    ...(seed !== undefined && { seed }),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
}

function knownToHandle(name: string, value?: string): CoppiceError {
  const known = value === undefined ? "" : `: it is ${JSON.stringify(value)}`;
  return new CoppiceError(
    "OPTION_CONFLICT",
    `${name} cannot be given with a handle on rows, which has been made for one target and its attributes${known}`,
    { name },
  );
}

import { checkHistory } from "./checkHistory.js";
import type { Model } from "./model.js";
import { parseModel as parseForPrediction } from "./parseForPrediction.js";

/** A model from the parsed JSON of its file. Any fault is an error that names its path and the rule it breaks. */
export function parseModel(json: unknown): Model {
  const model = parseForPrediction(json);
  checkHistory(model);
  return model;
}

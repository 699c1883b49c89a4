import { CoppiceError } from "../base/errors.js";
import { isJson } from "../base/json.js";
import { checkHistory } from "./checkHistory.js";
import type { Model } from "./model.js";
import { parseModel as parseForPrediction } from "./parseForPrediction.js";

/** A model from the parsed JSON of its file. Any fault is an error that names its path and the rule it breaks. */
export function parseModel(json: unknown): Model {
  if (isJson(json) && json.format === "coppice-clauses") {
    throw new CoppiceError(
      "MODEL_KIND",
      "this is a definition by clauses, which coppice foil --model reads",
      { name: "format" },
    );
  }
  const model = parseForPrediction(json);
  checkHistory(model);
  return model;
}

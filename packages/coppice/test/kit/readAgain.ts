import type { Model } from "../../src/model/model.js";
import { modelJson } from "../../src/model/modelJson.js";
import { parseModel } from "../../src/model/parse.js";

/** The model that is read from this one's JSON. */
export function readAgain<M extends Model>(model: M): M {
  return parseModel(JSON.parse(JSON.stringify(modelJson(model)))) as M;
}

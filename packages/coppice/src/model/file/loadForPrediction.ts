import { checkNoOptions } from "../../base/checkOptions.js";
import type { Model } from "../model.js";
import { parseModel } from "../parseForPrediction.js";
import { jsonOf, type ModelSource } from "./modelSource.js";

/**
 * A model from a file's content: JSON or compact, with or without gzip, as detected from the first bytes. Takes bytes, text,
 * a Blob, a Response (as `fetch` gives it) or parsed JSON. Checked as far as predictions depend on it.
 */
export function loadModel(source: ModelSource): Promise<Model>;
export async function loadModel(source: ModelSource, ...others: readonly unknown[]): Promise<Model> {
  checkNoOptions("loadModel", others);
  return parseModel(await jsonOf(source));
}

import { checkNoOptions } from "../../base/checkOptions.js";
import type { Model } from "../model.js";
import { parseModel } from "../parse.js";
import { jsonOf, type ModelSource } from "./modelSource.js";

export type { ModelSource } from "./modelSource.js";

/**
 * A model from a file's content: JSON or compact, with or without gzip, as detected from the first bytes. Takes bytes, text,
 * a Blob, a Response (as `fetch` gives it) or parsed JSON.
 */
export function loadModel(source: ModelSource): Promise<Model>;
export async function loadModel(source: ModelSource, ...others: readonly unknown[]): Promise<Model> {
  checkNoOptions("loadModel", others);
  return parseModel(await jsonOf(source));
}

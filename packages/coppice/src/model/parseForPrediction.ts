import { CoppiceError } from "../base/errors.js";
import { describe, isJson, type Json } from "./checks.js";
import type { Model } from "./model.js";
import { parseEnsemble } from "./parseEnsemble.js";
import { parseRuleModel } from "./parseRuleModel.js";
import { parseTree } from "./parseTree.js";
import { upgraded } from "./version.js";

const READERS = new Map<unknown, (json: Json) => Model>([
  ["coppice-tree", parseTree],
  ["coppice-ensemble", parseEnsemble],
  ["coppice-rules", parseRuleModel],
]);

/**
 * A model from the parsed JSON of its file, checked as far as predictions depend on it: any fault is an error that names
 * its path and the rule it breaks. `parseModel` of `coppice` also checks what the model records about learning.
 */
export function parseModel(json: unknown): Model {
  const read = isJson(json) ? READERS.get(json.format) : undefined;
  if (!isJson(json) || read === undefined) {
    const found = isJson(json) ? `format ${describe(json.format)}` : describe(json);
    const formats = Array.from(READERS.keys(), (format) => JSON.stringify(format)).join(" or ");
    const message = `this is not a coppice model: it must be an object with format ${formats}; got ${found}`;
    throw new CoppiceError("MODEL_INVALID", message, { name: "format" });
  }
  return read(upgraded(json));
}

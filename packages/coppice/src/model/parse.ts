import { CoppiceError } from "../base/errors.js";
import { describe, isJson, type Json } from "./checks.js";
import type { Model } from "./ensemble.js";
import { parseEnsemble } from "./parseEnsemble.js";
import { parseTree } from "./parseTree.js";

/** A model from what JSON.parse made of its file. Whatever is wrong with it is an error that says where and why. */
export function parseModel(json: unknown): Model {
  if (!isJson(json) || (json.format !== "coppice-tree" && json.format !== "coppice-ensemble")) {
    const found = isJson(json) ? `format ${describe(json.format)}` : describe(json);
    const message = `this is not a coppice model: it must be an object with format "coppice-tree" or "coppice-ensemble"; got ${found}`;
    throw new CoppiceError("MODEL_INVALID", message, { name: "format" });
  }
  checkVersion(json);
  return json.format === "coppice-tree" ? parseTree(json) : parseEnsemble(json);
}

function checkVersion(json: Json): void {
  if (json.version === 1) return;
  const message = `this program reads models of version 1; got version ${describe(json.version)}`;
  throw new CoppiceError("MODEL_VERSION", message, { name: "version", rule: "1" });
}

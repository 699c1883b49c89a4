import { buffer } from "node:stream/consumers";
import { CoppiceError, type ErrorCode } from "../base/errors.js";
import type { Model } from "../model/model.js";
import { parseModel } from "../model/parse.js";
import type { TreeModel } from "../model/tree.js";
import { fileBytes, standardInput } from "../targets/files.js";
import type { Io } from "./io.js";
import { treeOnly } from "./treeOnly.js";

/** A JSON file, or standard input for `-`; text that is not JSON fails with `code`. */
export async function readJson(io: Io, path: string, code: ErrorCode): Promise<unknown> {
  const source = path === "-" ? standardInput() : fileBytes(path);
  const bytes = await io.interruptible(() => buffer(source.open()));
  try {
    // TextDecoder drops a byte order mark.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CoppiceError(code, `${source.name} is not JSON: ${why}`, { name: source.name });
  }
}

export async function readModel(io: Io, path: string): Promise<Model> {
  return parseModel(await readJson(io, path, "MODEL_INVALID"));
}

/** Standard input can be read once. */
export function checkOneInput(modelPath: string, tablePath: string | undefined): void {
  if (modelPath !== "-" || tablePath !== "-") return;
  throw new CoppiceError("USAGE", "the model and the table cannot both come from standard input", {
    name: "-",
  });
}

/** A model of one tree, for verbs that know no other; `verb` says what they do. */
export async function readTree(io: Io, path: string, verb: string): Promise<TreeModel> {
  return treeOnly(await readModel(io, path), verb);
}

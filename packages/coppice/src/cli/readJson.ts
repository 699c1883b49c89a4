import { isAscii } from "node:buffer";
import { buffer } from "node:stream/consumers";
import { CoppiceError, type ErrorCode } from "../base/errors.js";
import { isCompact, type ParseJson } from "../model/file/compact.js";
import { isGzip } from "../model/file/modelSource.js";
import { modelFrom, treeOrJson } from "../model/file/plainTree.js";
import type { Model } from "../model/model.js";
import type { TreeModel } from "../model/tree.js";
import { fileBytes, standardInput, wholeFile } from "../targets/files.js";
import { loadModel, modelContent, saveOptionsFor } from "../targets/modelFiles.js";
import { type Io, writeFileWhole } from "./io.js";
import { treeOnly } from "./treeOnly.js";

/** A JSON file, or standard input for `-`; text that is not JSON fails with `code`. */
export async function readJson(io: Io, path: string, code: ErrorCode): Promise<unknown> {
  const source = path === "-" ? standardInput() : fileBytes(path);
  return parsed(await io.interruptible(() => buffer(source.open())), source.name, code);
}

function parsed(bytes: Uint8Array, name: string, code: ErrorCode, parse: ParseJson = parseText): unknown {
  try {
    return parse(bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CoppiceError(code, `${name} is not JSON: ${why}`, { name });
  }
}

function parseText(bytes: Uint8Array): unknown {
  return JSON.parse(textOf(bytes));
}

/** Decoding takes long for large models, and is not needed for ASCII. TextDecoder drops a byte order mark. */
function textOf(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return new TextDecoder().decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

/** A model's file in any of its forms: its first bytes tell which. */
export async function readModel(io: Io, path: string): Promise<Model> {
  const bytes = await io.interruptible(() =>
    path === "-" ? buffer(standardInput().open()) : wholeFile(path),
  );
  if (!isText(bytes)) return loadModel(bytes);
  const name = path === "-" ? standardInput().name : path;
  return modelFrom(parsed(bytes, name, "MODEL_INVALID", (all) => treeOrJson(all, parseText)));
}

/** Neither of the other forms begins with a character that JSON may begin with. */
function isText(bytes: Uint8Array): boolean {
  return !isGzip(bytes) && !isCompact(bytes);
}

/** In the form that the file's name asks for. */
export async function writeModel(io: Io, path: string, model: Model): Promise<void> {
  await writeFileWhole(io, path, modelContent(model, saveOptionsFor(path)));
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

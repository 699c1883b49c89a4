import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGzip, gunzip, gzip } from "node:zlib";
import { checkNoOptions } from "../base/checkOptions.js";
import { modelPieces } from "../model/file/modelPieces.js";
import { jsonOf, type ModelSource, notGzip } from "../model/file/modelSource.js";
import { modelFrom, treeOrJson } from "../model/file/plainTree.js";
import { checkSaving, modelBytes, type SaveOptions } from "../model/file/saveModel.js";
import type { Model } from "../model/model.js";
import { wholeFile, writeWhole } from "./files.js";
import "./nodeBase64.js";

export type { ModelSource } from "../model/file/modelSource.js";
export type { SaveOptions } from "../model/file/saveModel.js";

/**
 * A model from a file: JSON or compact, with or without gzip, detected from the first bytes. A string that does not begin
 * with a brace is a path; bytes, a Blob, a Response and parsed JSON are accepted as in `coppice`.
 */
export function loadModel(source: ModelSource): Promise<Model>;
export async function loadModel(source: ModelSource, ...others: readonly unknown[]): Promise<Model> {
  checkNoOptions("loadModel", others);
  const isPath = source instanceof URL || (typeof source === "string" && !/^\s*\{/.test(source));
  const content = isPath ? await wholeFile(source as string | URL) : source;
  return modelFrom(await jsonOf(content, unpack, treeOrJson));
}

/** Off the main thread, and faster than the web's DecompressionStream. */
async function unpack(packed: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(packed);
  } catch (error) {
    throw notGzip(error);
  }
}

/** A model as bytes for `loadModel`; or, with a path, written to a file atomically, in the format of its extension. */
export function saveModel(model: Model, options?: SaveOptions): Promise<Uint8Array>;
export function saveModel(model: Model, path: string, options?: SaveOptions): Promise<undefined>;
export async function saveModel(
  model: Model,
  to: string | SaveOptions = {},
  options: SaveOptions = {},
): Promise<Uint8Array | undefined> {
  checkSaving(model, typeof to === "string" ? options : to);
  if (typeof to === "string") {
    const { format = saveOptionsFor(to).format, gzip: isGzipped = saveOptionsFor(to).gzip } = options;
    await writeWhole(to, modelContent(model, { format, gzip: isGzipped }));
    return undefined;
  }
  const bytes = modelBytes(model, to);
  return (to.gzip ?? true) ? new Uint8Array(await promisify(gzip)(bytes)) : bytes;
}

/** `m.coppice` is compact and gzipped, `m.json.gz` gzipped JSON, anything else JSON. */
export function saveOptionsFor(path: string): Required<SaveOptions> {
  if (/\.coppice$/i.test(path)) return { format: "compact", gzip: true };
  return { format: "json", gzip: /\.gz$/i.test(path) };
}

/** The content of a model's file, in pieces where it may be large. It is compressed off the main thread. */
export function modelContent(
  model: Model,
  { format, gzip: isGzipped }: Required<SaveOptions>,
): Uint8Array | AsyncIterable<Uint8Array> {
  if (format === "json") {
    const text = inBytes(modelPieces(model));
    return isGzipped ? gzipped(text) : Readable.from(text, { objectMode: false });
  }
  const bytes = modelBytes(model, { format });
  return isGzipped ? gzipped(pieces(bytes)) : bytes;
}

const PIECE = 1 << 20;

function gzipped(content: Iterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(content, { objectMode: false }), createGzip(), () => {});
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** The bytes of a text, as many at a time, so that their compression does not depend on the pieces of the text. */
function* inBytes(texts: Iterable<string>): Generator<Uint8Array> {
  let room = new Uint8Array(PIECE);
  let filled = 0;
  for (const text of texts) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) {
      const n = Math.min(bytes.length - at, PIECE - filled);
      room.set(bytes.subarray(at, at + n), filled);
      at += n;
      filled += n;
      if (filled < PIECE) continue;
      yield room;
      room = new Uint8Array(PIECE);
      filled = 0;
    }
  }
  if (filled > 0) yield room.subarray(0, filled);
}

import { CoppiceError } from "../../base/errors.js";
import type { Model } from "../model.js";
import { parseModel } from "../parse.js";
import { fromCompact, isCompact } from "./compact.js";

/** A model file's bytes or text, a source of them, or its parsed JSON. */
export type ModelSource = Uint8Array | ArrayBuffer | string | Blob | Response | Promise<Response> | object;

export type Unpack = (packed: Uint8Array) => Promise<Uint8Array>;

/**
 * A model from a file's content: JSON or compact, with or without gzip, as detected from the first bytes. Takes bytes, text,
 * a Blob, a Response (as `fetch` gives it) or parsed JSON.
 */
export async function loadModel(source: ModelSource): Promise<Model> {
  return loadModelBy(gunzip, source);
}

export async function loadModelBy(unpack: Unpack, source: ModelSource): Promise<Model> {
  const given = await source;
  if (typeof given === "string") return parseModel(jsonIn(given));
  if (given instanceof Uint8Array) return modelIn(unpack, given);
  if (given instanceof ArrayBuffer) return modelIn(unpack, new Uint8Array(given));
  if (!isBody(given)) return parseModel(given);
  if (given.ok === false) {
    const message = `cannot read ${given.url || "the model"}: the server answered ${given.status}`;
    throw new CoppiceError("FILE_READ", message, { name: given.url ?? "model", value: given.status });
  }
  return modelIn(unpack, new Uint8Array(await given.arrayBuffer()));
}

/** A Blob, a File or a Response. */
interface Body {
  arrayBuffer(): Promise<ArrayBuffer>;
  readonly ok?: boolean;
  readonly url?: string;
  readonly status?: number;
}

function isBody(source: object): source is Body {
  return typeof (source as Partial<Body>).arrayBuffer === "function";
}

async function modelIn(unpack: Unpack, bytes: Uint8Array): Promise<Model> {
  if (isGzip(bytes)) return modelIn(unpack, await unpack(bytes));
  return parseModel(isCompact(bytes) ? fromCompact(bytes) : jsonIn(new TextDecoder().decode(bytes)));
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notA("JSON", error);
  }
}

async function gunzip(packed: Uint8Array): Promise<Uint8Array> {
  try {
    const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw notGzip(error);
  }
}

export function notGzip(error: unknown): CoppiceError {
  return notA("a whole gzip file", error);
}

function notA(what: string, error: unknown): CoppiceError {
  const why = error instanceof Error ? error.message : String(error);
  return new CoppiceError("MODEL_INVALID", `the model is not ${what}: ${why}`, { name: "model" });
}

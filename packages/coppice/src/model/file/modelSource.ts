import { CoppiceError } from "../../base/errors.js";
import { fromCompact, isCompact, type ParseJson, parseJson } from "./compact.js";

/** A model file's bytes or text, a source of them, or its parsed JSON. */
export type ModelSource = Uint8Array | ArrayBuffer | string | Blob | Response | Promise<Response> | object;

export type Unpack = (packed: Uint8Array) => Promise<Uint8Array>;

/** The JSON of a model from a file's content, for `parseModel` to check. `parse` reads the bytes of JSON. */
export async function jsonOf(
  source: ModelSource,
  unpack: Unpack = gunzip,
  parse: ParseJson = parseJson,
): Promise<unknown> {
  const given = await source;
  if (typeof given === "string") return jsonIn(() => JSON.parse(given));
  if (given instanceof Uint8Array) return decoded(unpack, parse, given);
  if (given instanceof ArrayBuffer) return decoded(unpack, parse, new Uint8Array(given));
  if (!isBody(given)) return given;
  if (given.ok === false) {
    const message = `cannot read ${given.url || "the model"}: the server answered ${given.status}`;
    throw new CoppiceError("FILE_READ", message, { name: given.url ?? "model", value: given.status });
  }
  return decoded(unpack, parse, new Uint8Array(await given.arrayBuffer()));
}

/** A Blob, a File or a Response. */
interface Body {
  arrayBuffer(): Promise<ArrayBuffer>;
  readonly ok?: boolean;
  readonly url?: string;
  readonly status?: number;
}

function isBody(source: object): source is Body {
  return typeof (source as Partial<Body> | null | undefined)?.arrayBuffer === "function";
}

async function decoded(unpack: Unpack, parse: ParseJson, bytes: Uint8Array): Promise<unknown> {
  if (isGzip(bytes)) return decoded(unpack, parse, await unpack(bytes));
  return isCompact(bytes) ? fromCompact(bytes, parse) : jsonIn(() => parse(bytes));
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function jsonIn(parse: () => unknown): unknown {
  try {
    return parse();
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

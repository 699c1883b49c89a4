import { isEnsemble, type Model } from "../model.js";
import { modelJson } from "../modelJson.js";
import { ByteReader, ByteWriter, damaged } from "./byteStream.js";
import { readPacked, writePacked } from "./packedBytes.js";

/** The first byte cannot begin a text, so no JSON begins like this. */
const MAGIC = Uint8Array.of(0x89, ...new TextEncoder().encode("coppice"));
const VERSION = 1;

export function isCompact(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}

/** A model as bytes: its JSON without packed trees, followed by these in a compact form. */
export function toCompact(model: Model): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  out.append(MAGIC);
  out.byte(VERSION);
  const trees = isEnsemble(model) && model.members.kind === "packed" ? model.members.trees : undefined;
  const head = trees ? { ...model, members: { kind: "packed" } } : modelJson(model);
  const text = new TextEncoder().encode(JSON.stringify(head));
  out.varint(text.length);
  out.append(text);
  if (trees) writePacked(out, trees);
  return out.finish();
}

export type ParseJson = (bytes: Uint8Array) => unknown;

export const parseJson: ParseJson = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

/** The decoded object, for `parseModel` to check. */
export function fromCompact(bytes: Uint8Array, parse: ParseJson = parseJson): unknown {
  const from = new ByteReader(bytes);
  from.take(MAGIC.length);
  const version = from.byte();
  if (version !== VERSION)
    throw damaged(`it is of version ${version}, and this program reads version ${VERSION}`);
  const head = jsonIn(from.take(from.count()), parse);
  if (from.left === 0) return head;
  if (head?.members?.kind !== "packed") throw damaged("bytes follow where none belong");
  return { ...head, members: { kind: "packed", trees: readPacked(from) } };
}

function jsonIn(bytes: Uint8Array, parse: ParseJson): { members?: { kind?: unknown } } | null {
  try {
    return parse(bytes) as object;
  } catch {
    throw damaged("its head is not JSON");
  }
}

import { CoppiceError, mustBe } from "../base/errors.js";
import type { Warning } from "../table/table.js";
import type { ByteSource } from "./bytes.js";
import { spreadsheetError, spreadsheetKind } from "./spreadsheet.js";

/** Number of bytes whose pattern of zeros identifies UTF-16. */
const SAMPLE = 1024;

/** A source converted to UTF-8, with the encoding that was guessed. */
export interface DecodedSource extends ByteSource {
  /** Set if only the bytes themselves indicate the encoding. */
  guessed: string | undefined;
}

/**
 * The source's text as UTF-8. Without a label, UTF-16 is recognised by its byte order mark or its zeros, and everything
 * else passes unchanged.
 */
export function decoded(source: ByteSource, label: string | undefined): DecodedSource {
  if (label !== undefined) checkLabel(label);
  const { size, ...rest } = source;
  const result: DecodedSource = {
    ...rest,
    ...(size !== undefined && label === undefined && { size }),
    guessed: undefined,
    open: (reuseMemory) => opened(source, label, reuseMemory, result),
  };
  return result;
}

async function* opened(
  source: ByteSource,
  label: string | undefined,
  reuseMemory: boolean | undefined,
  result: DecodedSource,
): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  const encoder = new TextEncoder();
  for await (const chunk of source.open(reuseMemory)) {
    if (isFirst && chunk.length > 0) {
      isFirst = false;
      const kind = spreadsheetKind(chunk);
      if (kind !== undefined) throw spreadsheetError(source.name, kind);
      const wide = label ?? wideLabel(chunk);
      if (label === undefined && wide !== undefined && !hasWideMark(chunk)) result.guessed = wide;
      if (wide !== undefined && !isUtf8Label(wide)) decoder = new TextDecoder(wide);
    }
    yield decoder ? encoder.encode(decoder.decode(chunk, { stream: true })) : chunk;
  }
  const rest = decoder?.decode() ?? "";
  if (rest !== "") yield encoder.encode(rest);
}

function isUtf8Label(label: string): boolean {
  return new TextDecoder(label).encoding === "utf-8";
}

function checkLabel(label: string): void {
  try {
    new TextDecoder(label);
  } catch {
    const rule = "the name of an encoding, such as utf-8, utf-16le, windows-1252 or shift_jis";
    throw mustBe("OPTION_RANGE", "encoding", rule, label);
  }
}

function hasWideMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** UTF-16 by its mark, or because every other byte of mostly Latin text is zero. */
function wideLabel(bytes: Uint8Array): string | undefined {
  if (hasWideMark(bytes)) return bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  const length = Math.min(SAMPLE, bytes.length - (bytes.length % 2));
  const zeros = [0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i % 2]++;
  if (length < 8 || zeros[0] + zeros[1] < length / 4) return undefined;
  if (zeros[1] > 10 * zeros[0]) return "utf-16le";
  return zeros[0] > 10 * zeros[1] ? "utf-16be" : undefined;
}

/** The encoding tried if the bytes are not UTF-8. */
export const FALLBACK = "windows-1252";

/** Whether a reader stopped at bytes that are not UTF-8. */
export function isNotUtf8(error: unknown): boolean {
  return error instanceof CoppiceError && error.facts.rule === "UTF-8 text";
}

export function encodingWarning(name: string, label: string): Warning {
  const message =
    label === FALLBACK
      ? `${name} is not UTF-8 text: read as ${label} (Latin-1)`
      : `${name} looks like ${label}: read as ${label}`;
  return {
    code: "ENCODING_GUESSED",
    message,
    remedy: {
      flag: "--encoding <name>",
      option: 'encoding: "<name>"',
      effect: "if that is wrong",
    },
  };
}

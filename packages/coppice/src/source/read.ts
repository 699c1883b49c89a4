import { CoppiceError, show, unreachable } from "../base/errors.js";
import { readArff } from "./arff/arff.js";
import { readArrow } from "./arrow.js";
import { type ByteSource, gunzip } from "./bytes.js";
import { readC45 } from "./c45/c45.js";
import { checkedReading, type GivenOptions } from "./checkReading.js";
import { readCsv, readTsv } from "./csv/csv.js";
import { decoded, encodingWarning, FALLBACK, isNotUtf8 } from "./encoding.js";
import { readJson } from "./json.js";
import type { ReadOptions, ReadResult } from "./options.js";
import { chunksOf } from "./options.js";
import { readParquet } from "./parquet.js";
import { spreadsheetError, spreadsheetName } from "./spreadsheet.js";

export type { ReadOptions, ReadResult } from "./options.js";

export const FORMATS = ["csv", "tsv", "arff", "c45", "json", "parquet", "arrow"] as const;
export type Format = (typeof FORMATS)[number];

const EXTENSIONS: ReadonlyMap<string, Format> = new Map([
  ["csv", "csv"],
  ["txt", "csv"],
  ["tsv", "tsv"],
  ["tab", "tsv"],
  ["arff", "arff"],
  ["data", "c45"],
  ["names", "c45"],
  ["json", "json"],
  ["parquet", "parquet"],
  ["arrow", "arrow"],
  ["feather", "arrow"],
  ["ipc", "arrow"],
]);

const GZIPPED = /\.gz$/i;

export function isGzipped(fileName: string): boolean {
  return GZIPPED.test(fileName);
}

/** The format for a file's extension; a final .gz is ignored. */
export function formatOf(fileName: string): Format {
  const extension = /\.([^./\\]*)$/.exec(fileName.replace(GZIPPED, ""))?.[1] ?? "";
  const format = EXTENSIONS.get(extension.toLowerCase());
  if (format) return format;
  const spreadsheet = spreadsheetName(extension);
  if (spreadsheet !== undefined) throw spreadsheetError(fileName, spreadsheet);
  const known = [...EXTENSIONS.keys()].map((name) => `.${name}`).join(" ");
  const found = extension === "" ? "no extension" : `the extension ${show(`.${extension}`)}`;
  const message = `${fileName} has ${found}; supported: ${known}, each also with .gz`;
  throw new CoppiceError("FILE_FORMAT", message, { name: fileName, rule: known, value: extension });
}

/** Reads a source whose bytes are in the given format, not compressed. */
export async function readFormat(
  format: Format,
  source: ByteSource,
  options: GivenOptions = {},
): Promise<ReadResult> {
  const reading = checkedReading(options);
  switch (format) {
    case "csv":
      return readText(readCsv, source, reading);
    case "tsv":
      return readText(readTsv, source, reading);
    case "arff":
      return readText(readArff, source, reading);
    case "c45":
      return readText(readC45, source, reading);
    case "json":
      return readText(readJson, source, reading);
    case "parquet":
      return readParquet(source, reading);
    case "arrow":
      return readArrow(source, reading);
    default:
      return unreachable(format);
  }
}

type Reader = (source: ByteSource, options: ReadOptions) => Promise<ReadResult>;

/** Reads text in the given encoding; by default in UTF-8 or, if the bytes are not UTF-8, in the encoding guessed. */
async function readText(read: Reader, source: ByteSource, options: ReadOptions): Promise<ReadResult> {
  const { encoding, names } = options;
  const attempt = async (label: string | undefined) => {
    const text = decoded(source, label);
    const result = await read(text, { ...options, ...(names && { names: decoded(names, label) }) });
    const guessed = text.guessed ?? (label === encoding ? undefined : label);
    if (guessed === undefined) return result;
    return { ...result, warnings: [encodingWarning(source.name, guessed), ...result.warnings] };
  };
  try {
    return await attempt(encoding);
  } catch (error) {
    if (encoding !== undefined || !isNotUtf8(error)) throw error;
    return attempt(FALLBACK).catch((failure) => {
      throw isSameFailure(error, failure) ? error : failure;
    });
  }
}

/** Bytes that are not text in any encoding fail twice in the same way. */
function isSameFailure(first: unknown, second: unknown): boolean {
  return second instanceof CoppiceError && first instanceof CoppiceError && second.code === first.code;
}

/** Reads a source by its name: decompresses .gz, with progress in compressed bytes, and takes the format from the extension. */
export async function readSource(
  source: ByteSource,
  options: GivenOptions & { readonly format?: Format } = {},
  unpack: (packed: ByteSource) => ByteSource = gunzip,
): Promise<ReadResult> {
  const { format = formatOf(source.name), ...rest } = options;
  if (!isGzipped(source.name)) return readFormat(format, source, rest);
  const { onProgress, ...silent } = rest;
  const counted = onProgress ? { ...source, open: () => chunksOf(source, { onProgress }) } : source;
  return readFormat(format, unpack(counted), silent);
}

import { mustBe } from "../../base/errors.js";
import { ColumnBuilder, type Declaration } from "../../table/builder.js";
import { declarationsFor } from "../../table/declare.js";
import { MISSING_MARKERS } from "../../table/schema.js";
import type { ByteSource } from "../bytes.js";
import { chunksOf, type ReadOptions, type ReadResult } from "../options.js";
import { resultOf } from "../result.js";
import { HeaderSink } from "./header.js";
import { RowSink } from "./rows.js";
import { CR, CsvScanner, LF, QUOTE, TAB } from "./scanner.js";
import { sniffDelimiter } from "./sniff.js";

/** Enough for the delimiter's choice, and the same however the bytes are cut into chunks. */
const SAMPLE = 1 << 16;

export async function readCsv(source: ByteSource, options: ReadOptions): Promise<ReadResult> {
  return readDelimited(source, options, delimiterByte(options.delimiter));
}

export async function readTsv(source: ByteSource, options: ReadOptions): Promise<ReadResult> {
  return readDelimited(source, options, delimiterByte(options.delimiter) ?? TAB);
}

function delimiterByte(delimiter: string | undefined): number | undefined {
  if (delimiter === undefined) return undefined;
  const byte = delimiter.charCodeAt(0);
  if (delimiter.length !== 1 || byte > 127 || [QUOTE, LF, CR].includes(byte)) {
    throw mustBe("OPTION_RANGE", "delimiter", "one ASCII character, no quote and no line break", delimiter);
  }
  return byte;
}

/**
 * A column taken for numeric after many numbers may still meet a text. Then its numbers' spelling is gone, and the file
 * is read once more with all such columns nominal from the start, so that "007" stays "007".
 */
async function readDelimited(
  source: ByteSource,
  options: ReadOptions,
  delimiter?: number,
): Promise<ReadResult> {
  let pass = await readOnce(source, options, delimiter, new Set());
  const texts = new Set(pass.builders.filter((builder) => builder.spoiled).map((builder) => builder.name));
  if (texts.size > 0) pass = await readOnce(source, options, delimiter, texts);
  const columns = pass.builders.map((builder) => builder.finish());
  return resultOf({ file: source.name, columns, declarations: pass.declarations }, options);
}

interface Pass {
  builders: readonly ColumnBuilder[];
  declarations: ReadonlyMap<string, Declaration>;
}

/** One pass over the source; the columns in `texts` are nominal, though not declared so. */
async function readOnce(
  source: ByteSource,
  options: ReadOptions,
  delimiter: number | undefined,
  texts: ReadonlySet<string>,
): Promise<Pass> {
  let pass: Pass | undefined;
  let scanner: CsvScanner | undefined;
  let foreseen = false;
  const missing = options.missing ?? MISSING_MARKERS;
  const header = new HeaderSink(source.name, (names) => {
    const declarations = declarationsFor(names, options);
    const builders = names.map((name) => {
      const declaration = texts.has(name) ? ({ type: "nominal" } as const) : declarations.get(name);
      return new ColumnBuilder(name, declaration, missing);
    });
    pass = { builders, declarations };
    scanner!.sink = new RowSink(source.name, builders, scanner!.delimiter, options.team);
  });
  for await (const chunk of sampleFirst(chunksOf(source, options, true))) {
    scanner ??= new CsvScanner(
      source.name,
      delimiter ?? sniffDelimiter(chunk, chunk.length < SAMPLE - 3),
      header,
    );
    scanner.push(chunk);
    if (pass && !foreseen) {
      foreseen = true;
      foresee(pass.builders, chunk.length, source.size);
    }
  }
  scanner?.finish();
  return pass ?? header.finishEmpty();
}

/** The first rows' length tells about how many there will be. */
function foresee(builders: readonly ColumnBuilder[], bytes: number, size: number | undefined): void {
  if (size === undefined) return;
  const expected = Math.ceil(1.02 * builders[0].length * (size / bytes));
  for (const builder of builders) builder.expected = expected;
}

/** The chunks joined so that the first has SAMPLE bytes or all there are, without the byte order mark. */
async function* sampleFirst(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const sample = new Uint8Array(SAMPLE);
  let length = 0;
  let complete = false;
  for await (const chunk of chunks) {
    if (complete) {
      yield plain(chunk);
      continue;
    }
    const taken = Math.min(SAMPLE - length, chunk.length);
    sample.set(chunk.subarray(0, taken), length);
    length += taken;
    if (length < SAMPLE) continue;
    complete = true;
    yield withoutMark(sample);
    if (taken < chunk.length) yield plain(chunk).subarray(taken);
  }
  if (!complete && length > 0) yield withoutMark(sample.subarray(0, length));
}

/** Without a host's own kind of byte array: code made for one kind of array is thrown away when it meets another. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? bytes.subarray(3) : bytes;
}

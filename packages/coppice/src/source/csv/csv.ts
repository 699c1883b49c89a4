import { CoppiceError, mustBe, show } from "../../base/errors.js";
import { ColumnBuilder, type Declaration } from "../../table/builder.js";
import { declarationsFor } from "../../table/declare.js";
import { MISSING_MARKERS } from "../../table/schema.js";
import type { Warning } from "../../table/table.js";
import type { ByteSource } from "../bytes.js";
import { chunksOf, type ReadOptions, type ReadResult } from "../options.js";
import { gatheredAs, resultOf } from "../result.js";
import { HeaderSink } from "./header.js";
import { withMixedDecimals } from "./mixedDecimals.js";
import { RowSink } from "./rows.js";
import { CR, CsvScanner, LF, QUOTE, SPACE, TAB } from "./scanner.js";
import { CANDIDATES, sniffDelimiter } from "./sniff.js";
import { titleLines } from "./titles.js";
import { totalsWarning } from "./totals.js";
import { afterLines, withoutFirstLines, withoutLastLines } from "./trim.js";
import { settleUnnamed } from "./unnamed.js";

const SEMICOLON = 59;
/** Enough to detect the delimiter; independent of how the bytes are divided into chunks. */
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
    throw mustBe(
      "OPTION_RANGE",
      "delimiter",
      "one ASCII character other than a quote or a line break",
      delimiter,
    );
  }
  return byte;
}

/**
 * A column inferred as numeric after many numbers may still contain text, and one declared numeric may contain numbers
 * written as text. Then the file is read again with all such columns nominal from the start, so that "007" stays "007"
 * and "$5" can be interpreted.
 */
async function readDelimited(
  source: ByteSource,
  options: ReadOptions,
  delimiter?: number,
): Promise<ReadResult> {
  checkLines(options);
  const texts = new Set<string>();
  const faults = new Map<string, CoppiceError>();
  let pass: Pass | undefined;
  while (pass === undefined) {
    try {
      const read = await readOnce(source, options, delimiter, texts);
      const spoiled = read.builders.filter((builder) => builder.spoiled);
      for (const { name } of spoiled) texts.add(name);
      if (spoiled.length === 0) pass = read;
    } catch (error) {
      const name = notNumber(error);
      if (name === undefined || texts.has(name)) throw error;
      faults.set(name, error as CoppiceError);
      texts.add(name);
    }
  }
  const { declarations, unnamed, warnings } = pass;
  const finished = pass.builders.map((builder) => builder.finish());
  const settled = settleUnnamed(finished, unnamed);
  const result = resultOf(
    {
      file: source.name,
      columns: settled.columns,
      declarations,
      faults,
      mayHaveDecimalCommas: pass.delimiter === SEMICOLON,
      warnings: [...warnings, ...settled.warnings, ...totalsWarning(settled.columns, pass.isBlank)],
    },
    options,
  );
  return withMixedDecimals(result, options);
}

/** The column that is declared numeric but has a cell that is not a plain number. */
function notNumber(error: unknown): string | undefined {
  return error instanceof CoppiceError && error.code === "CELL_TYPE" ? error.facts.name : undefined;
}

function checkLines({ skipLines = 0, skipLastLines = 0 }: ReadOptions): void {
  for (const [name, lines] of Object.entries({ skipLines, skipLastLines })) {
    if (Number.isInteger(lines) && lines >= 0) continue;
    throw mustBe("OPTION_RANGE", name, "an integer ≥ 0", lines);
  }
}

interface Pass {
  builders: readonly ColumnBuilder[];
  declarations: ReadonlyMap<string, Declaration>;
  unnamed: ReadonlySet<string>;
  /** The delimiter is a blank. */
  isBlank: boolean;
  warnings: readonly Warning[];
  delimiter: number;
}

/** One pass over the source; the columns in `texts` are read as nominal, even if not declared so. */
async function readOnce(
  source: ByteSource,
  options: ReadOptions,
  delimiter: number | undefined,
  texts: ReadonlySet<string>,
): Promise<Pass> {
  let pass: Pass | undefined;
  let scanner: CsvScanner | undefined;
  let hasEstimate = false;
  const warnings: Warning[] = [];
  const header = new HeaderSink(source.name, (names, unnamed) => {
    const declarations = declarationsFor(names, options);
    const builders = names.map((name) => builderFor(name, declarations.get(name), texts, options));
    const { delimiter } = scanner!;
    const isBlank = [SPACE, TAB].includes(delimiter);
    pass = { builders, declarations, unnamed, isBlank, warnings, delimiter };
    scanner!.sink = new RowSink(source.name, builders, scanner!.delimiter, options.team);
  });
  for await (const piece of sampleFirst(trimmed(source, options))) {
    let chunk = piece;
    if (scanner === undefined) {
      const isWhole = chunk.length < SAMPLE - 3;
      const named = namedDelimiter(chunk, options, warnings);
      const first = named === undefined ? 0 : 1;
      chunk = chunk.subarray(afterLines(chunk, first) ?? chunk.length);
      const given = options.delimiter === undefined ? (named ?? delimiter) : delimiter;
      const titles = titlesAbove(chunk, isWhole, given, options, first, warnings);
      chunk = chunk.subarray(afterLines(chunk, titles) ?? 0);
      const byte = given ?? sniffDelimiter(chunk, isWhole);
      scanner = new CsvScanner(source.name, byte, header, 1 + first + titles + (options.skipLines ?? 0));
      const rest = isWhole ? chunk : pushHeader(scanner, chunk, () => pass !== undefined);
      scanner.push(rest);
    } else scanner.push(chunk);
    if (pass && !hasEstimate) {
      hasEstimate = true;
      estimateRows(pass.builders, chunk.length, source.size);
    }
    if (options.store) for (const builder of pass?.builders ?? []) builder.spill();
  }
  scanner?.finish();
  return pass ?? header.finishEmpty(options.skipLines ?? 0);
}

/** With decimal commas, whether a column is numeric is decided only after all its cells are read. */
function builderFor(
  name: string,
  declaration: Declaration | undefined,
  texts: ReadonlySet<string>,
  { decimal, missing = MISSING_MARKERS, store }: ReadOptions,
): ColumnBuilder {
  const isText = texts.has(name) || (decimal === "," && (declaration?.type ?? "numeric") === "numeric");
  return new ColumnBuilder(
    name,
    isText ? { type: "nominal" } : gatheredAs(declaration),
    missing,
    store?.column(name),
  );
}

function trimmed(source: ByteSource, options: ReadOptions): AsyncIterable<Uint8Array> {
  const { skipLines = 0, skipLastLines = 0 } = options;
  const chunks = chunksOf(source, options, true);
  const below = skipLines === 0 ? chunks : withoutFirstLines(chunks, skipLines);
  return skipLastLines === 0 ? below : withoutLastLines(below, skipLastLines);
}

/** The delimiter that a first line `sep=;` names, as Excel reads and writes it, with a warning that it is skipped. */
function namedDelimiter(
  sample: Uint8Array,
  { skipLines }: ReadOptions,
  warnings: Warning[],
): number | undefined {
  if (skipLines !== undefined) return undefined;
  const start = String.fromCharCode(...sample.subarray(0, LONGEST_NAMING));
  const sign = NAMING.exec(start)?.[2];
  if (sign === undefined) return undefined;
  warnings.push({
    code: "TITLE_LINES",
    message: `the first line, ${show(`sep=${sign}`)}, skipped: it names the delimiter, and the names are below it`,
    remedy: SKIP_LINES,
  });
  return sign.charCodeAt(0);
}

/** The line may be in quotes, and filled up with delimiters or blanks. */
const NAMING = /^("?)sep=([\t !#-/:-@[-`{-~])\1(?:\2| )*[\r\n]/i;
const LONGEST_NAMING = 1000;

const SKIP_LINES = {
  flag: "--skip-lines <n>",
  option: "skipLines: <n>",
  effect: "to skip a different number of lines",
};

/** The number of title lines to skip, with a warning; 0 if the user has set their number. `first`: lines above. */
function titlesAbove(
  sample: Uint8Array,
  isWhole: boolean,
  delimiter: number | undefined,
  { skipLines }: ReadOptions,
  first: number,
  warnings: Warning[],
): number {
  if (skipLines !== undefined) return 0;
  const titles = titleLines(sample, isWhole, delimiter === undefined ? CANDIDATES : [delimiter]);
  if (titles === 0) return 0;
  const above = first + titles;
  const lines = above === 1 ? "the first line" : `the first ${above} lines`;
  warnings.push({
    code: "TITLE_LINES",
    message: `${lines} above the column names skipped: the names are on line ${above + 1}`,
    remedy: SKIP_LINES,
  });
  return titles;
}

/** Pushes the header by itself, so that the rows below it can take the fast path; returns what is left. */
function pushHeader(scanner: CsvScanner, chunk: Uint8Array, isDone: () => boolean): Uint8Array {
  let start = 0;
  while (!isDone()) {
    const end = chunk.indexOf(LF, start) + 1;
    if (end === 0) break;
    scanner.push(chunk.subarray(start, end));
    start = end;
  }
  return chunk.subarray(start);
}

/** Estimates the number of rows from the length of the first ones. */
function estimateRows(builders: readonly ColumnBuilder[], bytes: number, size: number | undefined): void {
  if (size === undefined) return;
  const expected = Math.ceil(1.02 * builders[0].length * (size / bytes));
  for (const builder of builders) builder.expected = expected;
}

/** The chunks joined so that the first has SAMPLE bytes or everything, without the byte order mark. */
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

/** As a plain Uint8Array, not a host's subclass: V8 discards optimised code when it meets another class. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? bytes.subarray(3) : bytes;
}

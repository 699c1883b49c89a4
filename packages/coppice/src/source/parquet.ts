import type { FileMetaData, ParquetParsers, SchemaElement, SchemaTree } from "hyparquet";
import { CoppiceError, show } from "../base/errors.js";
import { type CellValue, ColumnBuilder, type Declaration, FITS } from "../table/builder.js";
import { cellError } from "../table/cellError.js";
import { declarationsFor } from "../table/declare.js";
import { decodeUtf8 } from "../table/utf8.js";
import { allBytes, type ByteSource } from "./bytes.js";
import { checkAborted, chunksOf, emptyFile, type ReadOptions, type ReadResult } from "./options.js";
import { gatheredAs, momentsOf, resultOf } from "./result.js";

/** Strings and booleans become nominal, numbers and dates numeric. The file's types describe storage: they declare nothing. */
export async function readParquet(source: ByteSource, options: ReadOptions): Promise<ReadResult> {
  const file = source.name;
  const { parquetMetadataAsync, parquetRead, parquetSchema } = await import("hyparquet");
  const access = await accessTo(source, options);
  if (access.byteLength === 0) throw emptyFile(file);
  const metadata = await parquetMetadataAsync(access).catch((error) => damaged(file, error));
  const fields = parquetSchema(metadata).children;
  const names = fields.map((field) => field.element.name);
  const stored = fields.map((field) => storedType(file, field));
  const declarations = declarationsFor(names, options);
  const builders = names.map((name, i) => {
    const isText = stored[i] === "text";
    const inferred: Declaration = { type: isText ? "nominal" : "numeric" };
    const declaration = declarations.get(name) ?? inferred;
    const how = isText ? gatheredAs(declaration) : declaration;
    return new ColumnBuilder(name, how, options.missing, options.store?.column(name));
  });
  let before = 0;
  for (const group of metadata.row_groups) {
    // Told of one row group alone, and of one column, it decodes no others.
    const alone: FileMetaData = { ...metadata, row_groups: [group] };
    for (const builder of builders) {
      access.checkAborted();
      const columns = [builder.name];
      const first = before;
      const onPage = ({ columnData, rowStart }: { columnData: ArrayLike<unknown>; rowStart: number }) =>
        addCells(file, builder, columnData, first + rowStart);
      await reading(parquetRead({ file: access, metadata: alone, parsers: PARSERS, columns, onPage }), file);
    }
    before += Number(group.num_rows);
  }
  const moments = new Map(names.flatMap((name, i) => momentsOf(name, stored[i])));
  const columns = builders.map((builder) => builder.finish());
  return resultOf({ file, columns, declarations, moments, typed: true }, options);
}

interface Access {
  readonly byteLength: number;
  slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>;
  /** Throws if the reading is to be stopped. */
  checkAborted(): void;
}

/** Row group by row group if the cells do not stay in memory; otherwise the whole file at once. */
async function accessTo(source: ByteSource, options: ReadOptions): Promise<Access> {
  const { size, slice } = source;
  if (options.store && slice && size !== undefined) {
    let done = 0;
    return {
      byteLength: size,
      slice(start, end = size) {
        done += end - start;
        options.onProgress?.(Math.min(done, size), size);
        return slice(start, end);
      },
      checkAborted: () => checkAborted(source, options.signal),
    };
  }
  const bytes = await allBytes(chunksOf(source, options));
  const buffer = bytes.buffer as ArrayBuffer;
  return {
    byteLength: bytes.length,
    slice: (start, end) => buffer.slice(start, end),
    checkAborted() {},
  };
}

function storedType(
  file: string,
  { element, children }: SchemaTree,
): "number" | "text" | "date" | "date-time" {
  const kind = element.logical_type?.type ?? element.converted_type ?? "";
  if (children.length > 0 || element.repetition_type === "REPEATED")
    throw unsupported(file, element, "nested");
  if (kind.startsWith("DATE")) return "date";
  if (kind.startsWith("TIMESTAMP") || element.type === "INT96") return "date-time";
  switch (element.type) {
    case "BOOLEAN":
      return "text";
    case "BYTE_ARRAY":
    case "FIXED_LEN_BYTE_ARRAY": {
      if (kind === "DECIMAL" || kind === "FLOAT16") return "number";
      const text = element.type === "BYTE_ARRAY" ? ["", "STRING", "UTF8", "ENUM", "JSON"] : ["UUID"];
      if (text.includes(kind)) return "text";
      throw unsupported(file, element, (kind || "raw bytes").toLowerCase());
    }
    default:
      return "number";
  }
}

function unsupported(file: string, element: SchemaElement, kind: string): CoppiceError {
  const name = element.name;
  const message = `${file}: the column ${show(name)} has the unsupported type ${kind}`;
  return new CoppiceError("COLUMN_TYPE", message, { name, value: kind });
}

const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (millis) => Number(millis),
  timestampFromMicroseconds: (micros) => Number(micros) / 1e3,
  timestampFromNanoseconds: (nanos) => Number(nanos) / 1e6,
  dateFromDays: (days) => (days === null || days === undefined ? days : days * 86_400_000),
  stringFromBytes: textOf,
  jsonFromBytes: textOf,
};

function textOf(bytes: Uint8Array): string | undefined {
  if (!bytes) return undefined;
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new Error("a string is not valid UTF-8");
  return text;
}

/** Errors of cells are ours; others are the decoder's. */
async function reading(done: Promise<void>, file: string): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (error instanceof CoppiceError) throw error;
    damaged(file, error);
  }
}

/** Cells that are added before some may go to a scratch file. */
const PIECE = 1 << 16;

/** The cells of a page, from row `rowStart` of the file on. */
function addCells(file: string, builder: ColumnBuilder, cells: ArrayLike<unknown>, rowStart: number): void {
  const numbers = builder.takesNumbers ? finiteNumbers(cells) : undefined;
  for (let from = 0; from < cells.length; from += PIECE) {
    const to = Math.min(cells.length, from + PIECE);
    if (numbers) builder.addNumbers(asDoubles(numbers.subarray(from, to)));
    else for (let i = from; i < to; i++) addCell(file, builder, cells[i] as CellValue, rowStart + i);
    builder.spill();
  }
}

function addCell(file: string, builder: ColumnBuilder, cell: CellValue, row: number): void {
  const fit = builder.addValue(cell);
  if (fit !== FITS) throw cellError(fit, builder, String(cell), { file, row: row + 1 }, "PARQUET_SYNTAX");
}

type Numbers = Float32Array | Float64Array | Int32Array;

/** The cells, if they are numbers that need no check one by one: finite, or not a number, which is missing. */
function finiteNumbers(cells: ArrayLike<unknown>): Numbers | undefined {
  if (!(cells instanceof Float32Array || cells instanceof Float64Array || cells instanceof Int32Array))
    return undefined;
  for (let i = 0; i < cells.length; i++)
    if (Math.abs(cells[i]) === Number.POSITIVE_INFINITY) return undefined;
  return cells;
}

function asDoubles(numbers: Numbers): Float64Array {
  return numbers instanceof Float64Array ? numbers : new Float64Array(numbers);
}

function damaged(file: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new CoppiceError("PARQUET_SYNTAX", `${file} cannot be read as Parquet: ${reason}`, { name: file });
}

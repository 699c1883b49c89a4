import type { ParquetParsers, SchemaElement, SchemaTree } from "hyparquet";
import { CoppiceError, show } from "../base/errors.js";
import { type CellValue, ColumnBuilder, type Declaration, FITS } from "../table/builder.js";
import { cellError } from "../table/cellError.js";
import { declarationsFor } from "../table/declare.js";
import { decodeUtf8 } from "../table/utf8.js";
import { allBytes, type ByteSource } from "./bytes.js";
import { chunksOf, emptyFile, type ReadOptions, type ReadResult } from "./options.js";
import { gatheredAs, momentsOf, resultOf } from "./result.js";

/** Strings and booleans become nominal, numbers and dates numeric. The file's types describe storage: they declare nothing. */
export async function readParquet(source: ByteSource, options: ReadOptions): Promise<ReadResult> {
  const file = source.name;
  const { parquetMetadataAsync, parquetScan, parquetSchema } = await import("hyparquet");
  const bytes = await allBytes(chunksOf(source, options));
  if (bytes.length === 0) throw emptyFile(file);
  const buffer = bytes.buffer as ArrayBuffer;
  const access = {
    byteLength: bytes.length,
    slice: (start: number, end?: number) => buffer.slice(start, end),
  };
  const metadata = await parquetMetadataAsync(access).catch((error) => damaged(file, error));
  const fields = parquetSchema(metadata).children;
  const names = fields.map((field) => field.element.name);
  const stored = fields.map((field) => storedType(file, field));
  const declarations = declarationsFor(names, options);
  const builders = names.map((name, i) => {
    const isText = stored[i] === "text";
    const inferred: Declaration = { type: isText ? "nominal" : "numeric" };
    const declaration = declarations.get(name) ?? inferred;
    return new ColumnBuilder(name, isText ? gatheredAs(declaration) : declaration, options.missing);
  });
  const scan = await parquetScan({ file: access, metadata, parsers: PARSERS }).catch((error) =>
    damaged(file, error),
  );
  for (const { rowStart, rowEnd } of scan.ranges) {
    for (const builder of builders) {
      const cells = await readCells(() => scan.readColumn({ column: builder.name, rowStart, rowEnd }), file);
      addCells(file, builder, cells, rowStart);
    }
  }
  const moments = new Map(names.flatMap((name, i) => momentsOf(name, stored[i])));
  const columns = builders.map((builder) => builder.finish());
  return resultOf({ file, columns, declarations, moments, typed: true }, options);
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

/** hyparquet throws some errors synchronously and rejects with others. */
async function readCells(
  read: () => PromiseLike<ArrayLike<unknown>>,
  file: string,
): Promise<ArrayLike<unknown>> {
  try {
    return await read();
  } catch (error) {
    return damaged(file, error);
  }
}

function addCells(file: string, builder: ColumnBuilder, cells: ArrayLike<unknown>, rowStart: number): void {
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] as CellValue;
    const fit = builder.addValue(cell);
    if (fit !== FITS)
      throw cellError(fit, builder, String(cell), { file, row: rowStart + i + 1 }, "PARQUET_SYNTAX");
  }
}

function damaged(file: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new CoppiceError("PARQUET_SYNTAX", `${file} cannot be read as Parquet: ${reason}`, { name: file });
}

import { CoppiceError } from "../base/errors.js";
import { bytesOf } from "../source/bytes.js";
import type { ReadOptions } from "../source/options.js";
import { readFormat } from "../source/read.js";
import { RecordCutter } from "../source/recordCutter.js";
import { type TableOptions, tableFrom } from "../source/tableFrom.js";
import { readingSchema } from "../table/declare.js";
import type { ColumnSchema, ColumnType } from "../table/schema.js";
import type { Table } from "../table/table.js";

/** How the records of a stream are written: found out at its beginning, kept with its state. */
export interface StreamFormat {
  readonly kind: "csv" | "json";
  /** Of CSV: one character, and the line of names. */
  readonly delimiter?: string;
  readonly header?: string;
}

/** How cells are read, besides what is known of the columns. */
export type CellOptions = Pick<ReadOptions, "missing" | "decimal" | "dates">;

const DELIMITERS = [",", ";", "\t", "|"];

/** The format that the first line of a stream shows. */
export function formatOfStream(first: string, delimiter?: string): StreamFormat {
  if (delimiter === undefined && first.trimStart().startsWith("{")) return { kind: "json" };
  const counts = DELIMITERS.map((character) => first.split(character).length);
  const found = delimiter ?? DELIMITERS[counts.indexOf(Math.max(...counts))];
  return { kind: "csv", delimiter: found, header: first };
}

/** Records as a table with inferred types, to find out what the columns are. */
export async function firstTable(
  name: string,
  bytes: Uint8Array,
  format: StreamFormat,
  types: ReadonlyMap<string, ColumnType>,
  cells: CellOptions,
): Promise<Table> {
  if (format.kind === "json")
    return tableOfObjects(name, objectsIn(name, bytes, 1), { ...jsonOptions(cells), types });
  refuseHeader(bytes, format, 2);
  return (await readFormat("csv", withHeader(name, bytes, format), { ...csvOptions(format, cells), types }))
    .table;
}

/** Records as a table whose columns are known. `line` is that of the first, for messages. */
export async function laterTable(
  name: string,
  bytes: Uint8Array,
  format: StreamFormat,
  columns: readonly ColumnSchema[],
  cells: CellOptions,
  line: number,
): Promise<Table> {
  const schema = readingSchema(columns);
  if (format.kind === "json") {
    const read = objectsIn(name, bytes, line);
    checkKeys(name, read, columns);
    return tableOfObjects(name, read, { ...jsonOptions(cells), schema: withAll(schema, read.objects) });
  }
  refuseHeader(bytes, format, line);
  try {
    const source = withHeader(name, bytes, format);
    return (await readFormat("csv", source, { ...csvOptions(format, cells), schema, schemaMayExceed: true }))
      .table;
  } catch (error) {
    throw placed(error, bytes, format, line);
  }
}

const csvOptions = ({ delimiter }: StreamFormat, cells: CellOptions) => ({
  ...cells,
  delimiter: delimiter!,
  skipLines: 0,
});

function jsonOptions({ missing, decimal, dates }: CellOptions) {
  return { ...(missing && { missing }), ...(decimal && { decimal }), ...(dates && { dates }) };
}

function withHeader(name: string, bytes: Uint8Array, { header }: StreamFormat) {
  const first = new TextEncoder().encode(`${header}\n`);
  const whole = new Uint8Array(first.length + bytes.length);
  whole.set(first);
  whole.set(bytes, first.length);
  return bytesOf(name, whole);
}

/** The objects of a text, and the line of each. */
function objectsIn(name: string, bytes: Uint8Array, line: number): JsonLines {
  const objects: Record<string, unknown>[] = [];
  const lines: number[] = [];
  new TextDecoder()
    .decode(bytes)
    .split("\n")
    .forEach((text, i) => {
      if (text.trim() === "") return;
      const row = parsed(text);
      if (typeof row !== "object" || row === null || Array.isArray(row)) {
        const rule = "an object, one on each line";
        throw new CoppiceError("JSON_SYNTAX", `${name}, line ${line + i}: must be ${rule}`, { name, rule });
      }
      objects.push(row as Record<string, unknown>);
      lines.push(line + i);
    });
  return { objects, lines };
}

interface JsonLines {
  readonly objects: Record<string, unknown>[];
  readonly lines: readonly number[];
}

/** A table of objects; an error names the line instead of the row. */
function tableOfObjects(name: string, { objects, lines }: JsonLines, options: TableOptions): Table {
  try {
    return tableFrom(objects, options);
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    const message = error.message.replace(/^the rows, row (\d+)/, (all, row) =>
      lines[row - 1] === undefined ? all : `${name}, line ${lines[row - 1]}`,
    );
    throw new CoppiceError(error.code, message, error.facts);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A column that no row of a batch has is missing in all of them. */
function withAll(schema: ReturnType<typeof readingSchema>, objects: Record<string, unknown>[]) {
  if (objects.length > 0) {
    for (const { name } of schema.columns) if (!Object.hasOwn(objects[0], name)) objects[0][name] = null;
  }
  return schema;
}

function checkKeys(name: string, { objects, lines }: JsonLines, columns: readonly ColumnSchema[]): void {
  const known = new Set(columns.map((column) => column.name));
  objects.forEach((row, i) => {
    const key = Object.keys(row).find((one) => !known.has(one));
    if (key === undefined) return;
    const message = `${name}, line ${lines[i]}: the stream began without a column ${JSON.stringify(key)}`;
    throw new CoppiceError("STREAM_HEADER", message, { name: key, rule: "the columns of its first rows" });
  });
}

const LF = 10;
const CR = 13;

/** A record that repeats the header: files that were joined, or a writer that began anew. Names would become levels. */
function refuseHeader(bytes: Uint8Array, { header, delimiter }: StreamFormat, line: number): void {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const sought = Buffer.from(header!);
  if (sought.length === 0) return;
  for (let at = all.indexOf(sought); at >= 0; at = all.indexOf(sought, at + 1)) {
    const start = all.subarray(Math.max(0, at - BOM.length), at).equals(BOM) ? at - BOM.length : at;
    const end = at + sought.length;
    const isLine = isBreak(all, start - 1) && isBreak(all, all[end] === CR ? end + 1 : end);
    const before = isLine ? recordsBefore(all.subarray(0, start), delimiter!) : undefined;
    if (before === undefined) continue;
    const message = `line ${line + before} is the header again: a stream has one, at its beginning`;
    throw new CoppiceError("STREAM_HEADER", message, { name: "header", value: header! });
  }
}

const BOM = Buffer.from("\uFEFF");

function isBreak(bytes: Uint8Array, at: number): boolean {
  return at < 0 || at >= bytes.length || bytes[at] === LF;
}

/** The number of records that these bytes are; undefined if the last one goes on, as a cell in quotes may. */
function recordsBefore(bytes: Uint8Array, delimiter: string): number | undefined {
  const cutter = new RecordCutter(delimiter.charCodeAt(0));
  cutter.push(bytes);
  const { count } = cutter.take(Number.POSITIVE_INFINITY) ?? { count: 0 };
  return cutter.rest === 0 ? count : undefined;
}

/** An error of the reader with the line of the stream, which it takes to begin with the header. */
function placed(
  error: unknown,
  bytes: Uint8Array,
  { header, delimiter }: StreamFormat,
  line: number,
): unknown {
  if (!(error instanceof CoppiceError)) return error;
  const found = /\bline (\d+)/.exec(error.message);
  if (!found) return error;
  const within = Number(found[1]) - 2;
  const text = new TextDecoder().decode(bytes).split("\n")[within] ?? "";
  const names = new Set(cellsOf(header!, delimiter!));
  const cells = cellsOf(text, delimiter!);
  const message = error.message.replace(/\bline \d+/, `line ${line + within}`);
  if (cells.length > 0 && cells.filter((cell) => names.has(cell)).length * 2 > cells.length) {
    const told = `line ${line + within} looks like another header: the columns of a stream cannot change (${message})`;
    return new CoppiceError("STREAM_HEADER", told, error.facts);
  }
  return new CoppiceError(error.code, message, error.facts);
}

function cellsOf(text: string, delimiter: string): string[] {
  return text
    .trim()
    .split(delimiter)
    .map((cell) => cell.replace(/^"|"$/g, "").trim());
}

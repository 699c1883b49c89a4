import type { DataType, Dictionary, Vector } from "apache-arrow";
import { CoppiceError, show } from "../base/errors.js";
import { type CellValue, ColumnBuilder, type Declaration, FITS } from "../table/builder.js";
import { cellError } from "../table/cellError.js";
import { declarationsFor, firstDuplicate } from "../table/declare.js";
import type { TimeNotation } from "../table/schema.js";
import { allBytes, type ByteSource } from "./bytes.js";
import { chunksOf, emptyFile, type ReadOptions, type ReadResult } from "./options.js";
import { gatheredAs, momentsOf, resultOf } from "./result.js";

type Arrow = typeof import("apache-arrow");

/**
 * Arrow IPC, file or stream. A dictionary column with the ordered flag is ordered and keeps the dictionary's order; any
 * other text column is nominal with the levels found.
 */
export async function readArrow(source: ByteSource, options: ReadOptions): Promise<ReadResult> {
  const file = source.name;
  const arrow = await import("apache-arrow");
  const bytes = await allBytes(chunksOf(source, options));
  if (bytes.length === 0) throw emptyFile(file);
  const table = decode(arrow, file, bytes);
  const fields = table.schema.fields;
  const names = fields.map((field) => field.name);
  const duplicate = firstDuplicate(names);
  if (duplicate !== undefined) {
    throw new CoppiceError("COLUMN_DUPLICATE", `${file}: duplicate column ${show(duplicate)}`, {
      name: duplicate,
    });
  }
  const stored = fields.map((field) => storedType(arrow, file, field.name, field.type));
  const vectors = names.map((_, i) => table.getChildAt(i)!);
  const own = new Map(names.flatMap((name, i) => orderedLevels(file, name, vectors[i], fields[i].type)));
  const declarations = declarationsFor(names, options, own);
  const columns = names.map((name, i) => {
    const isText = stored[i] === "text";
    const inferred: Declaration = { type: isText ? "nominal" : "numeric" };
    const declaration = declarations.get(name) ?? inferred;
    const builder = new ColumnBuilder(name, isText ? gatheredAs(declaration) : declaration, options.missing);
    addCells(file, builder, vectors[i]);
    return builder.finish();
  });
  const moments = new Map(names.flatMap((name, i) => momentsOf(name, stored[i])));
  return resultOf({ file, columns, declarations, moments, typed: true }, options);
}

function decode(arrow: Arrow, file: string, bytes: Uint8Array) {
  try {
    return arrow.tableFromIPC(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CoppiceError("ARROW_SYNTAX", `${file} cannot be read as Arrow: ${reason}`, { name: file });
  }
}

type Stored = "number" | "text" | TimeNotation["shows"];

function storedType(arrow: Arrow, file: string, name: string, type: DataType): Stored {
  const { Type } = arrow;
  switch (type.typeId) {
    case Type.Dictionary:
      return storedType(arrow, file, name, (type as Dictionary).dictionary);
    case Type.Null:
    case Type.Int:
    case Type.Float:
      return "number";
    case Type.Bool:
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Utf8View:
      return "text";
    case Type.Date:
      return "date";
    case Type.Timestamp:
      return "date-time";
    default: {
      const message = `${file}: the column ${show(name)} has the unsupported type ${type}`;
      throw new CoppiceError("COLUMN_TYPE", message, { name, value: String(type) });
    }
  }
}

/** The declaration given by an ordered dictionary; none for any other column. */
function orderedLevels(file: string, name: string, vector: Vector, type: DataType): [string, Declaration][] {
  if (!("isOrdered" in type) || !type.isOrdered) return [];
  // Later batches may extend the dictionary: the last one is complete.
  const dictionary = vector.data.at(-1)?.dictionary;
  if (!dictionary) return [];
  const levels = Array.from({ length: dictionary.length }, (_, i) => String(dictionary.get(i)));
  const duplicate = firstDuplicate(levels);
  if (duplicate !== undefined) {
    const message = `${file}: duplicate level ${show(duplicate)} in the dictionary of ${show(name)}`;
    throw new CoppiceError("ARROW_SYNTAX", message, { name });
  }
  return [[name, { type: "ordered", levels }]];
}

function addCells(file: string, builder: ColumnBuilder, vector: Vector): void {
  const cells = vector.memoize();
  for (let row = 0; row < cells.length; row++) {
    const cell = cells.get(row) as CellValue;
    const fit = builder.addValue(cell);
    if (fit !== FITS) throw cellError(fit, builder, String(cell), { file, row: row + 1 }, "ARROW_SYNTAX");
  }
}

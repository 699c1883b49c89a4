import { CoppiceError, show } from "../../base/errors.js";
import { ColumnBuilder, FITS } from "../../table/builder.js";
import { cellError, errorAt } from "../../table/cellError.js";
import type { Column } from "../../table/column.js";
import { declarationsFor } from "../../table/declare.js";
import type { ByteSource } from "../bytes.js";
import { type Line, linesOf } from "../lines.js";
import { chunksOf, emptyFile, type ReadOptions, type ReadResult } from "../options.js";
import { gatheredAs, resultOf } from "../result.js";
import { piecesOf } from "./entries.js";
import { type Attribute, type Names, parseNames } from "./names.js";

/** Quinlan's pair of files: the source is the .data file and `options.names` the .names file. */
export async function readC45(source: ByteSource, options: ReadOptions): Promise<ReadResult> {
  if (!options.names) {
    const message = `${source.name} needs its .names file, which declares its columns`;
    throw new CoppiceError("FILE_READ", message, {
      name: source.name,
      rule: "a .names file in the same folder",
    });
  }
  const names = await readNames(options.names, options);
  const kept = names.attributes.filter((attribute) => attribute.declaration);
  const columnNames = kept.map((attribute) => attribute.name);
  const own = new Map(kept.map((attribute) => [attribute.name, attribute.declaration!]));
  const declarations = declarationsFor(columnNames, options, own);
  const builders = names.attributes.map(({ name, declaration }) =>
    declaration ? new ColumnBuilder(name, gatheredAs(declarations.get(name)), options.missing) : undefined,
  );
  let empty = true;
  for await (const lines of linesOf(source.name, chunksOf(source, options), "C45_SYNTAX")) {
    for (const line of lines) {
      empty = false;
      addRow(source.name, line, builders);
    }
  }
  if (empty) throw emptyFile(source.name);
  const columns = builders.filter((builder) => builder !== undefined).map((builder) => builder.finish());
  checkDiscrete(source.name, columns, names.attributes);
  const { target, dates } = names;
  return resultOf({ file: source.name, columns, declarations, target, dates }, options);
}

async function readNames(source: ByteSource, options: ReadOptions): Promise<Names> {
  const all: Line[] = [];
  const { signal } = options;
  for await (const lines of linesOf(source.name, chunksOf(source, signal ? { signal } : {}), "C45_SYNTAX")) {
    for (const line of lines) all.push(line);
  }
  return parseNames(source.name, all);
}

function addRow(file: string, line: Line, builders: readonly (ColumnBuilder | undefined)[]): void {
  const cells = cellsOf(line.text);
  if (cells.length === 0) return;
  if (cells.length !== builders.length) {
    const message = `expected ${builders.length} cells as in the names file, found ${cells.length}`;
    throw errorAt("C45_SYNTAX", { file, line: line.number }, message, { rule: `${builders.length} cells` });
  }
  cells.forEach((text, i) => {
    const builder = builders[i];
    const place = { file, line: line.number, cell: i + 1 };
    if (text === "") throw errorAt("C45_SYNTAX", place, "an empty cell; a missing value is written ?");
    const fit = builder?.addText(text) ?? FITS;
    if (builder && fit !== FITS) throw cellError(fit, builder, text, place, "C45_SYNTAX");
  });
}

/** The cells of a data line, without its last full stop; none for a blank line or a comment. */
function cellsOf(text: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let stopped = false;
  for (const piece of piecesOf(text)) {
    if (stopped && piece.text !== "") cell += `. ${piece.text}`;
    else cell += piece.text;
    stopped = piece.mark === ".";
    if (piece.mark === ":") cell += ":";
    if (piece.mark !== ",") continue;
    cells.push(cell);
    cell = "";
  }
  return cells.length === 0 && cell === "" ? [] : [...cells, cell];
}

function checkDiscrete(file: string, columns: readonly Column[], attributes: readonly Attribute[]): void {
  for (const { name, atMost } of attributes) {
    const column = columns.find((candidate) => candidate.name === name);
    if (atMost === undefined || !column || column.type === "numeric" || column.levels.length <= atMost)
      continue;
    const message = `${file}: ${show(name)} is declared discrete ${atMost} and has ${column.levels.length} values`;
    throw new CoppiceError("C45_SYNTAX", message, {
      name,
      rule: `at most ${atMost} values`,
      value: column.levels.length,
    });
  }
}

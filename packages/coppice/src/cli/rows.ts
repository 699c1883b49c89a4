import type { Command } from "commander";
import { tableAttributes } from "../predict/cells.js";
import { rowsAt } from "../predict/rowsAt.js";
import { cellText } from "../table/column.js";
import type { Table } from "../table/table.js";
import { csvLine } from "./csv.js";
import { addCellFlags, type CellFlags } from "./flags.js";
import { type Io, printJson, printLine, writeFileWhole } from "./io.js";
import { NODE_HELP, nodeOf } from "./nodeFlag.js";
import { checkOneInput, readTree } from "./readJson.js";
import { readLike } from "./readTraining.js";

interface RowsFlags extends CellFlags {
  readonly node: string;
  readonly out?: string;
  readonly json?: boolean;
}

export function addRows(program: Command, io: Io): void {
  addCellFlags(
    program
      .command("rows")
      .summary("write the rows that come to a node")
      .description(
        "Writes the rows of a table that come to a node of a tree as CSV: the number of the row, counted from 0, its share (less " +
          "than 1 if it goes down several branches), and its cells.",
      )
      .argument("<model>", "model file written by fit, or - for standard input")
      .argument("<table>", "table file, or - for standard input"),
  )
    .option("--node <path>", `the node: ${NODE_HELP}`, nodeOf, "root")
    .option("--out <file>", "write the CSV here instead of standard output")
    .option(
      "--json",
      "print one JSON object on standard output: how many rows, and the first thousand numbers",
    )
    .action((model: string, table: string, flags: RowsFlags) => runRows(io, model, table, flags));
}

/** A JSON answer stays small. */
const MOST_NUMBERS = 1000;

async function runRows(io: Io, modelPath: string, path: string, flags: RowsFlags): Promise<void> {
  checkOneInput(modelPath, path);
  const { node, out } = flags;
  const model = await readTree(io, modelPath, "coppice rows looks into");
  const known = new Set([...tableAttributes(model), model.target].map(({ name }) => name));
  const table = await readLike(io, path, [...tableAttributes(model), model.target], flags);
  const { rows, weights } = rowsAt(model, table, node);
  const weight = weights.reduce((sum, share) => sum + share, 0);
  if (out !== undefined || !flags.json) {
    const lines = Array.from(csvOf(table, rows, weights, known));
    if (out === undefined) for (const line of lines) io.stdout.write(line);
    else await writeFileWhole(io, out, lines.join(""));
  }
  if (flags.json) {
    const first = Array.from(rows.subarray(0, MOST_NUMBERS));
    printJson(io, { node, count: rows.length, weight, rows: first, ...(out !== undefined && { out }) });
  } else if (out !== undefined) printLine(io.stderr, `${rows.length} rows written to ${out}`);
}

function* csvOf(
  table: Table,
  rows: Int32Array,
  weights: Float64Array,
  known: ReadonlySet<string>,
): Generator<string> {
  const columns = table.columns.filter(({ name }) => known.has(name));
  yield csvLine(["row", "share", ...columns.map(({ name }) => name)]);
  for (const [i, row] of rows.entries())
    yield csvLine([String(row), String(weights[i]), ...columns.map((column) => cellText(column, row) ?? "")]);
}

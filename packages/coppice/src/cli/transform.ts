import { type Command, Option } from "commander";
import { tableAttributes } from "../predict/cells.js";
import type { Column } from "../table/column.js";
import { FEATURE_FORMS, type FeatureForm, transform } from "../use/transform/transform.js";
import { csvCell, csvLine } from "./csv.js";
import { addCellFlags, type CellFlags } from "./flags.js";
import { type Io, printLine, writeFileWhole } from "./io.js";
import { checkOneInput, readModel } from "./readJson.js";
import { readLike } from "./readTraining.js";

interface TransformFlags extends CellFlags {
  readonly as: FeatureForm;
  readonly keep?: readonly string[];
  readonly out?: string;
}

export function addTransform(program: Command, io: Io): void {
  addCellFlags(
    program
      .command("transform")
      .summary("write the leaves or rules that rows come to as a table")
      .description(
        "Writes a CSV with a column of 0 and 1 for each leaf, node or rule of a model, to be learned from.",
      )
      .argument("<model>", "model file written by fit")
      .argument("<table>", "table file, or - for standard input"),
  )
    .addOption(
      new Option(
        "--as <form>",
        "leaves: the leaf of each tree that a row comes to; paths: every node on the way, too; rules: the rules that hold",
      )
        .choices(FEATURE_FORMS)
        .default("leaves"),
    )
    .option(
      "--keep <a,b>",
      "columns of the table to keep, after the others (default: the model's target)",
      (text) => text.split(","),
    )
    .option("--out <file>", "write the CSV here instead of standard output")
    .action((model: string, table: string, flags: TransformFlags) => runTransform(io, model, table, flags));
}

async function runTransform(io: Io, modelPath: string, path: string, flags: TransformFlags): Promise<void> {
  checkOneInput(modelPath, path);
  const model = await readModel(io, modelPath);
  const table = await readLike(io, path, [...tableAttributes(model), model.target], flags);
  const { as, keep } = flags;
  const features = transform(model, table, { as, ...(keep && { keep }) });
  const lines = csvOf(features.columns, features.rows);
  if (flags.out === undefined) {
    for (const part of lines) io.stdout.write(part);
    return;
  }
  await writeFileWhole(io, flags.out, Buffer.concat(Array.from(lines, (part) => Buffer.from(part))));
  const kept = features.columns.length;
  printLine(io.stderr, `${features.rows} rows of ${kept} columns written to ${flags.out}`);
}

function* csvOf(columns: readonly Column[], rows: number): Generator<string> {
  yield csvLine(columns.map(({ name }) => name));
  const cells = columns.map(cellText);
  for (let row = 0; row < rows; row++) yield `${cells.map((of) => of(row)).join(",")}\n`;
}

function cellText(column: Column): (row: number) => string {
  if (column.type === "numeric") {
    const { values } = column;
    return (row) => (Number.isNaN(values[row]) ? "" : String(values[row]));
  }
  const levels = column.levels.map(csvCell);
  return (row) => levels[column.codes[row]] ?? "";
}

import { type Command, Option } from "commander";
import { explain } from "../use/explain/explain.js";
import { explanationJson } from "../use/explain/explanationJson.js";
import { explanationText } from "../use/explain/explanationText.js";
import { addCellFlags, type CellFlags, wholeNumber } from "./flags.js";
import { type Io, printJson, printLine, printWarnings } from "./io.js";
import { checkOneInput, readModel } from "./readJson.js";
import { readLike } from "./readTraining.js";

interface ExplainFlags extends CellFlags {
  readonly row: readonly number[];
  readonly most: number;
  readonly json?: boolean;
}

export function addExplain(program: Command, io: Io): void {
  const rowOf = wholeNumber("--row", 0);
  addCellFlags(
    program
      .command("explain")
      .summary("explain predictions")
      .description(
        "Prints the prediction of each row and the reason for it: the path in a tree, the rule that matched, or the most influential rules of an ensemble.",
      )
      .argument("<model>", "model file written by fit")
      .argument("<table>", "table file, or - for standard input"),
  )
    .addOption(
      new Option("--row <n>", "row to explain, counted from 0 (repeatable; default: all)")
        .argParser((text, so: readonly number[]) => [...so, rowOf(text)])
        .default([], "none"),
    )
    .option("--most <n>", "maximum number of paths or rules per row", wholeNumber("--most", 1), 5)
    .option("--json", "print one JSON object on standard output, with all paths or rules")
    .action((model: string, table: string, flags: ExplainFlags) => runExplain(io, model, table, flags));
}

async function runExplain(io: Io, modelPath: string, tablePath: string, flags: ExplainFlags): Promise<void> {
  checkOneInput(modelPath, tablePath);
  const model = await readModel(io, modelPath);
  const table = await readLike(io, tablePath, model.attributes, flags);
  const explained = explain(model, table, flags.row.length > 0 ? flags.row : undefined);
  printWarnings(io, explained.warnings);
  if (flags.json) printJson(io, explanationJson(explained));
  else
    for (const one of explained.explanations) {
      printLine(io.stdout, explanationText(one, explained, { most: flags.most }));
    }
}

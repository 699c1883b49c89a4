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
      .summary("say what predictions rest on")
      .description(
        "Prints, for each row, the prediction and the conditions it rests on: a tree's path, the rule that answered, or the rules that carried a vote.",
      )
      .argument("<model>", "a model that fit has written")
      .argument("<table>", "a table file, or - for standard input"),
  )
    .addOption(
      new Option("--row <n>", "only this row, counted from 0 (repeatable; default: all)")
        .argParser((text, so: readonly number[]) => [...so, rowOf(text)])
        .default([], "none"),
    )
    .option("--most <n>", "paths or rules to print of a row", wholeNumber("--most", 1), 5)
    .option("--json", "one JSON object on standard output, with all of them")
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

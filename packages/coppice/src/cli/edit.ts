import type { Command } from "commander";
import { CoppiceError } from "../base/errors.js";
import { editSync, replaySync, workbookOf } from "../learn/edit/edit.js";
import type { Edit } from "../model/edit.js";
import { editText } from "../model/editText.js";
import { parseEdits } from "../model/parseEdits.js";
import { sizeOf, type TreeModel } from "../model/tree.js";
import { tableAttributes } from "../predict/cells.js";
import type { Table } from "../table/table.js";
import { drawText } from "../use/draw/text.js";
import { addCellFlags, type CellFlags, wholeNumber } from "./flags.js";
import { type Io, printJson, printLine, writeFileWhole } from "./io.js";
import { sizeText } from "./layout.js";
import { textOptionsFor } from "./paint.js";
import { checkOneInput, readJson, readTree, writeModel } from "./readJson.js";
import { readLike } from "./readTraining.js";

interface EditFlags extends CellFlags {
  readonly edits?: string;
  readonly undo?: number;
  readonly weight?: string;
  readonly out?: string;
  readonly workbook?: string;
  readonly json?: boolean;
}

export function addEdit(program: Command, io: Io): void {
  addCellFlags(
    program
      .command("edit")
      .summary("change a learned tree by hand")
      .description(
        "Applies edits to a tree written by fit: splits, thresholds, forbidden attributes, pruning, labels, locks and notes. " +
          "What is below an edit is refitted by the learner that made the tree. The model keeps its edits.",
      )
      .argument("<model>", "model file written by fit, or - for standard input")
      .argument("<table>", "the training table, or - for standard input"),
  )
    .option("--edits <file>", "the edits: a JSON list of them, or a workbook")
    .option("--undo <n>", "first take back the last n edits of the model", wholeNumber("--undo", 1))
    .option("--weight <column>", "column with the row weights")
    .option("--out <file>", "write the edited model: JSON, gzipped (.gz) or compact (.coppice)")
    .option("--workbook <file>", "write what the model is made of: table, recipe and edits")
    .option("--json", "print one JSON object on standard output")
    .action((model: string, table: string, flags: EditFlags) => runEdit(io, model, table, flags));
}

async function runEdit(io: Io, modelPath: string, tablePath: string, flags: EditFlags): Promise<void> {
  checkOneInput(modelPath, tablePath);
  if (flags.edits === undefined && flags.undo === undefined && flags.workbook === undefined) {
    const message =
      "say what to do: --edits with a file, --undo with a number, or --workbook with a file to write";
    throw new CoppiceError("USAGE", message, { name: "--edits" });
  }
  const model = await readTree(io, modelPath, "coppice edit changes");
  const edits = flags.edits === undefined ? [] : parseEdits(await readJson(io, flags.edits, "EDITS_INVALID"));
  const table = await readLike(io, tablePath, [...tableAttributes(model), model.target], flags);
  const edited = editSync(undone(model, table, flags), table, edits, weightOf(flags));
  const { out, workbook } = flags;
  if (out !== undefined) await writeModel(io, out, edited);
  if (workbook !== undefined) await writeFileWhole(io, workbook, bookText(edited, tablePath, flags));
  if (flags.json) printJson(io, answerOf(model, edited, flags));
  else printEdited(io, model, edited, edits, flags);
}

const weightOf = ({ weight }: EditFlags) => (weight === undefined ? {} : { weight });

/** The model without its last edits: it is learned again, and the others are replayed. */
function undone(model: TreeModel, table: Table, flags: EditFlags): TreeModel {
  const { undo } = flags;
  if (undo === undefined) return model;
  const { edits = [] } = model;
  if (undo > edits.length) {
    const message = `--undo must be at most ${edits.length}, the number of edits of the model; got ${undo}`;
    throw new CoppiceError("OPTION_RANGE", message, { name: "--undo", value: undo });
  }
  return replaySync({ ...workbookOf(model, weightOf(flags)), edits: edits.slice(0, -undo) }, table);
}

function bookText(model: TreeModel, tablePath: string, flags: EditFlags): string {
  const name = tablePath.replace(/^.*[/\\]/, "");
  return `${JSON.stringify(workbookOf(model, { name, ...weightOf(flags) }), null, 1)}\n`;
}

function answerOf(before: TreeModel, after: TreeModel, { out, workbook }: EditFlags): object {
  return {
    before: sizeOf(before),
    size: sizeOf(after),
    edits: after.edits ?? [],
    ...(out !== undefined && { out }),
    ...(workbook !== undefined && { workbook }),
  };
}

function printEdited(
  io: Io,
  before: TreeModel,
  after: TreeModel,
  edits: readonly Edit[],
  { out, workbook }: EditFlags,
): void {
  const say = (text = "") => printLine(io.stdout, text);
  const { leaves } = sizeOf(after);
  if (leaves <= 24) say(`${drawText(after, textOptionsFor(io.stdout)).replace(/\n$/, "")}\n`);
  else for (const edit of edits) say(editText(edit));
  say(`${sizeText({ ...sizeOf(before) })} before; ${sizeText({ ...sizeOf(after) })} now`);
  if (workbook !== undefined) say(`workbook written to ${workbook}`);
  say(out === undefined ? "keep it: add --out edited.json" : `written to ${out}`);
}

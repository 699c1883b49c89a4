import { type Command, Option } from "commander";
import { CoppiceError, mustBe } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import { pruningSequence } from "../learn/prune/costComplexity.js";
import { sequenceOptions } from "../learn/prune/methods.js";
import { checkPrunable } from "../learn/prune/prunable.js";
import { type PruneRequest, prune, pruneOptionsOf } from "../learn/prune/prune.js";
import { chooseByOf, PRUNE_CHOICES, type PruneOptions } from "../learn/prune/pruneOptions.js";
import { removeNode } from "../learn/prune/removeNode.js";
import { harden } from "../learn/soft/harden.js";
import { stepsOf } from "../model/nodePath.js";
import { isSplit, sizeOf, type TreeModel } from "../model/tree.js";
import { word } from "../model/words.js";
import { tableAttributes } from "../predict/cells.js";
import { hardeningText } from "../rules/hardeningText.js";
import type { Table } from "../table/table.js";
import { drawPruning } from "../use/draw/pruningPlot.js";
import { pruningPlotText, pruningText } from "../use/draw/pruningPlotText.js";
import { drawText } from "../use/draw/text.js";
import { settingOf } from "./assignment.js";
import { addCellFlags, type CellFlags, wholeNumber } from "./flags.js";
import { type Io, printJson, printLine, writeFileWhole } from "./io.js";
import { sizeText } from "./layout.js";
import { NODE_HELP, nodeOf } from "./nodeFlag.js";
import { textOptionsFor } from "./paint.js";
import { prunedSequence } from "./prunedSequence.js";
import { checkOneInput, readTree, writeModel } from "./readJson.js";
import { readLike } from "./readTraining.js";

interface PruneFlags extends CellFlags {
  readonly by?: PruneRequest["by"];
  readonly node?: readonly number[];
  readonly hard?: boolean;
  readonly set: ReadonlyMap<string, unknown>;
  readonly weight?: string;
  readonly seed?: number;
  readonly out?: string;
  readonly plot?: string;
  readonly json?: boolean;
}

export function addPrune(program: Command, io: Io): void {
  addCellFlags(
    program
      .command("prune")
      .summary("prune a learned tree")
      .description(
        "Prunes a tree written by fit, by one of the methods of its option prune, or by hand; or turns a soft tree into a hard one. " +
          "For costComplexity without a table and without alpha, prints the sequence of trees to choose from.",
      )
      .argument("<model>", "model file written by fit")
      .argument(
        "[table]",
        "rows to prune by: the training table, or validation rows for reducedError and chooseBy=holdOut",
      ),
  )
    .option("--by <method>", METHODS.join(", "), methodOf)
    .option("--node <path>", `turn this node into a leaf: ${NODE_HELP}`, pathOf)
    .option(
      "--hard",
      "turn the gates of a soft tree into thresholds; its leaves then predict the rows of the table",
    )
    .addOption(
      new Option("--set <name=value>", "option of the method (repeatable); for a list: coppice learners cart")
        .argParser((text, so: ReadonlyMap<string, unknown>) => new Map([...so, settingOf(text)]))
        .default(new Map(), "none"),
    )
    .option("--weight <column>", "column with the row weights")
    .option("--seed <n>", "random seed of the folds (default: that of the model)", wholeNumber("--seed", 0))
    .option("--out <file>", "write the pruned model: JSON, gzipped (.gz) or compact (.coppice)")
    .option("--plot <file>", "plot the pruning sequence (SVG)")
    .option("--json", "print one JSON object on standard output")
    .action((model: string, table: string | undefined, flags: PruneFlags) =>
      runPrune(io, model, table, flags),
    );
}

const METHODS = PRUNE_CHOICES.filter((name) => name !== "none");

function methodOf(text: string): PruneRequest["by"] {
  const found = METHODS.find((name) => name === text);
  if (found !== undefined) return found;
  const error = mustBe("OPTION_RANGE", "--by", `one of ${METHODS.join(", ")}`, text);
  throw new CoppiceError(error.code, error.message + didYouMean(text, METHODS), error.facts);
}

function pathOf(text: string): number[] {
  return stepsOf(nodeOf(text));
}

async function runPrune(
  io: Io,
  modelPath: string,
  tablePath: string | undefined,
  flags: PruneFlags,
): Promise<void> {
  checkFlags(modelPath, tablePath, flags);
  const model = await readTree(io, modelPath, "coppice prune prunes");
  const table = tablePath === undefined ? undefined : await readLike(io, tablePath, columnsOf(model), flags);
  if (flags.hard) return await runHarden(io, model, table, flags);
  const listing = isListing(model, table, flags);
  const pruned = listing ? listed(model, flags) : prunedBy(model, table, flags);
  if (flags.out !== undefined && !listing) await writeModel(io, flags.out, pruned);
  if (flags.plot !== undefined) await writeFileWhole(io, flags.plot, plotOf(pruned));
  if (flags.json) printJson(io, answerOf(model, pruned, flags));
  else printPruned(io, model, pruned, flags, listing);
}

function checkFlags(modelPath: string, tablePath: string | undefined, flags: PruneFlags): void {
  const ways = [flags.by, flags.node, flags.hard].filter((way) => way !== undefined).length;
  if (ways !== 1) {
    const message =
      "say how to prune: --by with a method, --node with the path of a node, or --hard for a soft tree; one of them";
    throw new CoppiceError("USAGE", message, { name: "--by" });
  }
  checkOneInput(modelPath, tablePath);
  if (flags.plot !== undefined && flags.by !== "costComplexity") {
    const message = "--plot draws the sequence of --by costComplexity; other methods have none";
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "--plot" });
  }
}

async function runHarden(
  io: Io,
  soft: TreeModel,
  table: Table | undefined,
  flags: PruneFlags,
): Promise<void> {
  const { weight, out } = flags;
  const { model, loss } = harden(soft, { ...(table && { table }), ...(weight !== undefined && { weight }) });
  if (out !== undefined) await writeModel(io, out, model);
  if (flags.json) {
    printJson(io, {
      by: "hard",
      size: sizeOf(model),
      ...(loss && { loss }),
      ...(out !== undefined && { out }),
    });
    return;
  }
  const say = (text: string) => printLine(io.stdout, text);
  if (sizeOf(model).leaves <= 24) say(drawText(model, textOptionsFor(io.stdout)).replace(/\n$/, ""));
  if (loss) say(hardeningText(loss, model.task, table ? "table" : "validation"));
  say(out === undefined ? "keep it: add --out hard.json" : `written to ${out}`);
}

function columnsOf(model: TreeModel) {
  return [...tableAttributes(model), model.target];
}

/** Nothing to choose a size by: the trees to choose from are what is asked for. */
function isListing(model: TreeModel, table: Table | undefined, flags: PruneFlags): boolean {
  if (flags.by !== "costComplexity" || table !== undefined || flags.out !== undefined) return false;
  return chooseByOf(optionsOf(model, flags.set)) === "crossValidation";
}

function optionsOf({ task }: TreeModel, set: PruneFlags["set"]): PruneOptions {
  return pruneOptionsOf(Object.fromEntries(set), "costComplexity", task);
}

function listed(model: TreeModel, { set }: PruneFlags): TreeModel {
  checkPrunable(model);
  const options = sequenceOptions(optionsOf(model, set));
  return { ...model, pruning: pruningSequence(model, options).rows };
}

function prunedBy(model: TreeModel, table: Table | undefined, flags: PruneFlags): TreeModel {
  const { by, node, set, weight, seed } = flags;
  if (node !== undefined) return removeNode(model, node);
  return prune(model, {
    by: by!,
    options: Object.fromEntries(set),
    ...(table && { table }),
    ...(weight !== undefined && { weight }),
    ...(seed !== undefined && { seed }),
  });
}

function plotOf({ pruning = [], target }: TreeModel): string {
  return drawPruning(pruning, `Pruning the tree for ${word(target.name)}`);
}

function answerOf(before: TreeModel, after: TreeModel, { by, node, out, plot }: PruneFlags): object {
  const size = sizeOf(after);
  return {
    by: by ?? "hand",
    ...(node !== undefined && { node: node.length === 0 ? "root" : node.join(".") }),
    before: sizeOf(before),
    size,
    ...(by === "costComplexity" && after.pruning && prunedSequence(after.pruning, size)),
    ...(out !== undefined && { out }),
    ...(plot !== undefined && { plot }),
  };
}

function printPruned(io: Io, before: TreeModel, after: TreeModel, flags: PruneFlags, listing: boolean): void {
  const say = (text = "") => printLine(io.stdout, text);
  const { pruning } = after;
  if (flags.by === "costComplexity" && pruning) {
    say(pruningText(pruning, listing ? undefined : after.nodes.filter(isSplit).length));
    if (pruning.length > 2) say(`\n${pruningPlotText(pruning)}`);
    say();
  }
  if (listing) {
    say("choose one: --set alpha=0.01, or give the training table to choose by cross-validation");
    return;
  }
  if (sizeOf(after).leaves <= 24) say(drawText(after, textOptionsFor(io.stdout)).replace(/\n$/, ""));
  say(`${sizeText({ ...sizeOf(before) })} before; ${sizeText({ ...sizeOf(after) })} now`);
  say(flags.out === undefined ? "keep it: add --out pruned.json" : `written to ${flags.out}`);
}

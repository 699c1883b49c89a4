import { statSync } from "node:fs";
import type { Command } from "commander";
import { CoppiceError } from "../base/errors.js";
import type { EnsembleModel } from "../model/ensemble.js";
import { isEnsemble, isTree, type Model } from "../model/model.js";
import type { Prediction } from "../predict/predictTable.js";
import { proximities } from "../predict/proximities.js";
import type { Table, Warning } from "../table/table.js";
import { predictInParallel, predictionWork, prepareModel } from "../targets/predictInParallel.js";
import { teamAhead } from "../targets/teamAhead.js";
import { csvCell, csvLine } from "./csv.js";
import { addCellFlags, threadsOf, wholeNumber } from "./flags.js";
import { type Io, printJson, printLine, printWarnings, writeFileWhole } from "./io.js";
import { checkThere, isPredictedThere, type PredictThereFlags, predictThere } from "./predictThere.js";
import { checkOneInput, readModel } from "./readJson.js";
import { readLike } from "./readTraining.js";

type PredictFlags = PredictThereFlags;

export function addPredict(program: Command, io: Io): void {
  addCellFlags(
    program
      .command("predict")
      .summary("predict the rows of a table")
      .description("Writes a CSV with the columns row (from 0) and prediction.")
      .argument("<model>", "model file written by fit")
      .argument("<table>", "table file, or - for standard input"),
  )
    .option("--out <file>", "write the CSV here instead of standard output")
    .option(
      "--key <column>",
      "for duckdb: and spark: addresses: predict by a query where the rows are, and write this column in place of the row's number",
    )
    .option(
      "--into <address>",
      "with --key: write the predictions into a new table, such as duckdb:file.db#predictions",
    )
    .option("--force", "replace the table of --into if it is there already")
    .option("--proba", "add a probability column p(class) per class")
    .option(
      "--proximities <file>",
      "for ensembles: write proximities (the share of trees in which two rows reach the same leaf) as CSV",
    )
    .option("--json", "print one JSON object about the run on standard output; needs --out")
    .option(
      "--threads <n>",
      "number of threads, for ensembles (default: one per core, or 1 for small tables)",
      wholeNumber("--threads", 1),
    )
    .action((model: string, table: string, flags: PredictFlags) => runPredict(io, model, table, flags));
}

async function runPredict(io: Io, modelPath: string, tablePath: string, flags: PredictFlags): Promise<void> {
  if (isPredictedThere(flags)) checkThere(tablePath, flags);
  if (flags.json && flags.out === undefined && flags.into === undefined) {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      "--json and the CSV cannot both go to standard output: add --out",
      {
        name: "--json",
      },
    );
  }
  checkOneInput(modelPath, tablePath);
  const begun = io.clock();
  const model = await readModel(io, modelPath);
  if (flags.proba && model.task === "regression") {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      "--proba needs a model that predicts classes; this one predicts numbers",
      {
        name: "--proba",
      },
    );
  }
  if (flags.proximities !== undefined) checkEnsemble(model);
  if (isPredictedThere(flags)) return predictThere(io, model, tablePath, flags);
  const team = teamAhead(tablePath, { threads: flags.threads, trees: predictionWork(model) });
  try {
    const prepared = isLarge(tablePath) ? await prepareModel(model, team) : undefined;
    const started = io.clock();
    const table = await readLike(io, tablePath, model.attributes, flags, team);
    const read = io.clock();
    const prediction = await (prepared?.predict(table) ??
      predictInParallel(model, table, { ...threadsOf(flags), team }));
    const seconds = { model: started - begun, read: read - started, predict: io.clock() - read };
    await report(io, flags, { model, table, prediction, seconds });
  } finally {
    await team?.close();
  }
}

interface Predicted {
  readonly model: Model;
  readonly table: Table;
  readonly prediction: Prediction;
  readonly seconds: Readonly<Record<string, number>>;
}

async function report(
  io: Io,
  flags: PredictFlags,
  { model, table, prediction, seconds }: Predicted,
): Promise<void> {
  printWarnings(io, prediction.warnings);
  if (flags.proximities !== undefined) await writeProximities(io, flags.proximities, model, table);
  const lines = csvOf(model, prediction, table.rows, flags.proba === true);
  if (flags.out === undefined) {
    for (const part of lines) io.stdout.write(part);
    return;
  }
  await writeFileWhole(io, flags.out, Buffer.concat(Array.from(lines, (part) => Buffer.from(part))));
  if (flags.json) printJson(io, answerOf(model, flags.out, table.rows, seconds, prediction.warnings));
  else printLine(io.stderr, `${table.rows} predictions written to ${flags.out}`);
}

/** From so many bytes on, an ensemble's trees are laid out before the table is read. */
const LARGE_TABLE = 2 ** 20;

function isLarge(path: string): boolean {
  return path !== "-" && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= LARGE_TABLE;
}

function checkEnsemble(model: Model): asserts model is EnsembleModel {
  if (isEnsemble(model)) return;
  throw new CoppiceError(
    "MODEL_KIND",
    `--proximities asks in how many trees rows meet, and a model of ${model.learner} is ${isTree(model) ? "one tree" : "a set of rules"}`,
    { name: "--proximities", rule: "a model of many trees" },
  );
}

/** Pairs that meet in some tree, each once; the others have 0. */
async function writeProximities(io: Io, file: string, model: Model, table: Table): Promise<void> {
  checkEnsemble(model);
  const alike = proximities(model, table);
  const lines = ["row,other,proximity\n"];
  for (let row = 0; row < table.rows; row++) {
    for (let other = row + 1; other < table.rows; other++) {
      const share = alike[row * table.rows + other];
      if (share > 0) lines.push(`${row},${other},${share}\n`);
    }
  }
  await writeFileWhole(io, file, lines.join(""));
}

function answerOf(
  model: Model,
  out: string,
  rows: number,
  seconds: Readonly<Record<string, number>>,
  warnings: readonly Warning[],
): object {
  return {
    learner: model.learner,
    task: model.task,
    target: model.target.name,
    rows,
    out,
    seconds,
    warnings,
  };
}

/** Lines a part: few enough to hold, many enough to write at once. */
const PART = 4096;

function* csvOf(model: Model, prediction: Prediction, rows: number, withShares: boolean): Generator<string> {
  const levels = model.target.levels ?? [];
  yield csvLine(["row", "prediction", ...(withShares ? levels.map((level) => `p(${level})`) : [])]);
  const labels = levels.map(csvCell);
  let part = "";
  for (let row = 0; row < rows; row++) {
    part += `${row},${answerCells(labels, prediction, row, withShares)}\n`;
    if (row % PART === PART - 1) {
      yield part;
      part = "";
    }
  }
  if (part !== "") yield part;
}

/** `labels` are cells already. */
function answerCells(
  labels: readonly string[],
  prediction: Prediction,
  row: number,
  withShares: boolean,
): string {
  if (prediction.kind === "regression") return String(prediction.values[row]);
  const label = labels[prediction.labels[row]];
  if (!withShares) return label;
  const shares = prediction.probabilities.subarray(row * labels.length, (row + 1) * labels.length);
  return `${label},${shares.join()}`;
}

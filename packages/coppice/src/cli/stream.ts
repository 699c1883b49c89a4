import { type Command, Option } from "commander";
import { CoppiceError, mustBe } from "../base/errors.js";
import { checkOptions } from "../learn/options.js";
import { learnerNamed } from "../learn/registry.js";
import { learningOf } from "../learn/stream/stream.js";
import type { ColumnType } from "../table/schema.js";
import { settingOf, typeOf } from "./assignment.js";
import { columnsFlag, delimiterOf, wholeNumber } from "./flags.js";
import type { Io } from "./io.js";
import { optionsOf, Session, type StreamFlags } from "./streamSession.js";

export function addStream(program: Command, io: Io): void {
  program
    .command("stream")
    .summary("learn from rows that keep coming")
    .description(
      "Learns from a stream of rows: each is predicted, counted and learned once. Prints the running accuracy with two baselines.",
    )
    .argument("<source>", "CSV or newline-delimited JSON: a file, or - for standard input")
    .option("--target <column>", "column to predict: a class")
    .option("--learner <name>", "learner of streams; for a list: coppice learners", "hoeffding")
    .addOption(
      new Option("--set <name=value>", "option of the learner (repeatable)")
        .argParser((text, so: ReadonlyMap<string, unknown>) => new Map([...so, settingOf(text)]))
        .default(new Map(), "none"),
    )
    .option(
      "--every <n>",
      "rows between two lines of figures, and between two saved states",
      wholeNumber("--every", 1),
      10_000,
    )
    .option(
      "--window <n>",
      "rows of the window of the recent accuracy (default: 10000)",
      wholeNumber("--window", 1),
    )
    .option(
      "--first <n>",
      "rows from which the types of the columns are found out",
      wholeNumber("--first", 1),
      1000,
    )
    .option(
      "--state <file>",
      "save the state here periodically and at the end, and go on from it if it is there",
    )
    .option("--memory <size>", "memory that the learner may take, such as 64MB", sizeOf)
    .option("--out <file>", "write the model so far, whenever the state is saved")
    .option("--follow", "wait at the end of the file for more rows, until Ctrl-C")
    .option("--replay", "standard input begins with the rows that the saved state has learned: skip them")
    .addOption(
      new Option("--type <column=type>", "type of a column: numeric, nominal or string (repeatable)")
        .argParser((text, so: ReadonlyMap<string, ColumnType>) => new Map([...so, typeOf(text)]))
        .default(new Map(), "none"),
    )
    .addOption(columnsFlag("--ignore <column>", "column to exclude (repeatable)"))
    .addOption(columnsFlag("--use <column>", "column to include although it would be excluded (repeatable)"))
    .option(
      "--missing <a,b>",
      "texts that mean a missing value, besides empty cells (default: ?, NA, NaN, null)",
      (text) => text.split(","),
    )
    .option("--delimiter <character>", "separator of a CSV; \\t for a tab (default: detected)", delimiterOf)
    .addOption(
      new Option("--decimal <sign>", "decimal separator (default: detected per column)").choices([".", ","]),
    )
    .addOption(
      new Option("--dates <order>", "order of day and month (default: detected per column)").choices([
        "dmy",
        "mdy",
      ]),
    )
    .option("--seed <n>", "random seed", wholeNumber("--seed", 0), 1)
    .option("--json", "print one JSON object per line of figures")
    .action((path: string, flags: StreamFlags) => runStream(io, path, flags));
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["KB", 1e3],
  ["MB", 1e6],
  ["GB", 1e9],
]);

/** `64MB`, `500000`. */
function sizeOf(text: string): number {
  const [, digits, unit] = /^(\d+)\s*([A-Za-z]*)$/.exec(text) ?? [];
  const factor = UNITS.get((unit ?? "x").toUpperCase());
  if (factor !== undefined && Number(digits) > 0) return Number(digits) * factor;
  throw mustBe("OPTION_RANGE", "--memory", "a number of bytes, or of KB, MB or GB", text);
}

async function runStream(io: Io, path: string, flags: StreamFlags): Promise<void> {
  const learner = learnerNamed(flags.learner);
  learningOf(learner);
  checkOptions(learner, optionsOf(learner, flags));
  checkSource(path, flags);
  const session = new Session(io, path, flags, learner);
  await session.resume();
  let stopped: unknown;
  // Ctrl-C ends the wait for rows; what has been learned is kept before it takes effect.
  const reading = io
    .interruptible((signal) => session.read(signal))
    .catch((error: unknown) => {
      if (!(error instanceof CoppiceError && error.code === "ABORTED")) throw error;
      stopped = error;
    });
  await reading;
  await session.settled();
  if (stopped !== undefined) await session.settle();
  if (stopped === undefined || session.hasBegun) await session.close();
  if (stopped !== undefined) throw stopped;
}

function checkSource(path: string, { follow, replay }: StreamFlags): void {
  const conflict = (name: string, message: string) => new CoppiceError("OPTION_CONFLICT", message, { name });
  if (follow && path === "-")
    throw conflict("--follow", "--follow is for files: standard input is followed anyway");
  if (replay && path !== "-")
    throw conflict("--replay", "--replay is for standard input: a file is gone on with where it was left");
}

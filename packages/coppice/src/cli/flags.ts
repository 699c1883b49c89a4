import { type Command, Option } from "commander";
import { CoppiceError, mustBe, show } from "../base/errors.js";
import type { ColumnType, DateOrder } from "../table/schema.js";
import { settingOf, typeOf } from "./assignment.js";

/** How a table is read. */
export interface TableFlags {
  readonly schema?: string;
  readonly type: ReadonlyMap<string, ColumnType>;
  readonly missing?: readonly string[];
  readonly delimiter?: string;
  readonly decimal?: "." | ",";
  readonly dates?: DateOrder;
  readonly encoding?: string;
  readonly skipLines?: number;
  readonly skipLastLines?: number;
}

/** How cells are read, whoever knows the columns. */
export type CellFlags = Omit<TableFlags, "schema" | "type">;

/** What is learned from it, and how. */
export interface LearnFlags extends TableFlags {
  readonly target?: string;
  readonly learner: string;
  readonly set: ReadonlyMap<string, unknown>;
  readonly weight?: string;
  readonly ignore: readonly string[];
  readonly use: readonly string[];
  readonly seed: number;
  readonly threads?: number;
  readonly json?: boolean;
}

/** What a table's cells mean, whoever knows the columns. */
export function addCellFlags(command: Command): Command {
  return command
    .option(
      "--missing <a,b>",
      "the cells that stand for a missing value, besides empty ones (default: ?, NA, NaN, null)",
      (text) => text.split(","),
    )
    .option("--delimiter <character>", "what stands between cells of a CSV; \\t for a tab", delimiterOf)
    .addOption(
      new Option(
        "--decimal <sign>",
        "the decimal sign: . or , (default: found out column by column)",
      ).argParser(oneOf("--decimal", [".", ","])),
    )
    .addOption(
      new Option(
        "--dates <order>",
        "which number of 3/4/2024 is the day: dmy or mdy (default: found out column by column)",
      ).argParser(oneOf("--dates", ["dmy", "mdy"])),
    )
    .option("--encoding <name>", "the encoding of a text file (default: UTF-8, or what its bytes look like)")
    .option(
      "--skip-lines <n>",
      "lines above the column names of a CSV (default: titles are found out)",
      wholeNumber("--skip-lines", 0),
    )
    .option(
      "--skip-last-lines <n>",
      "lines at the end of a CSV that are not rows, such as totals",
      wholeNumber("--skip-last-lines", 0),
    );
}

function oneOf(name: string, choices: readonly string[]): (text: string) => string {
  return (text) => {
    if (choices.includes(text)) return text;
    throw mustBe("OPTION_RANGE", name, choices.join(" or "), text);
  };
}

export function addTableFlags(command: Command): Command {
  return addCellFlags(
    command
      .option("--schema <file>", "a JSON file with the target and the columns' types")
      .addOption(
        new Option(
          "--type <column=type>",
          "a column's type: numeric, nominal, ordered or string (repeatable)",
        )
          .argParser((text, so: ReadonlyMap<string, ColumnType>) => added(so, typeOf(text)))
          .default(new Map(), "none"),
      ),
  );
}

const THREADS = "threads to learn with (default: one per core, or 1 for little work)";

export function addLearnFlags(command: Command, threads = THREADS): Command {
  return addTrainingFlags(
    command.option("--learner <name>", "how to learn; see: coppice learners", "cart"),
    threads,
  );
}

/** All but the learner's name: a comparison has several. */
export function addTrainingFlags(command: Command, threads: string): Command {
  return addTableFlags(command.option("--target <column>", "the column to predict (the schema may name it)"))
    .addOption(
      new Option("--set <name=value>", "an option of the learner (repeatable)")
        .argParser((text, so: ReadonlyMap<string, unknown>) => added(so, settingOf(text)))
        .default(new Map(), "none"),
    )
    .option("--weight <column>", "the column with each row's weight")
    .addOption(columnsFlag("--ignore <column>", "a column not to learn from (repeatable)"))
    .addOption(
      columnsFlag("--use <column>", "a column to learn from although it would be excluded (repeatable)"),
    )
    .option("--seed <n>", "the seed of everything that hangs on chance", wholeNumber("--seed", 0), 1)
    .option("--threads <n>", threads, wholeNumber("--threads", 1))
    .option("--json", "one JSON object on standard output");
}

export function columnsFlag(flag: string, help: string): Option {
  return new Option(flag, help).argParser((text, so: readonly string[]) => [...so, text]).default([], "none");
}

/** A new map: the default is shared between parses. */
function added<V>(map: ReadonlyMap<string, V>, [name, value]: [string, V]): ReadonlyMap<string, V> {
  return new Map([...map, [name, value]]);
}

export function wholeNumber(name: string, least: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number < 2 ** 32) return number;
    throw mustBe("OPTION_RANGE", name, `an integer ≥ ${least}`, text);
  };
}

function delimiterOf(text: string): string {
  const character = text === "\\t" ? "\t" : text;
  if (character.length === 1 && !/["\r\n]/.test(character)) return character;
  throw new CoppiceError("OPTION_RANGE", `--delimiter must be one character; got ${show(text)}`, {
    name: "--delimiter",
    rule: "one character",
    value: text,
  });
}

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
  readonly from?: string;
}

/** How cells are read, whoever knows the columns. */
export type CellFlags = Omit<TableFlags, "schema" | "type">;

/** What is learned from it, and how. */
export interface LearnFlags extends TableFlags {
  readonly target?: string;
  readonly learner: string;
  readonly set: ReadonlyMap<string, unknown>;
  readonly weight?: string;
  readonly rowKey?: string;
  readonly ignore: readonly string[];
  readonly use: readonly string[];
  readonly useAttributesOf?: string;
  readonly seed: number;
  readonly threads?: number;
  readonly json?: boolean;
}

/** What a table's cells mean, whoever knows the columns. */
export function addCellFlags(command: Command): Command {
  return command
    .option(
      "--missing <a,b>",
      "texts that mean a missing value, besides empty cells (default: ?, NA, NaN, null)",
      (text) => text.split(","),
    )
    .option("--delimiter <character>", "separator of a CSV; \\t for a tab (default: detected)", delimiterOf)
    .addOption(
      new Option("--decimal <sign>", "decimal separator: . or , (default: detected per column)").argParser(
        oneOf("--decimal", [".", ","]),
      ),
    )
    .addOption(
      new Option(
        "--dates <order>",
        "order of day and month in dates such as 3/4/2024: dmy or mdy (default: detected per column)",
      ).argParser(oneOf("--dates", ["dmy", "mdy"])),
    )
    .option("--encoding <name>", "encoding of a text file (default: detected, otherwise UTF-8)")
    .option(
      "--skip-lines <n>",
      "number of lines above the header of a CSV (default: title lines are detected)",
      wholeNumber("--skip-lines", 0),
    )
    .option(
      "--skip-last-lines <n>",
      "number of lines to drop at the end of a CSV, such as totals",
      wholeNumber("--skip-last-lines", 0),
    )
    .option("--from <query>", "for duckdb: and spark: addresses: the SQL query whose rows are the table");
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
      .option("--schema <file>", "JSON file with the target and the column types")
      .addOption(
        new Option(
          "--type <column=type>",
          "type of a column: numeric, nominal, ordered, string or text (repeatable)",
        )
          .argParser((text, so: ReadonlyMap<string, ColumnType>) => added(so, typeOf(text)))
          .default(new Map(), "none"),
      ),
  );
}

const THREADS = "number of threads (default: one per core, or 1 for small tables)";

export function addLearnFlags(command: Command, threads = THREADS): Command {
  return addTrainingFlags(
    command.option("--learner <name>", "learner; for a list: coppice learners", "cart"),
    threads,
  );
}

/** All but the learner's name: a comparison has several. */
export function addTrainingFlags(command: Command, threads: string): Command {
  return addTableFlags(command.option("--target <column>", "column to predict (unless the schema names it)"))
    .addOption(
      new Option("--set <name=value>", "option of the learner (repeatable)")
        .argParser((text, so: ReadonlyMap<string, unknown>) => added(so, settingOf(text)))
        .default(new Map(), "none"),
    )
    .option("--weight <column>", "column with the row weights")
    .option(
      "--row-key <column>",
      "column with a whole number for each row, by which rows are drawn at random (default: by their positions)",
    )
    .addOption(columnsFlag("--ignore <column>", "column to exclude (repeatable)"))
    .addOption(columnsFlag("--use <column>", "column to include although it would be excluded (repeatable)"))
    .option(
      "--use-attributes-of <model>",
      "exclude all columns that this model does not test: a pruned tree chooses attributes for another learner",
    )
    .option("--seed <n>", "random seed", wholeNumber("--seed", 0), 1)
    .option("--threads <n>", threads, wholeNumber("--threads", 1))
    .option("--json", "print one JSON object on standard output");
}

/** The number of threads, if it was given. */
export function threadsOf({ threads }: Pick<LearnFlags, "threads">): { readonly threads?: number } {
  return threads === undefined ? {} : { threads };
}

export function columnsFlag(flag: string, help: string): Option {
  return new Option(flag, help).argParser((text, so: readonly string[]) => [...so, text]).default([], "none");
}

/** A new map: the default is shared between parses. */
function added<V>(map: ReadonlyMap<string, V>, [name, value]: [string, V]): ReadonlyMap<string, V> {
  return new Map([...map, [name, value]]);
}

/** Seeds and counts are 32-bit numbers. */
const MOST = 2 ** 32 - 1;

export function wholeNumber(name: string, least: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= MOST) return number;
    const rule = number > MOST ? `an integer from ${least} to ${MOST}` : `an integer ≥ ${least}`;
    throw mustBe("OPTION_RANGE", name, rule, text);
  };
}

export function delimiterOf(text: string): string {
  const character = text === "\\t" ? "\t" : text;
  if (character.length === 1 && !/["\r\n]/.test(character)) return character;
  throw new CoppiceError("OPTION_RANGE", `--delimiter must be one character; got ${show(text)}`, {
    name: "--delimiter",
    rule: "one character",
    value: text,
  });
}

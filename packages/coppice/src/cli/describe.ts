import type { Command } from "commander";
import type { ReadResult } from "../source/options.js";
import { columnOf } from "../table/table.js";
import { type Description, describeTable } from "../use/describe/describeTable.js";
import { descriptionPage } from "../use/describe/descriptionPage.js";
import { descriptionText } from "../use/describe/descriptionText.js";
import { addTableFlags, columnsFlag, type TableFlags, wholeNumber } from "./flags.js";
import { type Io, printJson, printLine, printWarnings, writeFileWhole } from "./io.js";
import { textOptionsFor } from "./paint.js";
import { pairOf } from "./pairFlag.js";
import { cellOptions, readAny, readSchema } from "./readTraining.js";

interface DescribeFlags extends TableFlags {
  readonly target?: string;
  readonly ignore: readonly string[];
  readonly use: readonly string[];
  readonly pair: readonly string[];
  readonly pairs?: number;
  readonly top?: number;
  readonly html?: string;
  readonly json?: boolean;
}

export function addDescribe(program: Command, io: Io): void {
  addTableFlags(
    program
      .command("describe")
      .summary("summarise a table")
      .description(
        "Summarises each column of a table and, given a target, how informative each attribute is about it.",
      )
      .argument("<table>", "table file, or - for standard input")
      .option("--target <column>", "target column: report how informative the others are about it"),
  )
    .addOption(columnsFlag("--ignore <column>", "column to exclude from the comparison (repeatable)"))
    .addOption(columnsFlag("--use <column>", "column to include although it would be excluded (repeatable)"))
    .addOption(columnsFlag("--pair <a,b>", "two columns to cross-tabulate (repeatable)"))
    .option(
      "--pairs <n>",
      "report the n pairs of attributes that are most informative about the target",
      wholeNumber("--pairs", 1),
    )
    .option(
      "--top <n>",
      "number of attributes to show in detail (default: 8; 100 with --json)",
      wholeNumber("--top", 0),
    )
    .option("--html <file>", "write an HTML report")
    .option("--json", "print one JSON object on standard output")
    .action((path: string, flags: DescribeFlags) => runDescribe(io, path, flags));
}

async function runDescribe(io: Io, path: string, flags: DescribeFlags): Promise<void> {
  const schema = await readSchema(io, flags.schema);
  const options = { ...(schema && { schema }), types: flags.type, ...cellOptions(flags) };
  const read = await readAny(io, path, options);
  const target = flags.target ?? read.schema.target;
  const description = describe(read, target, flags);
  printWarnings(io, description.warnings);
  const top = flags.top === undefined ? {} : { top: flags.top };
  if (flags.html !== undefined) {
    const page = descriptionPage(description, { title: titleOf(path), ...top });
    await writeFileWhole(io, flags.html, page);
  }
  if (flags.json) {
    const attributes = withoutGroups(description, flags.top ?? JSON_TOP);
    printJson(io, {
      table: path,
      ...description,
      attributes,
      ...(flags.html !== undefined && { html: flags.html }),
    });
    return;
  }
  printLine(io.stdout, descriptionText(description, { ...textOptionsFor(io.stdout), ...top }));
  if (flags.html !== undefined) printLine(io.stderr, `written to ${flags.html}`);
}

function describe(read: ReadResult, target: string | undefined, flags: DescribeFlags): Description {
  const { table, schema, declared, warnings } = read;
  const { ignore, use, pairs } = flags;
  const names = table.columns.map(({ name }) => name);
  for (const name of [...ignore, ...use]) columnOf(table, name);
  const options = {
    ...(target !== undefined && { target }),
    weight: schema.weight,
    ignore,
    use,
    pair: flags.pair.map((text) => pairOf(text, names)),
    ...(pairs !== undefined && { pairs }),
    declared,
    warnings,
  };
  return describeTable(table, options, "flag");
}

/** An answer of thousands of attributes stays below a megabyte: the groups of the most telling are in it. */
const JSON_TOP = 100;

function withoutGroups({ attributes }: Description, top: number): object[] {
  return attributes.map(({ groups, ...worth }, i) => (i < top ? { ...worth, groups } : worth));
}

function titleOf(path: string): string {
  return path === "-" ? "standard input" : path.replace(/^.*[/\\]/, "");
}

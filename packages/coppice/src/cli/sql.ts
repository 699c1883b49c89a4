import { type Command, Option } from "commander";
import { modelQuery } from "../targets/databases.js";
import { type Io, printLine, writeFileWhole } from "./io.js";
import { readModel } from "./readJson.js";

interface SqlFlags {
  readonly dialect: string;
  readonly table?: string;
  readonly from?: string;
  readonly key: string;
  readonly as?: string;
  readonly out?: string;
}

export function addSql(program: Command, io: Io): void {
  program
    .command("sql")
    .summary("write a model as a query that predicts where the rows are")
    .description(
      "Writes a tree, a forest or a boosted model as an SQL query that returns a key and the prediction of every row: the same predictions as coppice predict.",
    )
    .argument("<model>", "model file written by fit, or - for standard input")
    .addOption(
      new Option("--dialect <name>", "whose SQL is written").choices(["duckdb", "spark"]).default("duckdb"),
    )
    .option("--table <name>", 'the table with the rows: orders, main.orders or "my orders"')
    .option("--from <query>", "a query whose rows are predicted, in place of a table")
    .requiredOption("--key <column>", "the column that identifies a row in the result")
    .option("--as <name>", "the name of the column with the predictions (default: prediction)")
    .option("--out <file>", "write the query here instead of standard output")
    .action((model: string, flags: SqlFlags) => runSql(io, model, flags));
}

async function runSql(io: Io, path: string, { out, from, ...flags }: SqlFlags): Promise<void> {
  const query = await modelQuery(await readModel(io, path), {
    ...flags,
    ...(from !== undefined && { query: from }),
  });
  if (out === undefined) printLine(io.stdout, query);
  else await writeFileWhole(io, out, `${query}\n`);
}

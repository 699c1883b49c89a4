import type { Command } from "commander";
import { type Candidates, candidates } from "../learn/edit/candidates.js";
import { tableAttributes } from "../predict/cells.js";
import { addCellFlags, type CellFlags, wholeNumber } from "./flags.js";
import { type Io, printJson, printLine } from "./io.js";
import { columnsText, countText, figure } from "./layout.js";
import { NODE_HELP, nodeOf } from "./nodeFlag.js";
import { checkOneInput, readTree } from "./readJson.js";
import { readLike } from "./readTraining.js";

interface CandidateFlags extends CellFlags {
  readonly node: string;
  readonly limit: number;
  readonly validation?: string;
  readonly weight?: string;
  readonly json?: boolean;
}

export function addCandidates(program: Command, io: Io): void {
  addCellFlags(
    program
      .command("candidates")
      .summary("rank the tests that a node could have")
      .description("Ranks the best test on each attribute at a node of a tree, by the learner's own rule.")
      .argument("<model>", "model file written by fit, or - for standard input")
      .argument("<table>", "the training table, or - for standard input"),
  )
    .option("--node <path>", `the node: ${NODE_HELP}`, nodeOf, "root")
    .option("--limit <n>", "number of tests", wholeNumber("--limit", 1), 10)
    .option(
      "--validation <table>",
      "rows that the tree was not grown from: how much each test changes their score",
    )
    .option("--weight <column>", "column with the row weights")
    .option("--json", "print one JSON object on standard output")
    .action((model: string, table: string, flags: CandidateFlags) => runCandidates(io, model, table, flags));
}

async function runCandidates(io: Io, modelPath: string, path: string, flags: CandidateFlags): Promise<void> {
  checkOneInput(modelPath, path);
  const { node, limit, validation, weight } = flags;
  const model = await readTree(io, modelPath, "coppice candidates looks into");
  const columns = [...tableAttributes(model), model.target];
  const table = await readLike(io, path, columns, flags);
  const apart = validation === undefined ? undefined : await readLike(io, validation, columns, flags);
  const found = candidates(model, table, node, {
    limit,
    ...(apart && { validation: apart }),
    ...(weight !== undefined && { weight }),
  });
  if (flags.json) printJson(io, found);
  else print(io, found);
}

function print(io: Io, { node, rows, candidates: tests, validation }: Candidates): void {
  const say = (text = "") => printLine(io.stdout, text);
  say(`${node}: ${countText(rows, "row")}`);
  if (tests.length === 0) {
    say("no attribute has a test that divides them");
    return;
  }
  const change = (value: number | undefined) =>
    value === undefined ? [] : [`${value > 0 ? "+" : ""}${figure(value)}`];
  const lines = tests.map((one) => [
    `${one.isCurrent ? "*" : " "} ${one.text}`,
    figure(one.gain),
    figure(one.score),
    ...change(one.validation?.change),
    one.stops ?? "",
  ]);
  say(
    columnsText([["  test", "gain", "score", ...(validation ? [validation.metric] : []), ""], ...lines], ""),
  );
  if (validation) {
    say(
      `${validation.metric} on ${countText(validation.rows, "validation row")} (${validation.atNode} here): ${figure(validation.now)} now, ${figure(validation.leaf)} with the node as a leaf`,
    );
  }
  if (tests.some(({ isCurrent }) => isCurrent)) say("* the test of the node");
}

import type { Command } from "commander";
import pc from "picocolors";
import { checkOptions } from "../learn/options.js";
import type { Model } from "../model/model.js";
import { sizeOf, type TreeModel } from "../model/tree.js";
import { printable } from "../model/words.js";
import { predictTable } from "../predict/predictTable.js";
import { columnSchema } from "../table/column.js";
import type { Table } from "../table/table.js";
import type { Runner } from "../use/evaluate/jobs.js";
import {
  agreement,
  rootText,
  type StabilityReport,
  stability,
  treeLikeness,
} from "../use/evaluate/stability.js";
import { addLearnFlags, type LearnFlags, wholeNumber } from "./flags.js";
import { type Io, printJson, printLine } from "./io.js";
import { countText, figure, sizeText } from "./layout.js";
import { fitSpecOf, learn } from "./learn.js";
import { readLike, readTraining, type Training } from "./readTraining.js";
import { runnerOf } from "./runner.js";
import { keysOf, shareBetween } from "./splitFlags.js";
import { treeLearnerOnly, treeOnly } from "./treeOnly.js";

interface StabilityFlags extends LearnFlags {
  readonly samples: number;
  readonly drop: number;
  readonly other?: string;
}

const VERB = "coppice stability compares the tests of";

export function addStability(program: Command, io: Io): void {
  addLearnFlags(
    program
      .command("stability")
      .summary("measure how much a tree changes with its training rows")
      .description(
        "Learns repeatedly without some of the rows, or from another table (--other), and compares the splits and the " +
          "predictions of each tree with those of the tree of all rows.",
      )
      .argument("<table>", "table file, or - for standard input"),
    "number of threads (default: one per core, or 1 for small tables)",
  )
    .option("--samples <n>", "number of trees to grow", wholeNumber("--samples", 2), 50)
    .option("--drop <share>", "share of the rows left out of each sample", shareBetween("--drop"), 0.1)
    .option("--other <table>", "compare with the tree learned from this table instead")
    .action((path: string, flags: StabilityFlags) => runStability(io, path, flags));
}

async function runStability(io: Io, path: string, flags: StabilityFlags): Promise<void> {
  const options = checkOptions(treeLearnerOnly(flags.learner, VERB), Object.fromEntries(flags.set));
  const training = await readTraining(io, path, flags);
  const { learner } = flags;
  const about = { learner, options, target: training.target.name, rows: training.table.rows };
  if (flags.other !== undefined) return twoTables(io, path, training, flags, about);
  const { samples, drop, seed } = flags;
  const run = runnerOf(io, "sampling", training, [fitSpecOf(training, flags)], flags.threads);
  const report = await stability(treesOf(run), {
    rows: training.table.rows,
    samples,
    drop,
    seed,
    keys: keysOf(training),
  });
  if (flags.json) {
    const { whole, ...figures } = report;
    const root = rootText(whole);
    printJson(io, { ...about, ...figures, root, size: sizeOf(whole), warnings: training.warnings });
    return;
  }
  const head = `${learner} on ${path}: ${samples} trees, each without ${report.dropped} of ${training.table.rows} rows, seed ${seed}`;
  printLine(io.stdout, `${printable(head)}\n`);
  printReport(io, report, training.target.type === "numeric");
}

function treesOf(run: Runner<Model>): Runner<TreeModel> {
  return async (jobs, onProgress) =>
    (await run(jobs, onProgress)).map(({ model, ...rest }) => ({
      ...rest,
      ...(model && { model: treeOnly(model, VERB) }),
    }));
}

function printReport(io: Io, report: StabilityReport, isRegression: boolean): void {
  const line = lineOf(io);
  const { whole, rootKept, rootAttributeKept, testsKept, attributesKept, leaves, samples } = report;
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  line(
    "root",
    `${printable(rootText(whole))}  kept by ${percent(rootKept)}; its attribute by ${percent(rootAttributeKept)}`,
  );
  line(
    "tests",
    `${figure(testsKept.mean)}  share found again below the same tests; ${figure(attributesKept.mean)} by attribute alone`,
  );
  const words = isRegression
    ? "root mean squared difference of the predictions"
    : "share of rows with the same prediction";
  line("predictions", `${figure(report.agreement.mean)}  ${words}`);
  line(
    "size",
    `${sizeText({ ...sizeOf(whole) })}; without the rows ${countText(leaves.mean, "leaf", "leaves")} ± ${figure(leaves.sd)}`,
  );
  printLine(io.stdout);
  for (const { root, times } of report.roots.slice(0, 8)) {
    printLine(io.stdout, `  ${String(times).padStart(String(samples).length)} × ${printable(root)}`);
  }
  const more = report.roots.length - 8;
  if (more > 0) printLine(io.stdout, `  and ${more} more roots`);
}

function lineOf(io: Io): (name: string, text: string) => void {
  const colors = pc.createColors(io.stdout.color);
  return (name, text) => printLine(io.stdout, `  ${colors.bold(name.padEnd(11))}  ${text}`);
}

async function twoTables(
  io: Io,
  path: string,
  training: Training,
  flags: StabilityFlags,
  about: object,
): Promise<void> {
  const columns = training.table.columns.map(columnSchema);
  const table = await readLike(io, flags.other!, columns, flags);
  const grown = (rows: Table) =>
    treeOnly(
      learn(rows, training, flags, () => {}),
      VERB,
    );
  const first = grown(training.table);
  const second = grown(table);
  const likeness = treeLikeness(first, second);
  const alike = agreement(predictTable(first, training.table), predictTable(second, training.table));
  if (flags.json) {
    const roots = [rootText(first), rootText(second)];
    printJson(io, {
      ...about,
      other: flags.other,
      roots,
      ...likeness,
      agreement: alike,
      warnings: training.warnings,
    });
    return;
  }
  const line = lineOf(io);
  printLine(io.stdout, `${printable(`${flags.learner} on ${path} and on ${flags.other}`)}\n`);
  line(
    "root",
    `${printable(rootText(first))} ${likeness.sameRoot ? "in both" : `became ${printable(rootText(second))}`}`,
  );
  line(
    "tests",
    `${figure(likeness.testsKept)}  share found again below the same tests; ${figure(likeness.attributesKept)} by attribute alone`,
  );
  line(
    "predictions",
    `${figure(alike)}  ${first.task === "classification" ? "share of the first table's rows with the same prediction" : "root mean squared difference on the first table's rows"}`,
  );
  line("size", `${sizeText({ ...sizeOf(first) })} became ${sizeText({ ...sizeOf(second) })}`);
}

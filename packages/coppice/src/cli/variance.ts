import type { Command } from "commander";
import { checkOptions } from "../learn/options.js";
import { learnerNamed } from "../learn/registry.js";
import { printable } from "../model/words.js";
import { truthOf } from "../predict/truth.js";
import { type BiasVariance, biasVariance, type VarianceReport } from "../use/evaluate/biasVariance.js";
import { addLearnFlags, type LearnFlags, wholeNumber } from "./flags.js";
import { type Io, printJson, printLine } from "./io.js";
import { columnsText, figure, sizeText } from "./layout.js";
import { fitSpecOf } from "./learn.js";
import { readTraining, weightsOf } from "./readTraining.js";
import { runnerOf } from "./runner.js";
import { keysOf, shareBetween } from "./splitFlags.js";

interface VarianceFlags extends LearnFlags {
  readonly samples: number;
  readonly holdout: number;
}

export function addVariance(program: Command, io: Io): void {
  addLearnFlags(
    program
      .command("variance")
      .summary("decompose a learner's error into bias and variance")
      .description(
        "Bias-variance decomposition: learns from many bootstrap samples of the training rows and divides the error on " +
          "held-out rows into bias (wrong on average) and variance (depends on the sample).",
      )
      .argument("<table>", "table file, or - for standard input"),
    "number of threads (default: one per core, or 1 for small tables)",
  )
    .option("--samples <n>", "number of bootstrap training sets", wholeNumber("--samples", 2), 50)
    .option("--holdout <share>", "share of the rows to test on", shareBetween("--holdout"), 0.33)
    .action((path: string, flags: VarianceFlags) => runVariance(io, path, flags));
}

async function runVariance(io: Io, path: string, flags: VarianceFlags): Promise<void> {
  const options = checkOptions(learnerNamed(flags.learner), Object.fromEntries(flags.set));
  const training = await readTraining(io, path, flags);
  const run = runnerOf(io, "sampling", training, [fitSpecOf(training, flags)], flags.threads);
  const { samples, holdout, seed, learner } = flags;
  const known = { truth: truthOf(training.target, training.table), weights: weightsOf(training) };
  const report = await biasVariance(run, { ...known, samples, holdout, seed, keys: keysOf(training) });
  if (flags.json) {
    const { decomposition, ...facts } = report;
    const { kind, ...figures } = decomposition;
    const target = training.target.name;
    const warnings = training.warnings;
    printJson(io, {
      learner,
      options,
      task: kind,
      target,
      rows: training.table.rows,
      ...facts,
      ...figures,
      warnings,
    });
    return;
  }
  const head = `${learner} on ${path}: ${samples} samples of ${report.trainRows} rows, evaluated on ${report.judgedRows}, seed ${seed}`;
  printLine(io.stdout, `${printable(head)}\n`);
  printLine(io.stdout, columnsText(linesOf(report)).replace(/^( {2}\S+(?: \S+)*)/gm, "$1"));
}

function linesOf({ decomposition, size }: VarianceReport): string[][] {
  return [...figureLines(decomposition), ["size", "", sizeText(size)]].map(([name, number, words]) => [
    name.padEnd(9),
    number,
    words.padEnd(64),
  ]);
}

function figureLines(found: BiasVariance): string[][] {
  if (found.kind === "regression") {
    return [
      ["error", figure(found.error), "mean squared: bias² + variance"],
      ["bias²", figure(found.bias2), "of the mean prediction"],
      ["variance", figure(found.variance), "of the predictions around their mean"],
    ];
  }
  const { kohaviWolpert } = found;
  return [
    ["error", figure(found.error), "bias + unbiased variance - biased variance (Domingos 2000)"],
    ["bias", figure(found.bias), "rows whose majority prediction is wrong"],
    ["variance", figure(found.variance), "predictions that differ from their row's majority"],
    ["  unbiased", figure(found.unbiasedVariance), "of them, wrong where the majority is correct"],
    ["  biased", figure(found.biasedVariance), "of them, correct where the majority is wrong"],
    ["bias²", figure(kohaviWolpert.bias2), "the same error split by Kohavi and Wolpert 1996"],
    ["variance", figure(kohaviWolpert.variance), ""],
  ];
}

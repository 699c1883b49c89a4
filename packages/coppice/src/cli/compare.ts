import type { Command } from "commander";
import { CoppiceError, show } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import type { Task } from "../model/tree.js";
import { truthOf } from "../predict/truth.js";
import { drawComparison } from "../use/draw/comparePlot.js";
import { compare, TESTS, type TestName } from "../use/evaluate/compare.js";
import { type Candidate, candidatesOf, withStrategies } from "./candidates.js";
import { type ComparisonReport, comparisonJson, printComparison } from "./comparison.js";
import { addTrainingFlags, type LearnFlags } from "./flags.js";
import { type Io, printJson, printLine, printWarnings, writeFileWhole } from "./io.js";
import { fitSpecOf } from "./learn.js";
import { readTraining, weightsOf } from "./readTraining.js";
import { runnerOf } from "./runner.js";
import { addFoldFlags, checkFoldFlags, chooseFolds, type FoldFlags, keysOf } from "./splitFlags.js";

interface CompareFlags extends Omit<LearnFlags, "learner">, FoldFlags {
  readonly seed: number;
  readonly learners: string;
  readonly tests: readonly TestName[];
  readonly against: string;
  readonly plot?: string;
}

export function addCompare(program: Command, io: Io): void {
  addFoldFlags(
    addTrainingFlags(
      program
        .command("compare")
        .summary("compare learners on the same folds, with significance tests")
        .description(
          "Evaluates several learners on the same folds and tests whether they differ. --missing all instead " +
            "compares every strategy for missing values.",
        )
        .argument("<table>", "table file, or - for standard input")
        .option(
          "--learners <a,b>",
          "comma-separated learners with options, such as cart,cart:maxDepth=3,c45",
          "cart",
        ),
      "number of threads (default: one per core, or 1 for small tables)",
    ),
  )
    .option(
      "--tests <a,b>",
      `comma-separated significance tests: ${TESTS.join(", ")} (default: all)`,
      testsOf,
      ALL_TESTS,
    )
    .option("--against <name>", "learner to test against: its name, first or best", "first")
    .option("--plot <file>", "write a plot as SVG")
    .action((path: string, flags: CompareFlags) => runCompare(io, path, flags));
}

async function runCompare(io: Io, path: string, flags: CompareFlags): Promise<void> {
  checkFoldFlags(flags);
  const isStrategies = flags.missing?.length === 1 && flags.missing[0] === "all";
  const named = candidatesOf(flags.learners, flags.set);
  if (named.length < 2 && !isStrategies) {
    throw new CoppiceError("USAGE", "--learners needs at least two, such as cart,c45,oneR", {
      name: "--learners",
    });
  }
  const { missing, ...cells } = flags;
  const read = isStrategies ? cells : flags;
  const training = await readTraining(io, path, { ...read, learner: named[0].learner });
  const truth = truthOf(training.target, training.table);
  const tests = testsFor(truth.kind, flags.tests);
  const { candidates, refused } = isStrategies
    ? withStrategies(named, truth.kind)
    : { candidates: named, refused: [] };
  const against = placeOf(flags.against, candidates);
  const { splits, way, warnings } = await chooseFolds(io, training, truth, flags);
  const recipes = candidates.map((candidate) => fitSpecOf(training, { ...candidate, seed: flags.seed }));
  const started = io.clock();
  const comparison = await compare(runnerOf(io, "comparing", training, recipes, flags.threads), {
    truth,
    weights: weightsOf(training),
    splits,
    names: candidates.map(({ name }) => name),
    tests,
    against,
    seed: flags.seed,
    keys: keysOf(training),
  });
  const found = [...warnings, ...(comparison.entries[0].assessment.warnings ?? [])];
  printWarnings(io, found);
  const wall = io.clock() - started;
  const { seed } = flags;
  const failures = [
    ...refused,
    ...comparison.failures.map(({ trial, error }) => ({ ...candidates[trial], error })),
  ];
  const facts = { path, training, candidates, comparison, failures, way, seed, warnings: found, wall };
  await report(io, flags, facts);
}

async function report(io: Io, flags: CompareFlags, facts: ComparisonReport): Promise<void> {
  if (flags.plot !== undefined) {
    const title = `${facts.comparison.measure} on ${facts.path}`;
    await writeFileWhole(io, flags.plot, drawComparison(facts.comparison, title));
  }
  if (flags.json) printJson(io, comparisonJson(facts));
  else {
    printComparison(io, facts);
    if (flags.plot !== undefined) printLine(io.stdout, `  plot written to ${flags.plot}`);
  }
}

const ALL_TESTS: readonly TestName[] = TESTS;

/** By default those that there are for the task; a test that is asked for and cannot be made is an error. */
function testsFor(task: Task, asked: readonly TestName[]): readonly TestName[] {
  if (task === "classification" || !asked.includes("mcnemar")) return asked;
  if (asked === ALL_TESTS) return asked.filter((test) => test !== "mcnemar");
  const message = "--tests mcnemar counts rows whose class is wrong, and the target is numeric";
  throw new CoppiceError("OPTION_CONFLICT", message, { name: "--tests", value: "mcnemar" });
}

function testsOf(text: string): TestName[] {
  return text.split(",").map((name) => {
    const found = TESTS.find((test) => test === name.trim());
    if (found !== undefined) return found;
    const message = `--tests must be some of ${TESTS.join(", ")}; got ${show(name)}${didYouMean(name, TESTS)}`;
    throw new CoppiceError("OPTION_RANGE", message, { name: "--tests", value: name });
  });
}

function placeOf(text: string, candidates: readonly Candidate[]): number | "best" {
  if (text === "best") return "best";
  if (text === "first") return 0;
  const names = candidates.map(({ name }) => name);
  const place = names.indexOf(text);
  if (place >= 0) return place;
  const message = `--against must be first, best or one of ${names.join(", ")}; got ${show(text)}${didYouMean(text, names)}`;
  throw new CoppiceError("OPTION_RANGE", message, { name: "--against", value: text });
}

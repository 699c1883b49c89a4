import { type Command, Option } from "commander";
import { CoppiceError } from "../base/errors.js";
import { checkOptions, describeOptions } from "../learn/options.js";
import { learnerNamed } from "../learn/registry.js";
import { type Model, modelSize } from "../model/model.js";
import { printable } from "../model/words.js";
import { truthOf } from "../predict/truth.js";
import type { FitSpec } from "../targets/trial.js";
import { curveText, drawCurve } from "../use/draw/curvePlot.js";
import { type Curve, leafCounts, learningCurve, sizeCurve } from "../use/evaluate/curves.js";
import { addLearnFlags, type LearnFlags } from "./flags.js";
import { type Io, printJson, printLine, printWarnings, writeFileWhole } from "./io.js";
import { columnsText, figure } from "./layout.js";
import { fitSpecOf, learn } from "./learn.js";
import { plotOptionsFor } from "./plotOptions.js";
import { progressOf } from "./progress.js";
import { readTraining, type Training, weightsOf } from "./readTraining.js";
import { runnerOf } from "./runner.js";
import {
  addFoldFlags,
  type ChosenFolds,
  checkFoldFlags,
  chooseFolds,
  type FoldFlags,
  foldsText,
  keysOf,
} from "./splitFlags.js";

interface CurveFlags extends LearnFlags, FoldFlags {
  readonly seed: number;
  readonly kind: "size" | "rows";
  readonly plot?: string;
}

const SHARES = [0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1];

export function addCurve(program: Command, io: Io): void {
  addFoldFlags(
    addLearnFlags(
      program
        .command("curve")
        .summary("draw overfitting and learning curves")
        .description(
          "Computes training and held-out error against the size of the tree (--kind size: 1, 2, 3, 5, 8 … leaves) or the number of training rows (--kind rows).",
        )
        .argument("<table>", "table file, or - for standard input"),
      "number of threads (default: one per core, or 1 for small tables)",
    ),
  )
    .addOption(
      new Option("--kind <kind>", "what varies along the curve").choices(["size", "rows"]).default("size"),
    )
    .option("--plot <file>", "write a plot as SVG")
    .action((path: string, flags: CurveFlags) => runCurve(io, path, flags));
}

async function runCurve(io: Io, path: string, flags: CurveFlags): Promise<void> {
  checkFoldFlags(flags);
  const set = flags.kind === "size" ? grownWhole(flags) : flags.set;
  const options = checkOptions(learnerNamed(flags.learner), Object.fromEntries(set));
  const training = await readTraining(io, path, flags);
  const truth = truthOf(training.target, training.table);
  const chosen = await chooseFolds(io, training, truth, flags);
  const curve = await curveOf(io, training, { ...flags, set }, chosen);
  printWarnings(io, chosen.warnings);
  const title = `${flags.learner} on ${path}: ${flags.kind === "size" ? "the overfitting curve" : "the learning curve"}`;
  if (flags.plot !== undefined) await writeFileWhole(io, flags.plot, drawCurve(curve, title));
  if (flags.json) printJson(io, curveJson(curve, flags, options, training, chosen));
  else printCurve(io, curve, flags, printable(`${title}, ${foldsText(chosen.way, flags.seed)}`));
}

/** Trees as large as allowed: pruning would hide what the curve is to show, unless it is asked for. */
function grownWhole({ learner, set }: LearnFlags): ReadonlyMap<string, unknown> {
  const known = new Set(describeOptions(learnerNamed(learner)).map(({ name }) => name));
  if (!known.has("maxLeaves")) {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      `--kind size needs a learner with maxLeaves, which ${learner} has not`,
      {
        name: "--kind",
      },
    );
  }
  const whole: [string, unknown][] = [
    ["prune", "none"],
    ["collapse", false],
  ];
  return new Map([...whole.filter(([name]) => known.has(name)), ...set]);
}

/** A learner with maxLeaves learns trees. */
function leavesOf(model: Model): number {
  const size = modelSize(model);
  return "leaves" in size ? size.leaves : 1;
}

async function curveOf(
  io: Io,
  training: Training,
  flags: CurveFlags,
  { splits }: ChosenFolds,
): Promise<Curve> {
  const known = { truth: truthOf(training.target, training.table), weights: weightsOf(training), splits };
  const spec = fitSpecOf(training, flags);
  const run = (recipes: readonly FitSpec[]) => runnerOf(io, "drawing", training, recipes, flags.threads);
  if (flags.kind === "rows")
    return learningCurve(run([spec]), { ...known, shares: SHARES, seed: flags.seed, keys: keysOf(training) });
  const whole = progressOf(io, "learning").during((update) => learn(training.table, training, flags, update));
  // Some learners cannot be asked for a single leaf.
  const least =
    describeOptions(learnerNamed(flags.learner)).find(({ name }) => name === "maxLeaves")?.min ?? 1;
  const leaves = leafCounts(Math.max(least, leavesOf(whole))).filter((count) => count >= least);
  const recipes = leaves.map((maxLeaves) => ({ ...spec, options: { ...spec.options, maxLeaves } }));
  return sizeCurve(run(recipes), { ...known, leaves });
}

function curveJson(
  curve: Curve,
  { learner, kind }: CurveFlags,
  options: object,
  training: Training,
  { way, warnings }: ChosenFolds,
): object {
  const points = curve.points.map(({ x, train, heldOut, size }) => ({
    [kind === "size" ? "maxLeaves" : "rows"]: x,
    train: train.mean,
    trainSd: train.sd,
    heldOut: heldOut.mean,
    heldOutSd: heldOut.sd,
    size,
  }));
  return {
    learner,
    options,
    kind,
    measure: curve.measure,
    target: training.target.name,
    rows: training.table.rows,
    folds: way.count,
    points,
    best: points[curve.best],
    warnings: [...training.warnings, ...warnings],
  };
}

function printCurve(io: Io, curve: Curve, flags: CurveFlags, title: string): void {
  printLine(io.stdout, `${title}\n`);
  printLine(io.stdout, curveText(curve, plotOptionsFor(io.stdout)));
  printLine(io.stdout);
  const isSize = flags.kind === "size";
  const head = [isSize ? "leaves" : "rows", "training", "held out", "sd", isSize ? "grown" : "leaves"];
  const rows = curve.points.map(({ x, train, heldOut, size }, i) => [
    String(Math.round(x)),
    figure(train.mean),
    figure(heldOut.mean),
    figure(heldOut.sd),
    `${Math.round((size.leaves ?? Number.NaN) * 10) / 10}${i === curve.best ? "  best" : "      "}`,
  ]);
  printLine(io.stdout, columnsText([head.map((text, i) => (i === 4 ? `${text}      ` : text)), ...rows]));
  if (flags.plot !== undefined) printLine(io.stdout, `\n  plot written to ${flags.plot}`);
}

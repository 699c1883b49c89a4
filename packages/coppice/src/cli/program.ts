import { readFileSync } from "node:fs";
import { Command, Help } from "commander";
import { addCompare } from "./compare.js";
import { addCurve } from "./curve.js";
import { addDescribe } from "./describe.js";
import { addEvaluate } from "./evaluate.js";
import { addExplain } from "./explain.js";
import { addFit } from "./fit.js";
import { addFoil } from "./foil.js";
import type { Io } from "./io.js";
import { addLearners } from "./learners.js";
import { addPredict } from "./predict.js";
import { addPrune } from "./prune.js";
import { addRules } from "./rules.js";
import { addShow } from "./show.js";
import { addStability } from "./stability.js";
import { addVariance } from "./variance.js";

/** The command line: one verb per file. Errors are thrown, never printed here: `run` prints them. */
export function programOf(io: Io): Command {
  const program = new Command("coppice")
    .description(
      "Learns decision trees and rules from tables: reproducible, readable, in Node and in browsers.",
    )
    .version(versionOf())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => {},
      getOutHasColors: () => io.stdout.color,
      getErrHasColors: () => io.stderr.color,
    })
    .configureHelp({
      // An empty list is no news.
      optionDescription: (option) => Help.prototype.optionDescription(option).replace(" (default: none)", ""),
    })
    .helpCommand("help [verb]", "show the help of a command");
  for (const add of [
    addFit,
    addPredict,
    addExplain,
    addEvaluate,
    addCompare,
    addCurve,
    addVariance,
    addStability,
    addShow,
    addRules,
    addFoil,
    addPrune,
    addDescribe,
    addLearners,
  ])
    add(program, io);
  return program.addHelpText(
    "after",
    "\nFor example:\n  npx coppice fit iris.csv --target species --out iris.json\n  npx coppice predict iris.json new.csv --out predicted.csv\n  npx coppice evaluate iris.csv --target species --learner c45 --folds 10",
  );
}

function versionOf(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

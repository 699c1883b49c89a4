import { readFileSync } from "node:fs";
import { Command, Help } from "commander";
import type { Io } from "./io.js";

type Add = (program: Command, io: Io) => void;

/** The verbs in the order of the help, each loaded when it is needed: most of the program is needed by one verb only. */
const VERBS: ReadonlyMap<string, () => Promise<Add>> = new Map([
  ["fit", async () => (await import("./fit.js")).addFit],
  ["predict", async () => (await import("./predict.js")).addPredict],
  ["explain", async () => (await import("./explain.js")).addExplain],
  ["stream", async () => (await import("./stream.js")).addStream],
  ["evaluate", async () => (await import("./evaluate.js")).addEvaluate],
  ["compare", async () => (await import("./compare.js")).addCompare],
  ["curve", async () => (await import("./curve.js")).addCurve],
  ["variance", async () => (await import("./variance.js")).addVariance],
  ["stability", async () => (await import("./stability.js")).addStability],
  ["show", async () => (await import("./show.js")).addShow],
  ["rules", async () => (await import("./rules.js")).addRules],
  ["transform", async () => (await import("./transform.js")).addTransform],
  ["sql", async () => (await import("./sql.js")).addSql],
  ["foil", async () => (await import("./foil.js")).addFoil],
  ["edit", async () => (await import("./edit.js")).addEdit],
  ["candidates", async () => (await import("./nodeTests.js")).addCandidates],
  ["rows", async () => (await import("./rows.js")).addRows],
  ["prune", async () => (await import("./prune.js")).addPrune],
  ["studio", async () => (await import("./studio.js")).addStudio],
  ["describe", async () => (await import("./describe.js")).addDescribe],
  ["learners", async () => (await import("./learners.js")).addLearners],
]);

export const isVerb = (word: string | undefined): boolean => word !== undefined && VERBS.has(word);

/** Without a verb, the program asked for its version only, or for the help of all. */
function loadersFor([first]: readonly string[]): Iterable<() => Promise<Add>> {
  const verb = first === undefined ? undefined : VERBS.get(first);
  if (verb !== undefined) return [verb];
  return first === "--version" || first === "-V" ? [] : VERBS.values();
}

/** The command line for these arguments: one verb per file. Errors are thrown, never printed here: `run` prints them. */
export async function programFor(args: readonly string[], io: Io): Promise<Command> {
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
  const verbs = await Promise.all(Array.from(loadersFor(args), (load) => load()));
  for (const add of verbs) add(program, io);
  return program.addHelpText(
    "after",
    "\nFor example:\n  npx coppice fit iris.csv --target species --out iris.json\n  npx coppice predict iris.json new.csv --out predicted.csv\n  npx coppice evaluate iris.csv --target species --learner c45 --folds 10",
  );
}

function versionOf(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

import { type Command, Option } from "commander";
import { CoppiceError, show } from "../base/errors.js";
import { clauseText } from "../clauses/clauseText.js";
import { evaluateClauses } from "../clauses/evaluateClauses.js";
import { clausesProlog } from "../clauses/prolog.js";
import { deriveTuples, predictTuples } from "../clauses/tuples.js";
import { evaluateFoil } from "../learn/foil/evaluateFoil.js";
import { foil, foilLearner } from "../learn/foil/foil.js";
import { describeOptions } from "../learn/options.js";
import { type ClauseModel, clauseSize } from "../model/clauses.js";
import { parseClauses } from "../model/parseClauses.js";
import { arityOf, type Relations, sizeOf } from "../table/relations.js";
import { readNamedTuples, readRelations } from "../targets/readRelations.js";
import { settingOf } from "./assignment.js";
import { csvLine } from "./csv.js";
import { columnsFlag, wholeNumber } from "./flags.js";
import { type FoilAnswer, foilText } from "./foilText.js";
import { type Io, printJson, printLine, remark, writeFileWhole } from "./io.js";
import { progressOf } from "./progress.js";
import { readJson } from "./readJson.js";

interface FoilFlags {
  readonly target?: string;
  readonly relation: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
  readonly negatives?: string;
  readonly ignore: readonly string[];
  readonly set: ReadonlyMap<string, unknown>;
  readonly seed: number;
  readonly folds?: number;
  readonly model?: string;
  readonly tuples?: string;
  readonly predictions?: string;
  readonly as: "logic" | "prolog";
  readonly facts?: boolean;
  readonly prolog?: string;
  readonly out?: string;
  readonly json?: boolean;
}

export function addFoil(program: Command, io: Io): void {
  program
    .command("foil")
    .summary("learn first-order rules for a relation")
    .description(
      "Learns clauses with variables that define one relation by others (FOIL), prints them as logic or as Prolog, and tells which tuples they derive.",
    )
    .argument(
      "[relations]",
      "relations as JSON, or a table with a column named relation (- for standard input)",
    )
    .option("--target <relation>", "relation to define")
    .addOption(assigned("--relation <name=file>", "table with the tuples of one relation (repeatable)"))
    .addOption(assigned("--types <name=a,b>", "types of the arguments of a relation (repeatable)"))
    .option(
      "--negatives <file>",
      "table of negative examples (default: every other tuple, the closed-world assumption)",
    )
    .addOption(columnsFlag("--ignore <relation>", "relation not to use in clauses (repeatable)"))
    .addOption(
      new Option("--set <name=value>", "option of foil (repeatable)")
        .argParser((text, so: ReadonlyMap<string, unknown>) => new Map([...so, settingOf(text)]))
        .default(new Map(), "none"),
    )
    .option("--seed <n>", "random seed", wholeNumber("--seed", 0), 1)
    .option("--folds <n>", "also cross-validate with this many folds", wholeNumber("--folds", 2))
    .option("--model <file>", "apply clauses written by foil instead of learning")
    .option("--tuples <file>", "test for each tuple of a table whether the clauses derive it")
    .option("--predictions <file>", "write the results of --tuples as CSV (default: standard output)")
    .addOption(new Option("--as <form>", "notation").choices(["logic", "prolog"]).default("logic"))
    .option("--prolog <file>", "write the clauses as Prolog")
    .option("--facts", "with --prolog: include the tuples of the relations used in the clauses")
    .option("--out <file>", "write the clauses as JSON")
    .option("--json", "print one JSON object on standard output")
    .addHelpText("after", () => `\nOptions of foil:\n${optionsHelp()}`)
    .action((path: string | undefined, flags: FoilFlags) => runFoil(io, path, flags));
}

function optionsHelp(): string {
  return describeOptions(foilLearner)
    .map(
      ({ name, help, default: value }) => `  ${name.padEnd(18)} ${help} (default: ${JSON.stringify(value)})`,
    )
    .join("\n");
}

async function runFoil(io: Io, path: string | undefined, flags: FoilFlags): Promise<void> {
  checkUsage(path, flags);
  const started = io.clock();
  const model =
    flags.model === undefined ? undefined : parseClauses(await readJson(io, flags.model, "MODEL_INVALID"));
  const target = model?.target.name ?? flags.target;
  const relations = await readAll(io, path, target, flags);
  const read = io.clock() - started;
  if (target === undefined) throw targetMissing(relations);
  const learned = model ?? learn(io, relations, target, flags);
  const fit = io.clock() - started - read;
  const answer = answerFor(learned, relations, { read, fit }, flags);
  const predicted = await predictAll(learned, relations, flags);
  const prolog = clausesProlog(learned, flags.facts ? relations : undefined);
  if (flags.out !== undefined) await writeFileWhole(io, flags.out, `${JSON.stringify(learned)}\n`);
  if (flags.prolog !== undefined) await writeFileWhole(io, flags.prolog, prolog);
  if (predicted && flags.predictions !== undefined)
    await writeFileWhole(io, flags.predictions, predicted.csv);
  for (const warning of answer.warnings) remark(io, "warning", warning);
  if (model === undefined) hintAtUncovered(io, learned);
  if (flags.json) {
    const predictions = flags.predictions === undefined ? predicted?.rows : undefined;
    printJson(io, { ...answer, prolog, ...(predictions && { predictions }) });
  } else if (predicted && flags.predictions === undefined) io.stdout.write(predicted.csv);
  else if (flags.as === "prolog") io.stdout.write(prolog);
  else printLine(io.stdout, foilText(io, answer));
}

function checkUsage(path: string | undefined, flags: FoilFlags): void {
  if (path === undefined && flags.relation.size === 0) {
    throw new CoppiceError("USAGE", "name a file of relations, or give some with --relation name=file");
  }
  const conflicts: readonly [keyof FoilFlags, keyof FoilFlags][] = [
    ["model", "target"],
    ["model", "folds"],
  ];
  for (const [one, other] of conflicts) {
    if (flags[one] === undefined || flags[other] === undefined) continue;
    throw new CoppiceError("OPTION_CONFLICT", `--${one} and --${other} cannot both be given`, {
      name: `--${other}`,
    });
  }
  if (flags.predictions !== undefined && flags.tuples === undefined) {
    throw new CoppiceError("USAGE", "--predictions needs --tuples", { name: "--predictions" });
  }
}

async function readAll(
  io: Io,
  path: string | undefined,
  target: string | undefined,
  flags: FoilFlags,
): Promise<Relations> {
  const { negatives } = flags;
  if (negatives !== undefined && target === undefined) {
    throw new CoppiceError("TARGET_MISSING", "--negatives needs --target", { name: "--target" });
  }
  return io.interruptible((signal) =>
    readRelations({
      data: path,
      relations: flags.relation,
      types: new Map([...flags.types].map(([name, list]) => [name, list.split(",")])),
      ...(negatives !== undefined && target !== undefined && { negatives: new Map([[target, negatives]]) }),
      signal,
    }),
  );
}

function learn(io: Io, relations: Relations, target: string, flags: FoilFlags): ClauseModel {
  const options = Object.fromEntries(flags.set);
  return progressOf(io, "learning ").during((onProgress) =>
    foil(relations, { target, options, seed: flags.seed, ignore: flags.ignore, onProgress }),
  );
}

function answerFor(
  model: ClauseModel,
  relations: Relations,
  seconds: FoilAnswer["seconds"],
  flags: FoilFlags,
): FoilAnswer {
  const { learner, options, target, training } = model;
  const truth = relations.relations.find(
    (relation) => relation.name === target.name && arityOf(relation) === target.types.length,
  );
  const train = truth && evaluateClauses(model, relations, truth);
  const warnings: string[] = [];
  if (flags.model === undefined && train && train.negatives > training.negatives) {
    warnings.push(
      `NEGATIVES_DRAWN: ${training.negatives} of ${train.negatives} negatives were learned from; the option maxNegatives allows more`,
    );
  }
  const { folds, seed, ignore } = flags;
  const request = { target: target.name, options, seed, ignore };
  return {
    learner,
    options,
    target,
    relations: relations.relations.map((relation) => ({
      name: relation.name,
      types: relation.types.map((type) => relations.types[type].name),
      tuples: sizeOf(relation),
    })),
    clauses: model.clauses.map((clause) => ({ text: clauseText(target, clause), ...clause })),
    size: clauseSize(model),
    derived: deriveTuples(model, relations).length / target.types.length,
    ...(train && { train: { ...train, closedWorld: truth.negatives === undefined } }),
    ...(folds !== undefined && { heldOut: { folds, ...evaluateFoil(relations, { ...request, folds }) } }),
    seconds,
    ...(flags.out !== undefined && { out: flags.out }),
    ...(flags.prolog !== undefined && { prologFile: flags.prolog }),
    ...(flags.predictions !== undefined && { predictionsFile: flags.predictions }),
    warnings,
  };
}

async function predictAll(model: ClauseModel, relations: Relations, { tuples: path }: FoilFlags) {
  if (path === undefined) return undefined;
  const { names, tuples } = await readNamedTuples(path);
  const derived = predictTuples(model, relations, tuples);
  return {
    csv: [[...names, "derived"], ...tuples.map((tuple, i) => [...tuple, String(derived[i])])]
      .map(csvLine)
      .join(""),
    rows: tuples.map((tuple, i) => ({ tuple, derived: derived[i] })),
  };
}

function hintAtUncovered(io: Io, { training: { positives, derived } }: ClauseModel): void {
  if (derived === positives) return;
  remark(
    io,
    "hint",
    `${positives - derived} of ${positives} positives are in no clause; descriptionLength=false takes clauses for few of them, minAccuracy=0.5 less certain ones`,
  );
}

function targetMissing({ relations }: Relations): CoppiceError {
  const names = relations.slice(0, 12).map(({ name }) => show(name));
  const more = relations.length > 12 ? ", …" : "";
  const message = `which relation is to be defined? say --target with one of ${names.join(", ")}${more}`;
  return new CoppiceError("TARGET_MISSING", message, { name: "--target" });
}

/** `name=value`, split at the first `=`. */
function assigned(flag: string, help: string): Option {
  const name = flag.split(" ")[0];
  return new Option(flag, help)
    .argParser((text, so: ReadonlyMap<string, string>) => {
      const at = text.indexOf("=");
      if (at < 1) {
        throw new CoppiceError("USAGE", `${flag.replace(/[<>]/g, "")} is needed; got ${show(text)}`, {
          name,
          value: text,
        });
      }
      return new Map([...so, [text.slice(0, at), text.slice(at + 1)]]);
    })
    .default(new Map(), "none");
}

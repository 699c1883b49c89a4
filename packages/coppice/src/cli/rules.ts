import { type Command, Option } from "commander";
import { CoppiceError } from "../base/errors.js";
import { type PrunedRules, pruneRules } from "../learn/prune/pruneRules.js";
import type { EnsembleModel } from "../model/ensemble.js";
import { errorName } from "../model/errorName.js";
import { memberTree } from "../model/memberTree.js";
import { isEnsemble, type Model } from "../model/model.js";
import { EXACT } from "../model/words.js";
import { tableAttributes } from "../predict/cells.js";
import { ensembleRules } from "../rules/ensembleRules.js";
import { ensembleRulesJson, ensembleRulesText } from "../rules/ensembleText.js";
import { asRules, joinedRules, ruleModelOf, simplifiedRules } from "../rules/joinedRules.js";
import { joinedJson, joinedText } from "../rules/joinedText.js";
import { measureLines } from "../rules/measureText.js";
import { gridMarkdown, gridOf, type RuleGrid, ruleGrid } from "../rules/ruleGrid.js";
import type { RuleLineOptions } from "../rules/ruleLines.js";
import { measureTexts, rulesJson } from "../rules/rulesJson.js";
import { rulesModule } from "../rules/rulesModule.js";
import type { ReadableModel } from "../rules/rulesOfModel.js";
import { rulesText } from "../rules/rulesText.js";
import { DEFAULT_STEPS } from "../rules/simplify/describe.js";
import { votingRules } from "../rules/votingRules.js";
import { csvLine } from "./csv.js";
import { addCellFlags, type CellFlags, wholeNumber } from "./flags.js";
import { type Io, printJson, printLine, writeFileWhole } from "./io.js";
import { checkOneInput, readModel } from "./readJson.js";
import { readLike } from "./readTraining.js";

const FORMS = ["text", "csv", "markdown", "typescript", "model"] as const;
type Form = (typeof FORMS)[number];

interface RulesFlags extends CellFlags {
  readonly as: Form;
  readonly validate?: string;
  readonly weight?: string;
  readonly join?: boolean;
  readonly simplify?: boolean;
  readonly skipEmpty?: boolean;
  readonly steps: number;
  readonly seconds: number;
  readonly tree?: number;
  readonly most?: number;
  readonly exact?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

export function addRules(program: Command, io: Io): void {
  const command = program
    .command("rules")
    .summary("print a model as rules")
    .description("Prints the rules of a tree or a rule set, or the most influential rules of an ensemble.")
    .argument("<model>", "model file written by fit, or - for standard input")
    .addOption(new Option("--as <form>", "output format").choices(FORMS).default("text"))
    .option(
      "--validate <table>",
      "prune on these validation rows: drop conditions and rules if no more rows are misclassified",
    )
    .option("--weight <column>", "with --validate: column with the row weights")
    .option("--join", "one rule per class: its leaves joined by OR")
    .option("--simplify", "one rule per class with as few conditions as can be found, proven equivalent")
    .option(
      "--skip-empty",
      "with --join or --simplify: skip rules that cover no training row (such rows may get any class)",
    )
    .option(
      "--steps <n>",
      "limit on the search for a shorter description",
      wholeNumber("--steps", 1),
      DEFAULT_STEPS,
    )
    .option("--seconds <n>", "time limit of the search in seconds", wholeNumber("--seconds", 1), 60)
    .option("--tree <n>", "only this tree of an ensemble, counted from 0", wholeNumber("--tree", 0))
    .option(
      "--most <n>",
      "for ensembles: number of rules to print, most influential first (default: 20)",
      wholeNumber("--most", 1),
    )
    .option("--exact", "print numbers with all digits")
    .option("--out <file>", "write to a file instead of standard output")
    .option("--json", "print one JSON object on standard output");
  addCellFlags(command).action((path: string, flags: RulesFlags) => runRules(io, path, flags));
}

/** What is printed, in every form. */
type Answer = { readonly [form in Form]: () => string } & { readonly json: () => object };

async function runRules(io: Io, path: string, flags: RulesFlags): Promise<void> {
  checkOneInput(path, flags.validate);
  const answer = await answerOf(io, await readModel(io, path), flags);
  if (flags.json) {
    printJson(io, answer.json());
    return;
  }
  const text = `${answer[flags.as]().replace(/\n$/, "")}\n`;
  if (flags.out === undefined) {
    io.stdout.write(text);
    return;
  }
  await writeFileWhole(io, flags.out, text);
  printLine(io.stderr, `written to ${flags.out}`);
}

async function answerOf(io: Io, read: Model, flags: RulesFlags): Promise<Answer> {
  if (isEnsemble(read) && flags.tree === undefined) return ensembleAnswer(read, flags);
  const model = isEnsemble(read) ? memberTree(read, flags.tree!) : read;
  if (flags.validate === undefined) return modelAnswer(io, model, flags);
  const columns = [...tableAttributes(model), model.target];
  const pruned = pruneRules(model, await readLike(io, flags.validate, columns, flags), flags.weight);
  const answer = modelAnswer(io, pruned.model, flags);
  return { ...answer, json: () => ({ ...answer.json(), validation: figuresOf(pruned) }) };
}

const figuresOf = ({ rows, before, after }: PrunedRules) => ({ rows, before, after });

const lineOptions = ({ exact }: RulesFlags): RuleLineOptions => (exact ? { signs: EXACT } : {});

function ensembleAnswer(model: EnsembleModel, flags: RulesFlags): Answer {
  const { join, simplify, validate } = flags;
  const forOne = simplify
    ? "--simplify"
    : join
      ? "--join"
      : validate !== undefined
        ? "--validate"
        : undefined;
  if (forOne !== undefined) {
    const message = `${forOne} is for one tree: add --tree with its number`;
    throw new CoppiceError("MODEL_KIND", message, { name: model.learner, rule: "a model of one tree" });
  }
  if (flags.most !== undefined && (flags.as === "model" || flags.as === "typescript")) {
    const message = `--as ${flags.as} writes the rules of all trees: leave --most out`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "--most" });
  }
  const rules = () => ensembleRules(model).slice(0, flags.most ?? 20);
  const grid = () => gridOf(rules(), model, flags.exact ? EXACT : undefined);
  return {
    json: () => ensembleRulesJson(rules(), model.attributes),
    text: () =>
      ensembleRulesText(rules(), model.attributes, { ...lineOptions(flags), errorName: errorName(model) }),
    ...tablesOf(grid),
    typescript: () => rulesModule(votingRules(model)),
    model: () => JSON.stringify(votingRules(model)),
  };
}

function tablesOf(grid: () => RuleGrid): Pick<Answer, "csv" | "markdown"> {
  return {
    csv: () => [grid().head, ...grid().rows].map(csvLine).join(""),
    markdown: () => gridMarkdown(grid()),
  };
}

function modelAnswer(io: Io, model: ReadableModel, flags: RulesFlags): Answer {
  if (!flags.join && !flags.simplify) {
    return {
      json: () => rulesJson(model),
      text: () => rulesText(model, { lift: true, ...lineOptions(flags) }),
      ...otherForms(model, flags, () => asRules(model)),
    };
  }
  const until = io.clock() + flags.seconds;
  const effort = { steps: flags.steps, isLate: () => io.clock() > until };
  const { skipEmpty = false } = flags;
  const rules = flags.simplify
    ? simplifiedRules(model, { effort, skipEmpty })
    : joinedRules(model, { skipEmpty });
  const asModel = () => ruleModelOf(model, rules);
  return {
    json: () => {
      const measures = measureTexts(model);
      return { ...joinedJson(rules, model.attributes), ...(measures && { measures }) };
    },
    text: () => {
      const options = { ...lineOptions(flags), errorName: errorName(model) };
      const text = joinedText(rules, model.attributes, options);
      const where = measureLines(model, undefined, flags.exact);
      return where.length > 0 ? `${text.replace(/\n$/, "")}\n\n${where.join("\n")}` : text;
    },
    ...otherForms(undefined, flags, asModel),
  };
}

/** Tables of a tree's leaves have no default; those of joined rules are tables of the model that they make. */
function otherForms(
  given: ReadableModel | undefined,
  { exact }: RulesFlags,
  asModel: () => ReturnType<typeof asRules>,
): Pick<Answer, "csv" | "markdown" | "typescript" | "model"> {
  const grid = () => ruleGrid(given ?? asModel(), exact ? EXACT : undefined);
  return {
    ...tablesOf(grid),
    typescript: () => rulesModule(asModel()),
    model: () => JSON.stringify(asModel()),
  };
}

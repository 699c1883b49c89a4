import type { Command } from "commander";
import { CoppiceError } from "../base/errors.js";
import type { EnsembleModel } from "../model/ensemble.js";
import { memberTree } from "../model/memberTree.js";
import { isEnsemble } from "../model/model.js";
import { EXACT } from "../model/words.js";
import { ensembleRules } from "../use/rules/ensembleRules.js";
import { ensembleRulesJson, ensembleRulesText } from "../use/rules/ensembleText.js";
import { joinedRules, simplifiedRules } from "../use/rules/joinedRules.js";
import { joinedJson, joinedText } from "../use/rules/joinedText.js";
import type { RuleLineOptions } from "../use/rules/ruleLines.js";
import { rulesJson } from "../use/rules/rulesJson.js";
import type { ReadableModel } from "../use/rules/rulesOfModel.js";
import { rulesText } from "../use/rules/rulesText.js";
import { DEFAULT_STEPS } from "../use/rules/simplify/describe.js";
import { wholeNumber } from "./flags.js";
import { type Io, printJson, printLine, writeFileWhole } from "./io.js";
import { readModel } from "./readJson.js";

export interface RulesFlags {
  readonly json?: boolean;
  readonly tree?: number;
  readonly most?: number;
  readonly join?: boolean;
  readonly simplify?: boolean;
  readonly skipEmpty?: boolean;
  readonly steps: number;
  readonly seconds: number;
  readonly exact?: boolean;
  readonly out?: string;
}

export function addRules(program: Command, io: Io): void {
  program
    .command("rules")
    .summary("read a model as rules")
    .description("Prints the rules of a tree, of a set of rules, or those that carry an ensemble most.")
    .argument("<model>", "a model that fit has written, or - for standard input")
    .option("--join", "one rule a class: its leaves joined by OR")
    .option("--simplify", "one rule a class, in as few conditions as are found, proven to say the same")
    .option(
      "--skip-empty",
      "with --join or --simplify: pass over rules that no training row reached (their rows may have any class)",
    )
    .option(
      "--steps <n>",
      "how long to look for a smaller description",
      wholeNumber("--steps", 1),
      DEFAULT_STEPS,
    )
    .option("--seconds <n>", "stop looking after so many seconds", wholeNumber("--seconds", 1), 60)
    .option("--tree <n>", "one tree of an ensemble, counted from 0", wholeNumber("--tree", 0))
    .option("--most <n>", "of an ensemble, the rules that carry most (default: 20)", wholeNumber("--most", 1))
    .option("--exact", "numbers with all their digits")
    .option("--out <file>", "write to a file instead of standard output")
    .option("--json", "one JSON object on standard output")
    .action((path: string, flags: RulesFlags) => runRules(io, path, flags));
}

/** What is printed, in both forms. */
interface Answer {
  readonly json: () => object;
  readonly text: () => string;
}

async function runRules(io: Io, path: string, flags: RulesFlags): Promise<void> {
  const read = await readModel(io, path);
  const answer =
    isEnsemble(read) && flags.tree === undefined
      ? ensembleAnswer(read, flags)
      : modelAnswer(io, isEnsemble(read) ? memberTree(read, flags.tree!) : read, flags);
  if (flags.json) {
    printJson(io, answer.json());
    return;
  }
  const text = answer.text().replace(/\n$/, "");
  if (flags.out === undefined) printLine(io.stdout, text);
  else {
    await writeFileWhole(io, flags.out, `${text}\n`);
    printLine(io.stderr, `written to ${flags.out}`);
  }
}

const lineOptions = ({ exact }: RulesFlags): RuleLineOptions => (exact ? { signs: EXACT } : {});

function ensembleAnswer(model: EnsembleModel, flags: RulesFlags): Answer {
  if (flags.join || flags.simplify) {
    const message = `${flags.simplify ? "--simplify" : "--join"} is for one tree: add --tree with its number`;
    throw new CoppiceError("MODEL_KIND", message, { name: model.learner, rule: "a model of one tree" });
  }
  const rules = ensembleRules(model).slice(0, flags.most ?? 20);
  return {
    json: () => ensembleRulesJson(rules, model.attributes),
    text: () => ensembleRulesText(rules, model.attributes, lineOptions(flags)),
  };
}

function modelAnswer(io: Io, model: ReadableModel, flags: RulesFlags): Answer {
  if (!flags.join && !flags.simplify) {
    return { json: () => rulesJson(model), text: () => rulesText(model, lineOptions(flags)) };
  }
  const until = io.clock() + flags.seconds;
  const effort = { steps: flags.steps, isLate: () => io.clock() > until };
  const { skipEmpty = false } = flags;
  const rules = flags.simplify
    ? simplifiedRules(model, { effort, skipEmpty })
    : joinedRules(model, { skipEmpty });
  return {
    json: () => joinedJson(rules, model.attributes),
    text: () => joinedText(rules, model.attributes, lineOptions(flags)),
  };
}

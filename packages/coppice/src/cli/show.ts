import { type Command, Option } from "commander";
import { CoppiceError, unreachable } from "../base/errors.js";
import { type EnsembleModel, memberCount } from "../model/ensemble.js";
import { memberTree } from "../model/memberTree.js";
import { isEnsemble, isRules, type Model } from "../model/model.js";
import { modelJson } from "../model/modelJson.js";
import type { RuleModel } from "../model/ruleSet.js";
import type { TreeModel } from "../model/tree.js";
import { tableAttributes } from "../predict/cells.js";
import { rulesText } from "../rules/rulesText.js";
import { drawDot } from "../use/draw/dot.js";
import { drawEnsembleReport } from "../use/draw/ensembleReport.js";
import { ensembleText } from "../use/draw/ensembleText.js";
import { drawReport } from "../use/draw/html.js";
import { drawRuleReport } from "../use/draw/ruleReport.js";
import { drawSvg } from "../use/draw/svg.js";
import { drawText, type TextOptions } from "../use/draw/text.js";
import { toBinary } from "../use/simplify/toBinary.js";
import { knownDefaults } from "./defaults.js";
import { wholeNumber } from "./flags.js";
import { type Io, printLine, writeFileWhole } from "./io.js";
import { textOptionsFor } from "./paint.js";
import { plotOptionsFor } from "./plotOptions.js";
import { readModel } from "./readJson.js";

const FORMS = ["text", "rules", "dot", "svg", "html", "json"] as const;
type Form = (typeof FORMS)[number];

interface ShowFlags {
  readonly as: Form;
  readonly out?: string;
  readonly binary?: boolean;
  readonly tree?: number;
}

export function addShow(program: Command, io: Io): void {
  program
    .command("show")
    .summary("print or draw a model")
    .description("Prints a model as text, rules or JSON, or draws it.")
    .argument("<model>", "model file written by fit, or - for standard input")
    .addOption(new Option("--as <form>", "output format").choices(FORMS).default("text"))
    .option("--binary", "replace multiway splits by chains of binary splits")
    .option("--tree <n>", "only this tree of an ensemble, counted from 0", wholeNumber("--tree", 0))
    .option("--out <file>", "write to a file instead of standard output")
    .action((path: string, flags: ShowFlags) => runShow(io, path, flags));
}

async function runShow(io: Io, path: string, flags: ShowFlags): Promise<void> {
  const text = `${textOf(io, await readModel(io, path), flags).replace(/\n$/, "")}\n`;
  if (flags.out === undefined) {
    io.stdout.write(text);
    return;
  }
  await writeFileWhole(io, flags.out, text);
  printLine(io.stderr, `written to ${flags.out}`);
}

function textOf(io: Io, read: Model, flags: ShowFlags): string {
  const model = flags.tree === undefined || !isEnsemble(read) ? read : memberTree(read, flags.tree);
  if (isEnsemble(model)) return ensembleFormOf(io, model, flags);
  if (flags.tree !== undefined && !isEnsemble(read)) {
    const what = isRules(read) ? "a set of rules" : "one tree";
    const message = `--tree names a tree of an ensemble, and this model is ${what}`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "--tree" });
  }
  if (isRules(model)) return ruleFormOf(model, flags);
  const tree = flags.binary ? toBinary(model) : model;
  return formOf(tree, flags.as, flags.out === undefined ? textOptionsFor(io.stdout) : {});
}

function ensembleFormOf(io: Io, model: EnsembleModel, { as, out, binary }: ShowFlags): string {
  if (as === "text" && !binary) {
    return ensembleText(model, { plot: out === undefined ? plotOptionsFor(io.stdout) : {} });
  }
  if (as === "html" && !binary) return drawEnsembleReport({ model, ...knownDefaults(model) });
  if (as === "json" && !binary) return JSON.stringify(modelJson(model));
  const what = binary ? "--binary changes" : `--as ${as} shows`;
  const message = `${what} one tree, and this model is an ensemble of ${memberCount(model)}: add --tree with its number`;
  throw new CoppiceError("MODEL_KIND", message, { name: model.learner, rule: "a model of one tree" });
}

function ruleFormOf(model: RuleModel, { as, binary }: ShowFlags): string {
  if ((as === "text" || as === "rules") && !binary) return rulesText(model);
  if (as === "html" && !binary) return drawRuleReport({ model, ...knownDefaults(model) });
  if (as === "json" && !binary) return JSON.stringify(model, null, 1);
  const what = binary ? "--binary changes" : `--as ${as} shows`;
  const message = `${what} one tree, and this model is a set of rules: choose text, rules, html or json`;
  throw new CoppiceError("MODEL_KIND", message, { name: model.learner, rule: "a model of one tree" });
}

function formOf(model: TreeModel, form: Form, options: TextOptions): string {
  switch (form) {
    case "text":
      return drawText(model, options);
    case "rules":
      return rulesText(model);
    case "dot":
      return drawDot(model);
    case "svg":
      return drawSvg(model);
    case "html":
      return drawReport({ model, columns: tableAttributes(model).length, ...knownDefaults(model) });
    case "json":
      return JSON.stringify(model, null, 1);
    default:
      return unreachable(form);
  }
}

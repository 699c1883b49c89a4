import { type Command, Option } from "commander";
import { unreachable } from "../base/errors.js";
import type { TreeModel } from "../model/tree.js";
import { drawDot } from "../use/draw/dot.js";
import { drawReport } from "../use/draw/html.js";
import { drawSvg } from "../use/draw/svg.js";
import { drawText, type TextOptions } from "../use/draw/text.js";
import { rulesText } from "../use/rules/rulesText.js";
import { toBinary } from "../use/simplify/toBinary.js";
import { type Io, printLine, writeFileWhole } from "./io.js";
import { textOptionsFor } from "./paint.js";
import { readModel } from "./readJson.js";

const FORMS = ["text", "rules", "dot", "svg", "html", "json"] as const;
type Form = (typeof FORMS)[number];

interface ShowFlags {
  readonly as: Form;
  readonly out?: string;
  readonly binary?: boolean;
}

export function addShow(program: Command, io: Io): void {
  program
    .command("show")
    .summary("show a model to people or programs")
    .description("Shows a model: as text, as rules, as a drawing or as JSON.")
    .argument("<model>", "a model that fit has written, or - for standard input")
    .addOption(new Option("--as <form>", "the form").choices(FORMS).default("text"))
    .option("--binary", "turn tests of many branches into chains of two first")
    .option("--out <file>", "write to a file instead of standard output")
    .action((path: string, flags: ShowFlags) => runShow(io, path, flags));
}

async function runShow(io: Io, path: string, flags: ShowFlags): Promise<void> {
  const read = await readModel(io, path);
  const model = flags.binary ? toBinary(read) : read;
  const options = flags.out === undefined ? textOptionsFor(io.stdout) : {};
  const text = `${formOf(model, flags.as, options).replace(/\n$/, "")}\n`;
  if (flags.out === undefined) {
    io.stdout.write(text);
    return;
  }
  await writeFileWhole(io, flags.out, text);
  printLine(io.stderr, `written to ${flags.out}`);
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
      return drawReport({ model, rows: model.training.rows, columns: model.attributes.length });
    case "json":
      return JSON.stringify(model, null, 1);
    default:
      return unreachable(form);
  }
}

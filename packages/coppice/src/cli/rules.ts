import type { Command } from "commander";
import { isRules } from "../model/model.js";
import { rulesJson } from "../use/rules/rulesJson.js";
import { rulesText } from "../use/rules/rulesText.js";
import { type Io, printJson, printLine } from "./io.js";
import { readModel } from "./readJson.js";
import { treeOnly } from "./treeOnly.js";

export function addRules(program: Command, io: Io): void {
  program
    .command("rules")
    .summary("read a model as rules")
    .description("Prints one rule per leaf of a tree, or the rules of a set, with support and confidence.")
    .argument("<model>", "a model that fit has written, or - for standard input")
    .option("--json", "one JSON object on standard output")
    .action(async (path: string, flags: { readonly json?: boolean }) => {
      const read = await readModel(io, path);
      const model = isRules(read) ? read : treeOnly(read, "coppice rules reads the rules of");
      if (flags.json) printJson(io, rulesJson(model));
      else printLine(io.stdout, rulesText(model).replace(/\n$/, ""));
    });
}

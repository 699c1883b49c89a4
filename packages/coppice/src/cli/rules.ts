import type { Command } from "commander";
import { rulesJson } from "../use/rules/rulesOf.js";
import { rulesText } from "../use/rules/rulesText.js";
import { type Io, printJson, printLine } from "./io.js";
import { readTree } from "./readJson.js";

export function addRules(program: Command, io: Io): void {
  program
    .command("rules")
    .summary("read a model as rules")
    .description("Prints one rule per leaf, with its support and confidence.")
    .argument("<model>", "a model that fit has written, or - for standard input")
    .option("--json", "one JSON object on standard output")
    .action(async (path: string, flags: { readonly json?: boolean }) => {
      const model = await readTree(io, path, "coppice rules reads the rules of");
      if (flags.json) printJson(io, rulesJson(model));
      else printLine(io.stdout, rulesText(model).replace(/\n$/, ""));
    });
}

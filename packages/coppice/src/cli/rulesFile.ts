import { buffer } from "node:stream/consumers";
import type { Command } from "commander";
import { fileBytes } from "../targets/files.js";
import type { Io } from "./io.js";

export interface RulesFlags {
  readonly rulesFile?: string;
}

export function addRulesFlag(command: Command): Command {
  return command.option(
    "--rules-file <file>",
    "for rule learners: rules to respect (LOCKED, GIVEN or FORBIDDEN), in the notation of `coppice rules`",
  );
}

export async function readRulesFile(io: Io, { rulesFile }: RulesFlags): Promise<string | undefined> {
  if (rulesFile === undefined) return undefined;
  // TextDecoder drops a byte order mark.
  return new TextDecoder().decode(await io.interruptible(() => buffer(fileBytes(rulesFile).open())));
}

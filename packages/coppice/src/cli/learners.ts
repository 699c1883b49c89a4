import type { Command } from "commander";
import pc from "picocolors";
import type { Learner } from "../learn/learner.js";
import { describeOptions, type OptionFacts } from "../learn/options.js";
import { learnerNamed, learners } from "../learn/registry.js";
import { type Io, printJson, printLine } from "./io.js";

export function addLearners(program: Command, io: Io): void {
  program
    .command("learners")
    .summary("list the learners with their options")
    .description("Lists the learners and the options that --set takes.")
    .argument("[name]", "only this one")
    .option("--json", "one JSON object on standard output")
    .action((name: string | undefined, flags: { readonly json?: boolean }) => {
      const chosen = name === undefined ? learners : [learnerNamed(name)];
      if (flags.json) printJson(io, { learners: chosen.map(learnerJson) });
      else printLine(io.stdout, chosen.map((learner) => learnerText(learner, io.stdout.color)).join("\n\n"));
    });
}

function learnerJson(learner: Learner): object {
  const { name, summary, tasks } = learner;
  return { name, summary, tasks, options: describeOptions(learner) };
}

function learnerText(learner: Learner, color: boolean): string {
  const colors = pc.createColors(color);
  const options = describeOptions(learner);
  const width = Math.max(0, ...options.map((option) => option.name.length));
  const head = `${colors.bold(learner.name)}  ${learner.summary} ${colors.dim(`(${learner.tasks.join(", ")})`)}`;
  return [
    head,
    ...options.map(
      (option) =>
        `  ${option.name.padEnd(width)}  ${option.help}\n${" ".repeat(width + 4)}${colors.dim(rangeText(option))}`,
    ),
  ].join("\n");
}

function rangeText({ rule, default: fallback, appliesTo }: OptionFacts): string {
  const shown = typeof fallback === "object" ? JSON.stringify(fallback) : String(fallback);
  const only = appliesTo === undefined ? "" : `; only with ${appliesTo}`;
  return `${rule}; ${fallback === undefined ? "not set unless given" : `default ${shown}`}${only}`;
}

import type { Command } from "commander";
import pc from "picocolors";
import { essentialsOf } from "../learn/essentials.js";
import type { Learner } from "../learn/learner.js";
import { describeOptions, type OptionFacts } from "../learn/options.js";
import { learnerNamed, learners } from "../learn/registry.js";
import { type Io, printJson, printLine } from "./io.js";

type Colors = ReturnType<typeof pc.createColors>;

export function addLearners(program: Command, io: Io): void {
  program
    .command("learners")
    .summary("list the learners and their options")
    .description("Lists the learners and their options (for --set), those to start with first.")
    .argument("[name]", "only this learner")
    .option("--json", "print one JSON object on standard output")
    .action((name: string | undefined, flags: { readonly json?: boolean }) => {
      const chosen = name === undefined ? learners : [learnerNamed(name)];
      if (flags.json) printJson(io, { learners: chosen.map(learnerJson) });
      else printLine(io.stdout, chosen.map((learner) => learnerText(learner, io.stdout.color)).join("\n\n"));
    });
}

function learnerJson(learner: Learner): object {
  const { name, summary, tasks } = learner;
  const essentials = essentialsOf(name);
  const options = describeOptions(learner).map((option) => ({
    ...option,
    ...(essentials.includes(option.name) && { essential: true }),
  }));
  return { name, summary, tasks, ...(learner.stream && { stream: true }), options };
}

function learnerText(learner: Learner, color: boolean): string {
  const colors = pc.createColors(color);
  const options = describeOptions(learner);
  const essentials = essentialsOf(learner.name);
  const first = essentials.flatMap((name) => options.find((option) => option.name === name) ?? []);
  const rest = options.filter((option) => !first.includes(option));
  const width = Math.max(0, ...options.map((option) => option.name.length));
  const does = [...learner.tasks, ...(learner.stream ? ["streams"] : [])].join(", ");
  const head = `${colors.bold(learner.name)}  ${learner.summary} ${colors.dim(`(${does})`)}`;
  const lines = (some: readonly OptionFacts[]) => some.map((option) => optionText(option, width, colors));
  if (first.length === 0 || rest.length === 0) return [head, ...lines(options)].join("\n");
  const heading = (text: string) => `\n  ${colors.bold(text)}`;
  return [head, heading("start with these"), ...lines(first), heading("the rest"), ...lines(rest)].join("\n");
}

function optionText(option: OptionFacts, width: number, colors: Colors): string {
  return `  ${option.name.padEnd(width)}  ${option.help}\n${" ".repeat(width + 4)}${colors.dim(rangeText(option))}`;
}

function rangeText({ rule, help, default: fallback, appliesTo }: OptionFacts): string {
  const only = appliesTo === undefined ? "" : `; only with ${appliesTo}`.replace("with no ", "without ");
  if (fallback === undefined)
    return `${rule}${help.includes("default") ? "" : "; not set by default"}${only}`;
  return `${rule}; default: ${typeof fallback === "object" ? JSON.stringify(fallback) : fallback}${only}`;
}

import { CoppiceError, mustBe } from "../base/errors.js";
import type { FieldFacts } from "../base/schema.js";
import type { Task } from "../model/tree.js";
import { type AppliesWhen, checkApplies, wordsOf } from "./applies.js";
import { optionHint, valueHint } from "./foreignNames.js";
import type { Learner } from "./learner.js";

/** An option as data: what `coppice learners --json` prints, and what forms are made of. */
export interface OptionFacts {
  readonly name: string;
  readonly type: string;
  readonly default?: unknown;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** What a value must be, in words: "an integer ≥ 1". */
  readonly rule: string;
  readonly help: string;
  /** When it has an effect, as data and in words; absent: always. */
  readonly appliesWhen?: AppliesWhen;
  readonly appliesTo?: string;
}

/** The options of a learner as data: name, type, default, choices, range and help. */
export function describeOptions(learner: Pick<Learner, "options">): OptionFacts[] {
  return Object.entries(learner.options.shape).map(([name, { facts: field }]) => ({
    name,
    type: typeWord(field),
    ...(field.default !== undefined && { default: field.default }),
    ...(field.enum && { choices: field.enum }),
    ...bounds(field),
    rule: ruleOf(field),
    help: field.description ?? "",
    ...appliesFacts(field),
  }));
}

/** Checks a user's options and fills in the defaults. Nothing is checked again later. */
export function checkOptions(
  learner: Pick<Learner, "name" | "options">,
  written: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = Object.keys(learner.options.shape);
  const given = names.includes("settings") ? gathered(written) : written;
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) {
      throw new CoppiceError(
        "OPTION_UNKNOWN",
        `${learner.name} has no option ${JSON.stringify(name)}${optionHint(name, names)}`,
        {
          name,
          rule: `one of ${names.join(", ")}`,
        },
      );
    }
  }
  const parsed = learner.options.safeParse(given);
  if (parsed.success) {
    checkApplies(learner.options, given, parsed.data as Record<string, unknown>);
    return parsed.data as Record<string, unknown>;
  }
  const [issue] = parsed.error.issues;
  const name = String(issue.path[0]);
  const option = describeOptions(learner).find((found) => found.name === name)!;
  const rule = issue.message === "" ? option.rule : issue.message;
  const error = mustBe("OPTION_RANGE", name, rule, given[name]);
  const choices = option.choices ?? wordsAmong(option.rule);
  const guess = choices && typeof given[name] === "string" ? valueHint(name, given[name], choices) : "";
  throw new CoppiceError(error.code, error.message + guess, error.facts);
}

/** The words of an option that may also be something else: "one of a, b, or a matrix". */
function wordsAmong(rule: string): readonly string[] | undefined {
  return /^one of ([\w, ]+), or /.exec(rule)?.[1].split(", ");
}

/** What checking the options could not know: whether they have an effect on a target of this task. */
export function checkForTask(
  learner: Pick<Learner, "name" | "options">,
  written: Readonly<Record<string, unknown>>,
  task: Task,
): void {
  const given = "settings" in learner.options.shape ? gathered(written) : written;
  checkApplies(learner.options, given, learner.options.parse(given) as Record<string, unknown>, task);
}

const OF = "of.";

/** `of.minLeaf` is the option minLeaf of the learner that `of` names: it goes into `settings`. */
function gathered(written: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = Object.entries(written).filter(([name]) => !name.startsWith(OF));
  const inner = Object.entries(written).filter(([name]) => name.startsWith(OF));
  if (inner.length === 0) return written;
  const { settings = {} } = written;
  const named = inner.map(([name, value]) => [name.slice(OF.length), value]);
  return { ...Object.fromEntries(own), settings: { ...(settings as object), ...Object.fromEntries(named) } };
}

function typeWord(field: FieldFacts): string {
  if (field.enum) return "choice";
  if (field.rule) return field.kind ?? "rows";
  return field.type ?? "any";
}

function bounds(field: FieldFacts): { min?: number; max?: number } {
  const min = field.minimum ?? field.exclusiveMinimum;
  const max = field.maximum ?? field.exclusiveMaximum;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function ruleOf(field: FieldFacts): string {
  if (field.rule) return field.rule;
  if (field.enum) return field.enum.length === 1 ? field.enum[0] : `one of ${field.enum.join(", ")}`;
  if (field.type === "boolean") return "true or false";
  const rule = `${field.type === "integer" ? "an integer" : "a number"}${limitsOf(field)}`;
  return rule === "a number ≥ 0" ? "a non-negative number" : rule;
}

/** The bounds in words: " ≥ 1", " from 2 to 16", " above 0 and at most 1". */
function limitsOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: FieldFacts): string {
  if (exclusiveMinimum === undefined && exclusiveMaximum === undefined && minimum !== undefined) {
    return maximum === undefined ? ` ≥ ${minimum}` : ` from ${minimum} to ${maximum}`;
  }
  const limits = [
    exclusiveMinimum !== undefined ? `above ${exclusiveMinimum}` : "",
    maximum !== undefined ? `at most ${maximum}` : "",
    exclusiveMaximum !== undefined ? `below ${exclusiveMaximum}` : "",
  ].filter((text) => text !== "");
  return limits.length === 0 ? "" : ` ${limits.join(" and ")}`;
}

function appliesFacts(field: FieldFacts): Pick<OptionFacts, "appliesWhen" | "appliesTo"> {
  const appliesWhen = field.appliesWhen as AppliesWhen | undefined;
  return appliesWhen ? { appliesWhen, appliesTo: wordsOf(appliesWhen) } : {};
}

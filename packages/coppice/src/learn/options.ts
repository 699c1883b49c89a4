import { z } from "zod";
import { CoppiceError, mustBe } from "../base/errors.js";
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
  /** What a value must be, in words: "an integer of at least 1". */
  readonly rule: string;
  readonly help: string;
  /** When it has an effect, as data and in words; absent: always. */
  readonly appliesWhen?: AppliesWhen;
  readonly appliesTo?: string;
}

export function describeOptions(learner: Pick<Learner, "options">): OptionFacts[] {
  return Object.entries(fieldsOf(learner)).map(([name, field]) => ({
    name,
    type: typeWord(field),
    ...(field.default !== undefined && { default: field.default }),
    ...(field.enum && { choices: field.enum }),
    ...bounds(field),
    rule: ruleOf(field),
    help: field.description ?? "",
    ...(field.appliesWhen && { appliesWhen: field.appliesWhen, appliesTo: wordsOf(field.appliesWhen) }),
  }));
}

function fieldsOf({ options }: Pick<Learner, "options">): Record<string, JsonSchema> {
  const schema = z.toJSONSchema(options, { io: "input", unrepresentable: "any" });
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

/** Checks a user's options and fills in the defaults. Inside, nothing checks again. */
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
  // Options are parsed once a fit: code made for them would cost more than it saves, and some pages forbid it.
  const parsed = learner.options.safeParse(given, { jitless: true });
  if (parsed.success) {
    checkApplies(learner.options, given, parsed.data);
    return parsed.data as Record<string, unknown>;
  }
  const [issue] = parsed.error.issues;
  const name = String(issue.path[0]);
  const option = describeOptions(learner).find((found) => found.name === name)!;
  const rule = issue.code === "custom" ? issue.message : option.rule;
  const error = mustBe("OPTION_RANGE", name, rule, given[name]);
  const guess =
    option.choices && typeof given[name] === "string" ? valueHint(name, given[name], option.choices) : "";
  const other = typeof given[name] === "object" ? fieldsOf(learner)[name].notAnObject : undefined;
  throw new CoppiceError(error.code, error.message + guess + (other ? `; ${other}` : ""), error.facts);
}

/** What checking the options could not know: whether they have an effect on a target of this task. */
export function checkForTask(
  learner: Pick<Learner, "name" | "options">,
  written: Readonly<Record<string, unknown>>,
  task: Task,
): void {
  const given = "settings" in learner.options.shape ? gathered(written) : written;
  checkApplies(learner.options, given, learner.options.parse(given, { jitless: true }), task);
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

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly rule?: string;
  readonly kind?: string;
  readonly appliesWhen?: AppliesWhen;
  /** What to say to somebody who gives an object here. */
  readonly notAnObject?: string;
}

function typeWord(field: JsonSchema): string {
  if (field.enum) return "choice";
  if (field.rule) return field.kind ?? "rows";
  return field.type ?? "any";
}

/** The bounds that zod gives every integer say nothing. */
const limited = (x: number | undefined) =>
  x === undefined || Math.abs(x) >= Number.MAX_SAFE_INTEGER ? undefined : x;

function bounds(field: JsonSchema): { min?: number; max?: number } {
  const min = limited(field.minimum ?? field.exclusiveMinimum);
  const max = limited(field.maximum ?? field.exclusiveMaximum);
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function ruleOf(field: JsonSchema): string {
  if (field.rule) return field.rule;
  if (field.enum) return field.enum.length === 1 ? field.enum[0] : `one of ${field.enum.join(", ")}`;
  if (field.type === "boolean") return "true or false";
  const noun = field.type === "integer" ? "an integer" : "a number";
  const low = field.exclusiveMinimum === undefined ? limited(field.minimum) : undefined;
  const limits = [
    low !== undefined ? `of at least ${low}` : "",
    field.exclusiveMinimum !== undefined ? `above ${field.exclusiveMinimum}` : "",
    limited(field.maximum) !== undefined ? `at most ${field.maximum}` : "",
    field.exclusiveMaximum !== undefined ? `below ${field.exclusiveMaximum}` : "",
  ].filter((text) => text !== "");
  return limits.length === 0 ? noun : `${noun} ${limits.join(" and ")}`;
}

import { CoppiceError, show } from "../base/errors.js";
import type { Field, ObjectField, Shape } from "../base/schema.js";
import type { Task } from "../model/tree.js";
import { criterionNamed } from "./criterion/criterionFor.js";

/**
 * When an option has an effect, as data: an option declares it beside its schema, one check serves all learners, and
 * help and forms can show it.
 */
export type AppliesWhen =
  | { readonly option: string; readonly in: readonly unknown[] }
  | { readonly option: string; readonly notIn: readonly unknown[] }
  | { readonly option: string; readonly given: boolean }
  | { readonly option: string; readonly below: number }
  /** Whether the criterion has this property. */
  | { readonly criterion: CriterionFact; readonly is: boolean }
  | { readonly task: Task }
  | { readonly allOf: readonly AppliesWhen[] }
  | { readonly anyOf: readonly AppliesWhen[] };

export type CriterionFact = "inBits" | "scaled" | "concave";

type Options = Readonly<Record<string, unknown>>;

/** The fields of a schema, those named here with the condition under which they apply. */
export function declared<S extends Shape>(
  fields: S,
  conditions: { readonly [name in keyof S]?: AppliesWhen },
): S {
  const entries = Object.entries(fields).map(([name, field]) => {
    const appliesWhen = conditions[name];
    return [name, appliesWhen ? field.meta({ appliesWhen }) : field];
  });
  return Object.fromEntries(entries) as unknown as S;
}

/** The condition that an option declares, if it does. */
export function conditionOf(field: Field<unknown, unknown> | undefined): AppliesWhen | undefined {
  return field?.facts.appliesWhen as AppliesWhen | undefined;
}

/** Whether the condition holds; undefined if that depends on a task that is not known yet. */
export function holds(when: AppliesWhen, options: Options, task: Task | undefined): boolean | undefined {
  if ("allOf" in when) {
    const parts = when.allOf.map((part) => holds(part, options, task));
    return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
  }
  if ("anyOf" in when) {
    const parts = when.anyOf.map((part) => holds(part, options, task));
    return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
  }
  if ("task" in when) return task && when.task === task;
  if ("criterion" in when) {
    if (task === undefined && options.criterion === "auto") return undefined;
    const criterion = criterionNamed(options.criterion, task ?? "classification");
    return (criterion?.[when.criterion] === true) === when.is;
  }
  const value = options[when.option];
  if ("in" in when) return when.in.includes(value);
  if ("notIn" in when) return !when.notIn.includes(value);
  if ("given" in when) return (value !== undefined) === when.given;
  return typeof value === "number" && value < when.below;
}

const FACT_WORDS = {
  inBits: { yes: "a criterion in bits", no: "a criterion that is not in bits" },
  scaled: { yes: "a scaled criterion", no: "a criterion that is not scaled already" },
  concave: { yes: "a concave criterion", no: "a criterion that is not concave" },
} as const satisfies Record<CriterionFact, { yes: string; no: string }>;

const TASK_WORDS = { classification: "nominal", regression: "numeric" } as const;

/** The condition in words: `prune=costComplexity`. */
export function wordsOf(when: AppliesWhen): string {
  if ("allOf" in when) return when.allOf.map((part) => bracketed(part)).join(" and ");
  if ("anyOf" in when) return when.anyOf.map((part) => bracketed(part)).join(" or ");
  if ("task" in when) return `a ${TASK_WORDS[when.task]} target`;
  if ("criterion" in when) return FACT_WORDS[when.criterion][when.is ? "yes" : "no"];
  if ("in" in when) return when.in.map((value) => `${when.option}=${value}`).join(" or ");
  if ("notIn" in when) return when.notIn.map((value) => `${when.option} other than ${value}`).join(" and ");
  if ("given" in when) return when.given ? `${when.option}` : `no ${when.option}`;
  return `${when.option} below ${when.below}`;
}

function bracketed(when: AppliesWhen): string {
  const isJoined = "allOf" in when || "anyOf" in when || ("in" in when && when.in.length > 1);
  return isJoined ? `(${wordsOf(when)})` : wordsOf(when);
}

/** What conflicts with it: `prune is none`. */
function stateOf(when: AppliesWhen, options: Options, task: Task | undefined): string {
  if ("allOf" in when) {
    const failing = when.allOf.find((part) => holds(part, options, task) === false);
    return failing ? stateOf(failing, options, task) : "";
  }
  if ("anyOf" in when) return unique(when.anyOf.map((part) => stateOf(part, options, task))).join(" and ");
  if ("task" in when) return `the target is ${when.task === "classification" ? "numeric" : "nominal"}`;
  const option = "criterion" in when ? "criterion" : when.option;
  const value = options[option];
  if (value === undefined) return `${option} is not given`;
  const own = option === "criterion" && typeof value === "object" ? (value as { name: string }).name : value;
  return `${option} is ${typeof own === "string" ? own : show(own)}`;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/**
 * Rejects an option that was given but has no effect. Defaults never conflict, nor do the options of a complete set, such as
 * a model's own, into which defaults were filled.
 */
export function checkApplies(
  schema: ObjectField,
  given: Options,
  options: Options,
  task?: Task | undefined,
): void {
  const counted = isFilledIn(schema, given) ? chosenOptions(schema, given) : given;
  for (const [name, value] of Object.entries(counted)) {
    const when = conditionOf(schema.shape[name] as Field<unknown, unknown> | undefined);
    if (when === undefined || asksForNothing(value, when) || holds(when, options, task) !== false) continue;
    throw new CoppiceError(
      "OPTION_CONFLICT",
      `${name} is for ${"given" in when && !when.given ? "trees with " : ""}${wordsOf(when)}, and ${stateOf(when, options, task)}`,
      { name, rule: wordsOf(when), value },
    );
  }
}

/** An option that is turned off never conflicts, unless the criterion does it in any case. */
function asksForNothing(value: unknown, when: AppliesWhen): boolean {
  return value === undefined || (value === false && !("criterion" in when && !when.is));
}

/** Whether every option that has a default is given. */
function isFilledIn(schema: ObjectField, given: Options): boolean {
  return Object.keys(defaultsOf(schema)).every((name) => given[name] !== undefined);
}

/** Those of the options that differ from the defaults. */
export function chosenOptions(schema: ObjectField, options: Options): Options {
  const defaults = defaultsOf(schema);
  const differs = ([name, value]: [string, unknown]) =>
    name in schema.shape && JSON.stringify(value) !== JSON.stringify(defaults[name]);
  return Object.fromEntries(Object.entries(options).filter(differs));
}

function defaultsOf(schema: ObjectField): Options {
  return schema.parse({}) as Options;
}

import { writingFault } from "../table/notation.js";
import type { ColumnSchema } from "../table/schema.js";
import { fault, isJson, type Json } from "./checks.js";
import type { TreeModel } from "./tree.js";

/** Checks one value; throws MODEL_INVALID with its path and the rule that it breaks. */
export type Check = (value: unknown, path: string) => void;

/** Each rule is what the value must be. */
export function must(isRight: (value: unknown) => boolean, rule: string): Check {
  return (value, path) => {
    if (!isRight(value)) throw fault(path, rule, value);
  };
}

export const text = must((value) => typeof value === "string", "a string");
export const finite = must(Number.isFinite, "a finite number");
export const amount = must(
  (value) => Number.isFinite(value) && (value as number) >= 0,
  "a non-negative number",
);

export function oneOf(...words: readonly string[]): Check {
  const rule = `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
  return must((value) => words.includes(value as string), rule);
}

export function optional(check: Check): Check {
  return (value, path) => {
    if (value !== undefined) check(value, path);
  };
}

export function listOf(check: Check, rule: string): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw fault(path, rule, value);
    value.forEach((item, i) => {
      check(item, `${path}[${i}]`);
    });
  };
}

/** Fields of other names are left alone; the path of the outermost object is empty. */
export function objectOf(fields: Readonly<Record<string, Check>>, rule: string): Check {
  return (value, path) => {
    if (!isJson(value)) throw fault(path, rule, value);
    for (const [name, check] of Object.entries(fields))
      check(value[name], path === "" ? name : `${path}.${name}`);
  };
}

const column = objectOf(
  {
    name: text,
    type: oneOf("numeric", "nominal", "ordered", "string"),
    levels: optional(listOf(text, "a list of strings")),
  },
  "an object with name and type",
);

/** What every model says first. */
const headFields = {
  learner: text,
  options: must(isJson, "an object"),
  task: oneOf("classification", "regression"),
  target: column,
  attributes: listOf(column, "a list of columns"),
  training: objectOf(
    { rows: amount, weight: amount, seed: must(Number.isFinite, "a number") },
    "an object with rows, weight and seed",
  ),
};

/** Throws the first fault of a model's head, which has these fields besides those of every model. */
export function checkHead(json: Json, fields: Readonly<Record<string, Check>>): void {
  objectOf({ ...headFields, ...fields }, "an object")(json, "");
}

export function checkColumns({
  task,
  target,
  attributes,
}: Pick<TreeModel, "task" | "target" | "attributes">): void {
  const names = new Set([target.name]);
  attributes.forEach((attribute, i) => {
    if (names.has(attribute.name)) {
      throw fault(`attributes[${i}].name`, "different from the target's and every other's", attribute.name);
    }
    names.add(attribute.name);
    checkLevels(attribute.levels, `attributes[${i}].levels`);
    checkWriting(attribute, `attributes[${i}]`);
  });
  checkLevels(target.levels, "target.levels");
  checkWriting(target, "target");
  if (task === "regression" && target.type !== "numeric") {
    throw fault("target.type", "numeric for regression", target.type);
  }
  if (task === "classification" && (target.type === "numeric" || !target.levels?.length)) {
    throw fault("target.levels", "the list of classes for classification", target.levels);
  }
}

function checkWriting(column: ColumnSchema, path: string): void {
  const wrong = writingFault(column);
  if (wrong) throw fault(`${path}.${wrong.path}`, wrong.rule, wrong.value);
}

function checkLevels(levels: readonly string[] | undefined, path: string): void {
  const seen = new Set<string>();
  levels?.forEach((level, code) => {
    if (seen.has(level)) throw fault(`${path}[${code}]`, "a level not listed before", level);
    seen.add(level);
  });
}

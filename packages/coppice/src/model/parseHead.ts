import { writingFault } from "../table/notation.js";
import type { ColumnSchema } from "../table/schema.js";
import { fault, isAmount, type Json, need, needList, needObject } from "./checks.js";
import type { TreeModel } from "./tree.js";

/** Checks one value; throws MODEL_INVALID with its path and the rule that it breaks. */
export type Check = (value: unknown, path: string) => void;

/** `rule` completes "must be". */
export function must(isRight: (value: unknown) => boolean, rule: string): Check {
  return (value, path) => {
    need(isRight(value), path, rule, value);
  };
}

export const text = must((value) => typeof value === "string", "a string");
export const finite = must(Number.isFinite, "a finite number");
export const amount = must(isAmount, "a non-negative number");

export function oneOf(...words: readonly string[]): Check {
  const rule = `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
  return must((value) => words.includes(value as string), rule);
}

export function optional(check: Check): Check {
  return (value, path) => {
    if (value !== undefined) check(value, path);
  };
}

export function listOf(check: Check, rule: string, length?: number): Check {
  return (value, path) => {
    needList(value, path, rule, length);
    value.forEach((item, i) => {
      check(item, `${path}[${i}]`);
    });
  };
}

/** Other fields are ignored; the path of the outermost object is empty. */
export function objectOf(fields: Readonly<Record<string, Check>>, rule: string): Check {
  return (value, path) => {
    needObject(value, path, rule);
    for (const [name, check] of Object.entries(fields))
      check(value[name], path === "" ? name : `${path}.${name}`);
  };
}

const column = objectOf(
  {
    name: text,
    type: oneOf("numeric", "nominal", "ordered", "string", "text"),
    levels: optional(listOf(text, "a list of strings")),
  },
  "an object with name and type",
);

/** The fields that predictions of all models depend on. */
const headFields = {
  task: oneOf("classification", "regression"),
  target: column,
  attributes: listOf(column, "a list of columns"),
};

/** Throws the first fault of a model's head, which has these fields besides the common ones. */
export function checkHead(json: Json, fields: Readonly<Record<string, Check>>): void {
  checkFields(json, { ...headFields, ...fields });
}

/** Throws the first fault of these fields of a model. */
export function checkFields(json: Json, fields: Readonly<Record<string, Check>>): void {
  objectOf(fields, "an object")(json, "");
}

export function checkColumns({
  task,
  target,
  attributes,
}: Pick<TreeModel, "task" | "target" | "attributes">): void {
  const names = new Set([target.name]);
  attributes.forEach((attribute, i) => {
    const path = `attributes[${i}]`;
    const rule = "different from the target's and every other's";
    need(!names.has(attribute.name), `${path}.name`, rule, attribute.name);
    names.add(attribute.name);
    checkColumn(attribute, path);
  });
  checkColumn(target, "target");
  if (task === "regression")
    need(target.type === "numeric", "target.type", "numeric for regression", target.type);
  else {
    const isRight = target.type !== "numeric" && !!target.levels?.length;
    need(isRight, "target.levels", "the list of classes for classification", target.levels);
  }
}

function checkColumn(column: ColumnSchema, path: string): void {
  const seen = new Set<string>();
  column.levels?.forEach((level, code) => {
    need(!seen.has(level), `${path}.levels[${code}]`, "a level not listed before", level);
    seen.add(level);
  });
  const wrong = writingFault(column);
  if (wrong) throw fault(`${path}.${wrong.path}`, wrong.rule, wrong.value);
}

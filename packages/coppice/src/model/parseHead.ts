import { z } from "zod";
import { writingFault } from "../table/notation.js";
import type { ColumnSchema } from "../table/schema.js";
import { fault, isJson, type Json } from "./checks.js";
import type { TreeModel } from "./tree.js";

// Each message is the rule that the value must fulfil.
export const text = z.string("a string");
export const amount = z.number("a number of at least 0").min(0, "a number of at least 0");
const column = z.looseObject(
  {
    name: text,
    type: z.enum(["numeric", "nominal", "ordered", "string"], "numeric, nominal, ordered or string"),
    levels: z.array(text, "a list of strings").optional(),
  },
  "an object with name and type",
);
/** What every model says first. */
export const headFields = {
  learner: text,
  options: z.custom<Json>(isJson, "an object"),
  task: z.enum(["classification", "regression"], "classification or regression"),
  target: column,
  attributes: z.array(column, "a list of columns"),
  training: z.looseObject(
    { rows: amount, weight: amount, seed: z.number("a number") },
    "an object with rows, weight and seed",
  ),
};

/** Throws what the schema finds first, with its path and the rule that it breaks. */
export function checkHead(json: Json, head: z.ZodObject): void {
  const result = head.safeParse(json);
  if (result.success) return;
  const { path, message } = result.error.issues[0];
  let value: unknown = json;
  let name = "";
  for (const key of path) {
    value = (value as Record<PropertyKey, unknown>)[key];
    name += typeof key === "number" ? `[${key}]` : name === "" ? String(key) : `.${String(key)}`;
  }
  throw fault(name, message, value);
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

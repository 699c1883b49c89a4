import { CoppiceError, show } from "../base/errors.js";
import { isJson, type Json } from "../base/json.js";
import type { ColumnSchema } from "../table/schema.js";

export { isJson, type Json } from "../base/json.js";

/** Checks of a model's JSON: each throws MODEL_INVALID with the path of what is at fault and the rule it breaks. */

/** `found` says what was found where the value alone would not. */
export function fault(path: string, rule: string, value: unknown, found = describe(value)): CoppiceError {
  const facts = { name: path, rule, value: typeof value === "object" ? found : value };
  return new CoppiceError("MODEL_INVALID", `${path} must be ${rule}; got ${found}`, facts);
}

/** For what is given as a model, but is none. */
export function notModel(value: unknown): CoppiceError {
  return fault("the model", "what fit or loadModel returns", value);
}

/** Never calls the value's own methods: a JSON object may have a key `toString`. */
export function describe(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return value === undefined ? "nothing" : show(value);
}

/** Throws if the value breaks the rule. */
export function need(
  isRight: boolean,
  path: string,
  rule: string,
  value: unknown,
  found?: string,
): asserts isRight {
  if (!isRight) throw fault(path, rule, value, found);
}

export function needObject(value: unknown, path: string, rule = "an object"): asserts value is Json {
  need(isJson(value), path, rule, value);
}

/** `length` is the list's, if it is known. */
export function needList(
  value: unknown,
  path: string,
  rule: string,
  length?: number,
): asserts value is readonly unknown[] {
  need(Array.isArray(value) && value.length === (length ?? value.length), path, rule, value);
}

export function needSome(value: unknown, path: string, rule: string): asserts value is readonly unknown[] {
  need(Array.isArray(value) && value.length > 0, path, rule, value);
}

export const AMOUNT = "a finite non-negative number";

export const isAmount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;
export const isIndex = (value: unknown, size: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < size;

export function checkAmount(value: unknown, path: string): void {
  need(isAmount(value), path, AMOUNT, value);
}

export function checkFinite(value: unknown, path: string): void {
  need(Number.isFinite(value), path, "a finite number", value);
}

export function checkIndex(value: unknown, size: number, path: string, what: string): void {
  if (!isIndex(value, size)) throw fault(path, `${what} (0 to ${size - 1})`, value);
}

/** The attribute to which a part of a model refers by its index. */
export function attributeOf(
  { attribute }: Json,
  path: string,
  attributes: readonly ColumnSchema[],
): ColumnSchema {
  checkIndex(attribute, attributes.length, `${path}.attribute`, "the index of an attribute");
  return attributes[attribute as number];
}

/** A number, or a level's code. */
export function checkCell(cell: unknown, { type, levels = [] }: ColumnSchema, path: string): void {
  if (type === "numeric") checkFinite(cell, path);
  else checkIndex(cell, levels.length, path, "a level code");
}

/** Level codes, ascending. */
export function checkLevels(codes: unknown, { levels = [] }: ColumnSchema, path: string): void {
  needList(codes, path, "a list of level codes");
  codes.forEach((code, i) => {
    checkIndex(code, levels.length, `${path}[${i}]`, "a level code");
    need(
      i === 0 || (code as number) > (codes[i - 1] as number),
      `${path}[${i}]`,
      "above the code before it",
      code,
    );
  });
}

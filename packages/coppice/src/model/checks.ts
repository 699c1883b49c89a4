import { CoppiceError, show } from "../base/errors.js";

/** Checks of a model's JSON: each throws MODEL_INVALID with the path of what is at fault and the rule it breaks. */

export type Json = { readonly [key: string]: unknown };

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `found` says what was found where the value alone would not. */
export function fault(path: string, rule: string, value: unknown, found = describe(value)): CoppiceError {
  const facts = { name: path, rule, value: typeof value === "object" ? found : value };
  return new CoppiceError("MODEL_INVALID", `${path} must be ${rule}; got ${found}`, facts);
}

/** Never calls the value's own methods: a JSON object may have a key `toString`. */
export function describe(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return value === undefined ? "nothing" : show(value);
}

export const AMOUNT = "a finite non-negative number";

export const isAmount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;
export const isIndex = (value: unknown, size: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < size;

export function checkAmount(value: unknown, path: string): void {
  if (!isAmount(value)) throw fault(path, AMOUNT, value);
}

export function checkFinite(value: unknown, path: string): void {
  if (!Number.isFinite(value)) throw fault(path, "a finite number", value);
}

export function checkIndex(value: unknown, size: number, path: string, what: string): void {
  if (!isIndex(value, size)) throw fault(path, `${what} (0 to ${size - 1})`, value);
}

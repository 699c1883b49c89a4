import { CoppiceError, show } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import type { ColumnType } from "../table/schema.js";

/** `--set k=v`: the name before the first `=`, the value as `settingValue` reads it. */
export function settingOf(text: string): [string, unknown] {
  const at = text.indexOf("=");
  if (at < 1)
    throw new CoppiceError("USAGE", `--set needs name=value; got ${show(text)}`, {
      name: "--set",
      value: text,
    });
  return [text.slice(0, at), settingValue(text.slice(at + 1))];
}

/** A number, true, false, null, a JSON list or object; anything else (`gini`, `5%`) is text. */
export function settingValue(text: string): unknown {
  const isJson = /^(true|false|null|[[{"].*|-?\d.*)$/s.test(text.trim());
  if (!isJson) return /^-?\.\d+(e[-+]?\d+)?$/i.test(text) ? Number(text) : text;
  try {
    return JSON.parse(text);
  } catch {
    const number = Number(text);
    return Number.isFinite(number) ? number : text;
  }
}

const TYPES: readonly ColumnType[] = ["numeric", "nominal", "ordered", "string"];

/** `--type col=nominal`, split at the last `=`: a column's name may hold one, a type's does not. */
export function typeOf(text: string): [string, ColumnType] {
  const at = text.lastIndexOf("=");
  const type = TYPES.find((known) => known === text.slice(at + 1));
  if (at >= 0 && type !== undefined) return [text.slice(0, at), type];
  const guess = at < 0 ? "" : didYouMean(text.slice(at + 1), TYPES);
  const message = `--type needs column=type, the type being one of ${TYPES.join(", ")}; got ${show(text)}${guess}`;
  throw new CoppiceError("USAGE", message, { name: "--type", value: text });
}
